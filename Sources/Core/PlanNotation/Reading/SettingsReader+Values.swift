import Text
import WorkoutModel

/// The values of settings.
extension SettingsReader {
  mutating func kind() throws(NotationError) -> Kind {
    let start = scanner.offset
    if let kind = scanner.kind() { return kind }
    let words = Kind.allCases.map(\.rawValue)
    throw scanner.unexpected(
      "a kind: \(words.listed("or"))", words: words, at: start,
      fix: Kind(meantBy: scanner.word()).map { .oneOf([$0.rawValue]) })
  }

  /// Reads a word and converts it to a value of an enum; the word may contain hyphens and a slash.
  ///
  /// `read` is the conversion, which may accept spellings other than the raw values.
  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ type: Choice.Type, _ read: (String) -> Choice? = Choice.init(rawValue:)
  ) throws(NotationError) -> Choice {
    let start = scanner.offset
    var word = scanner.word(hyphens: true)
    if scanner.skip("/") { word += "/\(scanner.word())" }
    let words = Choice.allCases.map(\.rawValue)
    guard let choice = read(word) else {
      throw scanner.unexpected(words.listed("or"), words: words, at: start, typed: word)
    }
    return choice
  }

  /// Reads a source of the distance; the error for a known synonym, such as `belt`, contains the correct word.
  mutating func distanceSource() throws(NotationError) -> DistanceSource {
    guard let meant = DistanceSource(meantBy: scanner.peekWord(hyphens: true)) else {
      return try choice(DistanceSource.self)
    }
    throw scanner.unexpected(DistanceSource.allCases.map(\.rawValue).listed("or"), fix: .oneOf([meant.rawValue]))
  }

  mutating func isOff() throws(NotationError) -> Bool {
    guard scanner.peekWord() == "off" else { return false }
    _ = scanner.word()
    return true
  }

  mutating func isOn() throws(NotationError) -> Bool {
    let start = scanner.offset
    switch scanner.word() {
    case "on": return true
    case "off": return false
    case "yes", "true", "enable", "enabled": throw scanner.unexpected("on or off", at: start, fix: .oneOf(["on"]))
    case "no", "false", "disable", "disabled", "none", "never":
      throw scanner.unexpected("on or off", at: start, fix: .oneOf(["off"]))
    default: throw scanner.unexpected("on or off", words: ["on", "off"], at: start)
    }
  }

  /// Reads `on` or `off`, or the name of a kind or cue and then the name of its sound.
  mutating func sound(_ identity: inout String, _ setting: Int) throws(NotationError) {
    let start = scanner.offset
    let word = scanner.peekWord(hyphens: true)
    guard let subject = SoundSubject.allCases.first(where: { $0.word == word }) else {
      let words = SoundSubject.allCases.map(\.word)
      var ahead = scanner
      _ = ahead.word(hyphens: true)
      ahead.skipSpaces()
      guard ahead.isAtLineEnd, nearestWord(to: word, in: words) == nil || word == "on" || word == "off" else {
        let text = word.isEmpty ? try ahead.quotedText().map { quoted($0.quotation) } : nil
        throw scanner.unexpected(
          "on, off, a kind or a cue", words: words, at: start, fix: text.map { .oneOf(["sound run \($0)"]) })
      }
      settings.sound = try isOn()
      return
    }
    _ = scanner.word(hyphens: true)
    identity += " \(word)"
    if isPlan { throw scanner.error(.settingNotInPlan(name: identity, why: "a plan cannot name a file"), at: setting) }
    try skipToValue()
    settings.sounds[subject] = try scanner.soundName()
  }

  /// Reads the word `all`, which means all cues; returns false if another word is next.
  mutating func isAll(_ identity: inout String) throws(NotationError) -> Bool {
    guard scanner.peekWord(hyphens: true) == "all" else { return false }
    _ = scanner.word()
    identity += " all"
    try skipToValue()
    return true
  }

  /// Reads the name of a cue; an error for an unknown name also lists `others`.
  mutating func cue(
    _ identity: inout String, or others: [String] = []
  ) throws(NotationError) -> Cue {
    let start = scanner.offset
    let words = Cue.allCases.map(\.rawValue) + others
    guard let cue = Cue(rawValue: scanner.word(hyphens: true)) else {
      throw scanner.unexpected("a cue: \(words.listed("or"))", words: words, at: start)
    }
    identity += " \(cue.rawValue)"
    try skipToValue()
    return cue
  }

  /// Reads a time within a range, or `off`, which means zero.
  mutating func period(_ range: ClosedRange<Duration>) throws(NotationError) -> Duration {
    guard try !isOff() else { return .zero }
    let start = scanner.offset
    let period = try scanner.duration(or: "off")
    guard range.contains(period) else {
      let bounds = "\(range.lowerBound.notation) to \(range.upperBound.notation)"
      throw scanner.error(.outOfRange(found: scanner.text(from: start).quotation, range: bounds), at: start)
    }
    return period
  }

  /// Reads a time such as `800ms` or `1.5s`, or `off`, which means zero.
  mutating func wakeTime() throws(NotationError) -> Duration {
    let start = scanner.offset
    var ahead = scanner
    let number = ahead.digits()
    guard ahead.word() == "ms", let milliseconds = Int(number) else { return try period(Settings.wakeOutputRange) }
    guard Settings.wakeOutputRange.contains(.milliseconds(milliseconds)) else {
      throw scanner.error(
        .outOfRange(found: ahead.text(start..<ahead.offset).quotation, range: "100ms to 5s"), at: start)
    }
    scanner = ahead
    return .milliseconds(milliseconds)
  }

  /// Reads the name of a plan, with or without quotes.
  mutating func planName() throws(NotationError) -> String {
    if let text = try scanner.quotedText() { return text }
    let start = scanner.offset
    while let next = scanner.next, !scanner.isAtLineEnd, next > UInt8(ascii: " ") { scanner.offset += 1 }
    guard scanner.offset > start else { throw scanner.unexpected("a plan's name") }
    return scanner.text(from: start)
  }
}
