import Text
import WorkoutModel

/// Parser of settings, one per line.
///
/// The parser stops at the first line that begins with a step, or with anything other than a letter.
struct SettingsReader {
  var scanner: Scanner
  var settings = Settings()
  private var given: Set<String> = []
  private let content: NotationError.Content

  init(_ scanner: Scanner, of content: NotationError.Content) {
    self.scanner = scanner
    self.content = content
  }

  /// Whether the settings are those of a plan or a program.
  var isPlan: Bool { content != .configuration }

  mutating func read() throws(NotationError) {
    scanner.skipLines()
    while scanner.next?.isLetter == true, !isAtContent {
      let word = scanner.peekWord(hyphens: true)
      try setting()
      scanner.skipSpaces()
      guard scanner.isAtLineEnd else { throw afterSetting(isList: word == "countdown" || word == "cue") }
      scanner.skipLines()
    }
  }

  /// Whether the text after the settings begins here.
  private var isAtContent: Bool {
    var ahead = scanner
    if ahead.kind() != nil { return true }
    let word = scanner.peekWord(hyphens: true)
    return PlanReader.stepWords.contains(word) || content == .program && ["week", "session"].contains(word)
  }

  private mutating func setting() throws(NotationError) {
    let start = scanner.offset
    let word = scanner.word(hyphens: true)
    if isPlan, let why = SettingName.refusalInPlan(of: word) {
      throw scanner.error(.settingNotInPlan(name: word, why: why), at: start)
    }
    guard let name = SettingName(rawValue: word) else {
      if content == .plan, word == "week" || word == "session" {
        throw scanner.error(.programInPlan(word: word), at: start)
      }
      throw unknownSetting(word, at: start)
    }
    if !isPlan, name.scope == .plans { throw scanner.error(.settingNotInConfiguration(name: word), at: start) }
    try skipToValue()
    var identity = word
    switch name {
    case .name: settings.name = try scanner.text(limited: .name)
    case .about: settings.about = try scanner.text()
    case .pace:
      let kind = try kind()
      identity += " \(kind.rawValue)"
      try skipToValue()
      settings.paces[kind] = try scanner.pace()
    case .distanceUnits: settings.distanceUnits = try choice(DistanceUnit.self, DistanceUnit.init(spelling:))
    case .paceUnits: settings.paceUnits = try choice(PaceUnit.self, PaceUnit.init(spelling:))
    case .leadIn: settings.leadIn = try isOff() ? .zero : scanner.duration(or: "off")
    case .skipLast: settings.skipLast = try isOff() ? .off : .kind(kind())
    case .defaultPlan: settings.defaultPlan = try planName()
    case .onSleep: settings.onSleep = try choice(SleepPolicy.self)
    case .resumeWithin: settings.resumeWithin = try period(.seconds(1)...PlanLimits.maxDuration)
    case .keepAwake: settings.keepAwake = try isOn()
    case .onLock: settings.onLock = try choice(LockPolicy.self)
    case .distanceFrom: settings.distanceFrom = try distanceSource()
    case .heartRate: settings.heartRate = try isOn()
    case .sound: try sound(&identity, start)
    case .volume: settings.volume = try scanner.wholeNumber(0...150)
    case .voice: settings.voice = try isOn()
    case .voiceLanguage: settings.voiceLanguage = try scanner.languageTag()
    case .voiceRate: settings.voiceRate = try scanner.wholeNumber(0...100)
    case .voiceVolume: settings.voiceVolume = try scanner.wholeNumber(0...100)
    case .duck: settings.duck = try scanner.ducking()
    case .wakeOutput: settings.wakeOutput = try wakeTime()
    case .countdown: settings.countdown = try scanner.countdown()
    case .remainingEvery: settings.remainingEvery = try period(.seconds(10)...PlanLimits.maxDuration)
    case .beltLag: settings.beltLag = try period(.seconds(1) ... .seconds(60))
    case .cue:
      if try isAll(&identity) {
        settings.allCues = try scanner.channels()
      } else {
        let cue = try cue(&identity, or: ["all"])
        settings.cues[cue] = try scanner.channels()
      }
    case .say:
      let cue = try cue(&identity)
      settings.sayings[cue] = try scanner.template(limited: .saying)
    case .hook:
      let cue = try cue(&identity)
      settings.hooks.append(try scanner.hook(for: cue))
    case .notify: settings.notify = try choice(NotifyMode.self)
    case .notifyUrgency: settings.notifyUrgency = try choice(NotifyUrgency.self)
    case .mpris: settings.mpris = try isOn()
    case .mediaKeys: settings.mediaKeys = try choice(MediaKeys.self)
    }
    let isRepeatable = name == .hook
    guard given.insert(identity).inserted || isRepeatable else {
      throw scanner.error(.settingGivenTwice(name: identity), at: start)
    }
  }

