import Text
import WorkoutModel

/// Parser of the weeks of a training program.
struct ProgramReader {
  private var scanner: Scanner
  /// The offsets of the steps of each plan, by week.
  private(set) var offsets: [[[Int]]] = []

  init(_ scanner: Scanner) {
    self.scanner = scanner
  }

  /// Reads the rest of the text, which must consist of weeks.
  mutating func program() throws(NotationError) -> TrainingProgram {
    var weeks: [TrainingProgram.Week] = []
    var count = 0
    repeat {
      weeks.append(try week(weeks.count + 1, &count))
    } while scanner.next != nil
    return TrainingProgram(weeks)
  }

  /// Reads a week with its sessions; `count` is the number of sessions in the program so far.
  private mutating func week(_ number: Int, _ count: inout Int) throws(NotationError) -> TrainingProgram.Week {
    scanner.skipLines()
    guard scanner.peekWord(hyphens: true) == "week" else { throw missingWeek(number) }
    _ = scanner.word()
    scanner.skipSpaces()
    try weekNumber(number)
    scanner.skipSpaces()
    let label = try scanner.quotedText(.label)
    scanner.skipSpaces()
    guard scanner.isAtLineEnd else {
      let expected = label == nil ? "a label in quotes or the end of the line" : "the end of the line"
      throw scanner.unexpected(expected, fix: scanner.isNext(":") ? .leaveOut(":") : nil)
    }
    scanner.skipLines()
    var week = TrainingProgram.Week(label: label, [])
    offsets.append([])
    repeat {
      week.sessions.append(try sessions(after: week.sessions.last, inWeek: number, &count))
      scanner.skipLines()
    } while scanner.next != nil && scanner.peekWord(hyphens: true) != "week"
    return week
  }

  private mutating func weekNumber(_ number: Int) throws(NotationError) {
    let start = scanner.offset
    let digits = scanner.digits()
    guard !digits.isEmpty else { throw scanner.unexpected("the number of the week", fix: .oneOf(["week \(number)"])) }
    guard Int(digits) == number else {
      throw scanner.error(.weekOutOfOrder(found: digits.quotation, expected: number), at: start)
    }
  }

  /// Reads a session; `previous` is the session before it in the same week.
  private mutating func sessions(
    after previous: TrainingProgram.Sessions?, inWeek week: Int, _ total: inout Int
  ) throws(NotationError) -> TrainingProgram.Sessions {
    let start = scanner.offset
    guard scanner.isAtProgramHeading, scanner.peekWord() != "week" else { throw missingSession(inWeek: week) }
    let count = try scanner.count() ?? 1
    scanner.skipSpaces()
    _ = scanner.word()
    total += count
    guard total <= TrainingProgram.maxSessions else { throw scanner.error(.tooManySessions, at: start) }
    scanner.skipSpaces()
    let label = try scanner.quotedText(.label)
    scanner.skipSpaces()
    guard scanner.skip(":") else {
      throw scanner.unexpected(label == nil ? "a label in quotes or ':'" : "':'", fix: fixForMissingColon(label))
    }
    var reader = PlanReader(scanner, inProgram: true)
    let plan = try reader.plan()
    scanner = reader.scanner
    offsets[offsets.count - 1].append(reader.offsets)
    return TrainingProgram.Sessions(count: count, label: label, plan)
  }

  // MARK: Errors

  /// The error for a text that is not a week.
  private func missingWeek(_ number: Int) -> NotationError {
    scanner.unexpected(
      "'week \(number)'", words: ["week"],
      fix: number > 1 || scanner.next == nil || scanner.peekWord().hasPrefix("we")
        ? nil : .oneOf(["week 1 on a line, and session: 30s run on the next line"]))
  }

  /// The error for a text in a week that is not a session.
  private func missingSession(inWeek week: Int) -> NotationError {
    let word = scanner.peekWord(hyphens: true)
    if SettingName(rawValue: word) != nil { return scanner.error(.settingAfterWeek(name: word)) }
    var ahead = PlanReader(scanner, inProgram: true)
    let isPlan = scanner.next != nil && (try? ahead.plan()) != nil
    var afterCount = scanner
    if !isPlan, (try? afterCount.count()) != nil { afterCount.skipSpaces() }
    return afterCount.unexpected(
      "a session such as session: 30s run", words: ["session", "week"],
      fix: isPlan ? .oneOf(["session: \(scanner.text(scanner.offset..<ahead.scanner.offset).firstLine)"]) : nil)
  }

  /// The correction of a session without a colon; nil if unknown.
  private func fixForMissingColon(_ label: String?) -> NotationError.Fix? {
    guard label == nil, scanner.next?.isLetter == true || scanner.next?.isDigit == true else { return nil }
    if scanner.next?.isDigit == true { return .oneOf(["session: \(scanner.restOfLine.quotation)"]) }
    let words = scanner.text(scanner.offset..<scanner.bytes.count).prefix { $0 != ":" && !$0.isNewline }
    return .oneOf(["session \(quoted(String(words).quotation)):"])
  }
}

extension Scanner {
  /// Whether a week or a session begins here.
  var isAtProgramHeading: Bool {
    var ahead = self
    let word = ahead.word(hyphens: true)
    guard word.isEmpty else { return word == "week" || word == "session" }
    guard !ahead.digits().isEmpty else { return false }
    ahead.skipSpaces()
    guard ahead.skip("x") || ahead.skipMultiplicationSign() else { return false }
    ahead.skipSpaces()
    return ahead.word(hyphens: true) == "session"
  }
}

extension String {
  /// The first line without spaces at its ends, quoted for a message.
  fileprivate var firstLine: String {
    String(prefix { !$0.isNewline }).trimmed(where: \.properties.isWhitespace).quotation
  }
}
