import WorkoutModel

/// Reads settings, a line each, up to what is none.
struct SettingsReader {
  var scanner: Scanner
  private(set) var settings = Settings()
  private var given: Set<String> = []
  private let isPlan: Bool

  init(_ scanner: Scanner, isPlan: Bool) {
    self.scanner = scanner
    self.isPlan = isPlan
  }

  mutating func read() throws(NotationError) {
    scanner.skipLines()
    while scanner.next?.isLetter == true, !PlanReader.stepWords.contains(scanner.peekWord(hyphens: true)) {
      try setting()
      scanner.skipSpaces()
      guard scanner.isAtLineEnd else { throw behindSetting() }
      scanner.skipLines()
    }
  }

  private mutating func setting() throws(NotationError) {
    let start = scanner.offset
    let word = scanner.word(hyphens: true)
    if isPlan, let why = SettingName.refusalInPlan(of: word) {
      throw scanner.error(.settingNotInPlan(name: word, why: why), at: start)
    }
    guard let name = SettingName(rawValue: word) else {
      if isPlan, let instead = scanner.meantByRepeat(word) {
        throw scanner.unexpected("a setting or the beginning of a step", at: start, instead: instead)
      }
      let known = SettingName.allCases.filter { $0.scope != (isPlan ? .configuration : .plans) }.map(\.rawValue)
      let nearest = nearestWord(to: word, in: known + (isPlan ? PlanReader.stepWords : []))
      throw scanner.error(.unknownSetting(name: shortened(word), nearest: nearest, isPlan: isPlan), at: start)
    }
    if !isPlan, name.scope == .plans { throw scanner.error(.settingNotInConfiguration(name: word), at: start) }
    scanner.skipSpaces()
    var identity = word
    switch name {
    case .name: settings.name = try text()
    case .about: settings.about = try text()
    case .pace:
      let kind = try kind()
      identity += " \(kind.rawValue)"
      scanner.skipSpaces()
      settings.paces[kind] = try scanner.pace()
    case .distanceUnits: settings.distanceUnits = try choice(DistanceUnit.self, DistanceUnit.init(spelling:))
    case .paceUnits: settings.paceUnits = try choice(PaceUnit.self, PaceUnit.init(spelling:))
    case .leadIn: settings.leadIn = try isOff() ? .zero : scanner.duration(or: "off")
    case .skipLast: settings.skipLast = try isOff() ? .off : .kind(kind())
    case .defaultPlan: settings.defaultPlan = try planName()
    case .onSleep: settings.onSleep = try choice(SleepPolicy.self)
    case .resumeWithin: settings.resumeWithin = try period(.seconds(1)...PlanLimits.longest)
    case .sound: try sound(&identity, start)
    case .volume: settings.volume = try scanner.wholeNumber(0...100)
    case .voiceLanguage: settings.voiceLanguage = try scanner.languageTag()
    case .voiceRate: settings.voiceRate = try scanner.wholeNumber(0...100)
    case .voiceVolume: settings.voiceVolume = try scanner.wholeNumber(0...100)
    case .countdown: settings.countdown = try scanner.countdown()
    case .remainingEvery: settings.remainingEvery = try period(.seconds(10)...PlanLimits.longest)
    case .beltLag: settings.beltLag = try period(.seconds(1) ... .seconds(60))
    case .cue:
      let cue = try cue(&identity)
      settings.cues[cue] = try scanner.channels()
    case .say:
      let cue = try cue(&identity)
      settings.sayings[cue] = try scanner.template()
    case .hook:
      let cue = try cue(&identity)
      settings.hooks.append(try scanner.hook(for: cue))
    case .notify: settings.notify = try choice(NotifyMode.self)
    case .mpris: settings.mpris = try isOn()
    }
    let isRepeatable = name == .hook
    guard given.insert(identity).inserted || isRepeatable else {
      throw scanner.error(.settingGivenTwice(name: identity), at: start)
    }
  }

  /// The error of what stands behind a value.
  private func behindSetting() -> NotationError {
    let separator: NotationError.Separator? =
      switch scanner.next {
      case UInt8(ascii: "%"): .percent
      case UInt8(ascii: ","): .comma
      case UInt8(ascii: ";"): .semicolon
      default: nil
      }
    return scanner.error(.behindSetting(found: scanner.found(at: scanner.offset), separator))
  }