  /// Reads the spaces before a value; throws an error if a sign such as `=` is next.
  mutating func skipToValue() throws(NotationError) {
    scanner.skipSpaces()
    guard scanner.isNext("=") || scanner.isNext(":") else { return }
    throw scanner.unexpected("a value", fix: fixForSign)
  }

  /// The error for a text after a value; `isList` is true if the setting has a list of values.
  private func afterSetting(isList: Bool) -> NotationError {
    let separator: NotationError.Separator? =
      switch scanner.next {
      case UInt8(ascii: "%"): .percent
      case UInt8(ascii: ","): isList ? .comma : .semicolon
      case UInt8(ascii: ";"): .semicolon
      case _ where SettingName(rawValue: scanner.peekWord(hyphens: true)) != nil || scanner.isAtProgramHeading:
        .semicolon
      default: nil
      }
    return scanner.error(.afterSetting(found: scanner.found(at: scanner.offset), separator))
  }
}

// MARK: - Fixes

extension SettingsReader {
  /// The error for a word that is not a setting; the word began at offset `start` and has been read.
  func unknownSetting(_ word: String, at start: Int) -> NotationError {
    let nextWords =
      switch content {
      case .plan: PlanReader.stepWords
      case .program: ["week"]
      case .configuration: [String]()
      }
    let known = SettingName.allCases.filter { $0.scope != (isPlan ? .configuration : .plans) }.map(\.rawValue)
    // A word before a number is the name of an exercise rather than of a setting.
    var ahead = scanner
    ahead.skipSpaces()
    let isBeforeNumber = isPlan && ahead.next?.isDigit == true
    let nearest =
      (isBeforeNumber ? nil : SettingName(meantBy: word)?.rawValue) ?? nearestWord(to: word, in: known + nextWords)
    // Digits and letters of other scripts also belong to the word.
    let isWhole = scanner.next.map { !$0.isDigit && $0 < 0x80 } ?? true
    return scanner.error(
      .unknownSetting(
        name: isWhole ? word.quotation : scanner.quote(at: start), nearest: nearest, in: content,
        fix: fix(for: word, nearest: nearest)),
      at: start)
  }

  private func fix(for word: String, nearest: String?) -> NotationError.Fix? {
    if word == "unit" || word == "units" { return fixForUnits() }
    if content == .program, nearest == nil, NotationError.hints(forSetting: word) == nil {
      return .oneOf(["week 1 on a line, and session: 30s run on the next line"])
    }
    return nil
  }

  /// The correction of a setting named `units` to `distance-units` or `pace-units`, according to its value.
  private func fixForUnits() -> NotationError.Fix? {
    var ahead = scanner
    ahead.skipSpaces()
    var value = ahead.word()
    if ahead.skip("/") { value += "/\(ahead.word())" }
    if let unit = DistanceUnit(spelling: value) { return .oneOf(["distance-units \(unit.rawValue)"]) }
    return PaceUnit(spelling: value).map { .oneOf(["pace-units \($0.rawValue)"]) }
  }

  /// The correction of a sign between a setting and its value.
  var fixForSign: NotationError.Fix {
    let rest = scanner.bytes[(scanner.offset + 1)...]
    let value = scanner.text(rest.startIndex..<(rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex))
    return .leaveOut(scanner.symbol(at: scanner.offset), result: scanner.lineSoFar + value.quotation)
  }
}
