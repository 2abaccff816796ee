import Text
import WorkoutModel

/// Parsers of values in settings about cues.
extension Scanner {
  /// Reads a whole number within a range.
  mutating func wholeNumber(_ range: ClosedRange<Int>) throws(NotationError) -> Int {
    let start = offset
    let digits = digits()
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    guard !digits.isEmpty else { throw unexpected("a whole number from \(bounds)") }
    guard let number = Int(digits), range.contains(number) else {
      throw error(.outOfRange(found: digits.quotation, range: bounds), at: start)
    }
    return number
  }

  /// Reads a reduction in decibels such as `12dB`, and then `all` or nothing; or `off`.
  mutating func ducking() throws(NotationError) -> Ducking {
    guard peekWord() != "off" else {
      _ = word()
      return .off
    }
    let start = offset
    let number = digits()
    let range = Ducking.range
    let words = "a reduction from \(range.lowerBound)dB to \(range.upperBound)dB, or off"
    guard !number.isEmpty else { throw unexpected(words, at: start) }
    skipSpaces()
    guard word() == "db" else { throw unexpected(words, at: start, fix: .oneOf(["\(number)dB"])) }
    guard let decibels = Int(number), range.contains(decibels) else {
      let bounds = "\(range.lowerBound)dB to \(range.upperBound)dB"
      throw error(.outOfRange(found: text(from: start).quotation, range: bounds), at: start)
    }
    skipSpaces()
    guard peekWord() == "all" else { return .voice(decibels: decibels) }
    _ = word()
    return .all(decibels: decibels)
  }

  /// Reads one or more whole numbers of seconds without repetition, or `off` for none.
  mutating func countdown() throws(NotationError) -> [Int] {
    guard peekWord() != "off" else {
      _ = word()
      return []
    }
    var seconds: [Int] = []
    repeat {
      let start = offset
      let second = try wholeNumber(1...3600)
      guard !seconds.contains(second) else { throw unexpected("another number, or the end of the line", at: start) }
      guard seconds.count < Self.maxCountdown else { throw unexpected("the end of the line", at: start) }
      seconds.append(second)
      skipSpaces()
    } while next?.isDigit == true
    return seconds
  }

  /// Reads one or more channels without repetition, or `off` for none.
  mutating func channels() throws(NotationError) -> Set<Channel> {
    guard peekWord() != "off" else {
      _ = word()
      return []
    }
    var channels: Set<Channel> = []
    let words = Channel.allCases.map(\.rawValue)
    repeat {
      let start = offset
      guard let channel = Channel(rawValue: word()) else {
        throw unexpected(
          (words + ["off"]).listed("or"), words: words + ["off"], at: start, fix: isNext(",") ? .spaces : nil)
      }
      guard channels.insert(channel).inserted else {
        throw unexpected("another channel, or the end of the line", at: start)
      }
      skipSpaces()
    } while !isAtLineEnd
    return channels
  }

  /// Reads a text in quotes that contains fields in braces.
  mutating func template(limited: LimitedText? = nil) throws(NotationError) -> CueTemplate {
    let start = offset
    let text = try text(limited: limited)
    do {
      return try CueTemplate(parsing: text)
    } catch {
      throw self.error(Self.reason(for: error), at: offset(of: error, in: text, from: start))
    }
  }

  /// Reads a program and its arguments, each a text in quotes.
  mutating func hook(for cue: Cue) throws(NotationError) -> Hook {
    let start = offset
    guard let program = try quotedText() else { throw unquotedProgram() }
    guard program.isAbsolutePath else {
      throw error(.programNotAbsolute(program: program.quotation), at: start)
    }
    var arguments: [CueTemplate] = []
    skipSpaces()
    while !isAtLineEnd {
      guard isNext("\"") else { throw unquotedArguments() }
      arguments.append(try template())
      skipSpaces()
    }
    return Hook(cue: cue, program: program, arguments: arguments)
  }

  /// The error for a program without quotes; the hint puts quotes around the program and its arguments.
  private func unquotedProgram() -> NotationError {
    let words = wordsOfLine
    let expected = "a program, as a text in quotes"
    guard let program = words.first else { return unexpected(expected) }
    let isAbsolute = program.isAbsolutePath
    let path = isAbsolute ? program : "/usr/bin/\(program.split(separator: "/").last ?? "")"
    let line = lineSoFar + ([path] + words.dropFirst()).map(quoted).joined(separator: " ")
    return unexpected(expected, fix: isAbsolute ? .oneOf([line]) : .fullPath(line))
  }

  /// The error for arguments without quotes.
  private func unquotedArguments() -> NotationError {
    unexpected(
      "an argument, as a text in quotes", fix: .oneOf([lineSoFar + wordsOfLine.map(quoted).joined(separator: " ")]))
  }

  private var wordsOfLine: [String] { restOfLine.quotation.split(separator: " ").map(String.init) }

  /// Reads the absolute path of a sound, or the name of a sound in the sound theme, as a text in quotes.
  mutating func soundName() throws(NotationError) -> String {
    let start = offset
    let name = try text("a sound, as a text in quotes")
    guard !name.isEmpty, name.isAbsolutePath || !name.utf8.contains(UInt8(ascii: "/")) else {
      throw error(.soundNotAbsolute(sound: name.quotation), at: start)
    }
    return name
  }

  /// Reads a language tag such as `en` or `en-GB`, with or without quotes.
  mutating func languageTag() throws(NotationError) -> String {
    let start = offset
    let quoted = try quotedText()
    if quoted == nil {
      while let next, next.isLetter || next.isDigit || next == UInt8(ascii: "-") { offset += 1 }
    }
    let tag = quoted ?? text(from: start)
    let isTag =
      (2...35).contains(tag.utf8.count)
      && tag.utf8.allSatisfy {
        $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-")
      }
    guard isTag else { throw unexpected("a language such as en or en-GB", at: start) }
    return tag
  }

  private static func reason(for error: FieldTemplateError) -> NotationError.Reason {
    switch error {
    case .unknownField(let name, _):
      .unknownField(name: name.quotation, nearest: nearestWord(to: name, in: CueField.allCases.map(\.rawValue)))
    case .looseBrace: .looseBrace
    }
  }

  /// The offset of an error in a quoted text.
  ///
  /// `text` is the content of the quoted text, without escapes. The quoted text begins at `start`, and contains a
  /// backslash before each quote and each backslash of the content.
  private func offset(of error: FieldTemplateError, in text: String, from start: Int) -> Int {
    let index =
      switch error {
      case .unknownField(_, let index), .looseBrace(let index): index
      }
    return text.prefix(scalars: index).utf8.reduce(start + 1) { offset, byte in
      offset + (byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1)
    }
  }

  /// Maximum number of values of a countdown.
  private static let maxCountdown = 60
}

extension String {
  /// Whether the text begins with a slash.
  ///
  /// Only bytes are compared: `hasPrefix` needs quadratic time for a series of combining marks.
  fileprivate var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
}