  private mutating func text() throws(NotationError) -> String {
    guard let text = try scanner.quotedText() else { throw scanner.unexpected("a text in quotes") }
    return text
  }

  private mutating func kind() throws(NotationError) -> Kind {
    let start = scanner.offset
    let words = Kind.allCases.map(\.rawValue)
    guard let kind = Kind(rawValue: scanner.word()) else {
      throw scanner.unexpected("a kind: \(words.listed("or"))", words: words, at: start)
    }
    return kind
  }

  /// Reads one of an enum's raw values, which may hold a slash; `read` takes other spellings too.
  private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type, _ read: (String) -> Choice? = Choice.init(rawValue:)
  ) throws(NotationError) -> Choice {
    let start = scanner.offset
    var word = scanner.word()
    if scanner.skip("/") { word += "/\(scanner.word())" }
    let words = Choice.allCases.map(\.rawValue)
    guard let choice = read(word) else {
      throw scanner.unexpected(words.listed("or"), words: words, at: start, typed: word)
    }
    return choice
  }

  private mutating func isOff() throws(NotationError) -> Bool {
    guard scanner.peekWord() == "off" else { return false }
    _ = scanner.word()
    return true
  }

  private mutating func isOn() throws(NotationError) -> Bool {
    let start = scanner.offset
    switch scanner.word() {
    case "on": return true
    case "off": return false
    default: throw scanner.unexpected("on or off", words: ["on", "off"], at: start)
    }
  }

  /// Reads `on` or `off`, or what is to be heard at a kind of interval or a cue.
  private mutating func sound(_ identity: inout String, _ setting: Int) throws(NotationError) {
    let start = scanner.offset
    let word = scanner.peekWord(hyphens: true)
    guard let subject = SoundSubject.allCases.first(where: { $0.word == word }) else {
      let words = SoundSubject.allCases.map(\.word)
      var ahead = scanner
      _ = ahead.word(hyphens: true)
      ahead.skipSpaces()
      guard ahead.isAtLineEnd, nearestWord(to: word, in: words) == nil || word == "on" || word == "off" else {
        throw scanner.unexpected("on, off, a kind or a cue", words: words, at: start)
      }
      settings.sound = try isOn()
      return
    }
    _ = scanner.word(hyphens: true)
    identity += " \(word)"
    if isPlan { throw scanner.error(.settingNotInPlan(name: identity, why: "a plan cannot name a file"), at: setting) }
    scanner.skipSpaces()
    settings.sounds[subject] = try scanner.soundName()
  }

  private mutating func cue(_ identity: inout String) throws(NotationError) -> Cue {
    let start = scanner.offset
    let words = Cue.allCases.map(\.rawValue)
    guard let cue = Cue(rawValue: scanner.word(hyphens: true)) else {
      throw scanner.unexpected("a cue: \(words.listed("or"))", words: words, at: start)
    }
    identity += " \(cue.rawValue)"
    scanner.skipSpaces()
    return cue
  }

  /// Reads a time within a range, or `off`, which is zero.
  private mutating func period(_ range: ClosedRange<Duration>) throws(NotationError) -> Duration {
    guard try !isOff() else { return .zero }
    let start = scanner.offset
    let period = try scanner.duration(or: "off")
    guard range.contains(period) else {
      let bounds = "\(range.lowerBound.notation) to \(range.upperBound.notation)"
      throw scanner.error(.outOfRange(found: shortened(scanner.text(from: start)), range: bounds), at: start)
    }
    return period
  }

  /// Reads a plan's name, bare or in quotes.
  private mutating func planName() throws(NotationError) -> String {
    if let text = try scanner.quotedText() { return text }
    let start = scanner.offset
    while let next = scanner.next, !scanner.isAtLineEnd, next > UInt8(ascii: " ") { scanner.offset += 1 }
    guard scanner.offset > start else { throw scanner.unexpected("a plan's name") }
    return scanner.text(from: start)
  }
}
