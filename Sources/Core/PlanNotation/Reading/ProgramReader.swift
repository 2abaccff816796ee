import Text
import WorkoutModel

/// Parser of the weeks of a training program.
struct ProgramReader {
  private var scanner: Scanner
  /// The offsets of the steps of each plan, by week.
  private(set) var offsets: [[[Int]]] = []

  init(_ scanner: Scanner) {
    self.scanner = scanner
    self.scanner.isInProgram = true
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
      throw scanner.unexpected(expected, fix: fixAfterWeek(number, label))
    }
    scanner.skipLines()
    var week = TrainingProgram.Week(label: label, [])
    offsets.append([])
    repeat {
      week.sessions.append(try sessions(&count))
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

  /// Reads a session; `total` is the number of sessions in the program so far.
  private mutating func sessions(_ total: inout Int) throws(NotationError) -> TrainingProgram.Sessions {
    let start = scanner.offset
    guard scanner.isAtProgramHeading, scanner.peekWord() != "week" else { throw missingSession() }
    let count: Int
    do {
      count = try scanner.count() ?? 1
    } catch {
      throw scanner.unexpected(
        "a count from 1 to \(TrainingProgram.maxSessions)", fix: .oneOf(["session: 30s run", "3x session: 30s run"]))
    }
    scanner.skipSpaces()
    _ = scanner.word()
    total += count
    guard total <= TrainingProgram.maxSessions else { throw scanner.error(.tooManySessions, at: start) }
    scanner.skipSpaces()
    let label = try scanner.quotedText(.label)
    scanner.skipSpaces()
    guard scanner.skip(":") else {
      throw scanner.unexpected(label == nil ? "a label in quotes or ':'" : "':'", fix: fixForMissingColon(label, start))
    }
    var reader = PlanReader(scanner)
    let plan = try reader.plan()
    scanner = reader.scanner
    offsets[offsets.count - 1].append(reader.offsets)
    return TrainingProgram.Sessions(count: count, label: label, plan)
  }

  // MARK: Errors

  /// The error for a text that is not a week.
  private func missingWeek(_ number: Int) -> NotationError {
    var fix: NotationError.Fix?
    if number == 1, !scanner.peekWord().hasPrefix("we") {
      let isPlan = scanner.next.map { $0.isDigit || $0.isLetter } == true && !scanner.isAtProgramHeading
      fix = isPlan ? .week : .oneOf(["week 1 on a line, and session: 30s run on the next line"])
    }
    return scanner.unexpected("'week \(number)'", words: ["week"], fix: fix)
  }

  /// The error for a text in a week that is not a session.
  private func missingSession() -> NotationError {
    let word = scanner.peekWord(hyphens: true)
    if SettingName(rawValue: word) != nil { return scanner.error(.settingAfterWeek(name: word)) }
    if scanner.next == nil || word == "week" {
      return scanner.unexpected(
        "a session such as session: 30s run", fix: .oneOf(["a session on the line after week \(offsets.count)"]))
    }
    var start = scanner
    if start.skipAny(of: Scanner.bullets) { start.skipSpaces() }
    let plan = start.sessionPlan
    var afterCount = scanner
    if plan == nil, (try? afterCount.count()) != nil { afterCount.skipSpaces() }
    return afterCount.unexpected(
      "a session such as session: 30s run", words: ["session", "week"],
      fix: plan.map { .oneOf(["session: \($0)"]) } ?? scanner.fixForBullet() ?? scanner.fixForProgramHeading())
  }

  /// The correction of a text after the number of a week.
  private func fixAfterWeek(_ number: Int, _ label: String?) -> NotationError.Fix? {
    var ahead = scanner
    let hasSign = ahead.skipAny(of: [":", "-", "–", ".", ",", ")", ";"])
    ahead.skipSpaces()
    let heading = (["week \(number)"] + [label.map { quoted($0.quotation) }].compactMap(\.self)).joined(separator: " ")
    if ahead.isAtProgramHeading { return .oneOf(["\(heading) on a line of its own, and the session on the next line"]) }
    if hasSign, ahead.isAtLineEnd { return .leaveOut(scanner.symbol(at: scanner.offset)) }
    let words = "\(label ?? "") \(ahead.restOfLine)".withoutQuotes.labelText
    return words.isEmpty ? nil : .oneOf(["week \(number) \(quoted(words))"])
  }

  /// The correction of a session without a colon; nil if unknown.
  ///
  /// `start` is the offset of the session.
  private func fixForMissingColon(_ label: String?, _ start: Int) -> NotationError.Fix? {
    let heading = scanner.text(start..<scanner.offset).firstLine
    guard !scanner.isAtLineEnd else { return .oneOf(["\(heading): 30s run"]) }
    var ahead = scanner
    // The number of the session, as in `session 2: 30s run`.
    if label == nil, !ahead.digits().isEmpty {
      let number = ahead.text(from: scanner.offset)
      // A digit after a colon or a point belongs to the same value.
      let isNumber = !ahead.skipAny(of: [":", ".", ")", "-", "–"]) || ahead.next?.isDigit != true
      ahead.skipSpaces()
      if isNumber, ahead.isAtStep {
        return .leaveOut(number.quotation, result: "\(heading): \(ahead.quotedLine)")
      }
      return .oneOf(["\(heading): \(scanner.quotedLine)"])
    }
    if ahead.skipAny(of: ["-", "–", "=", ";", ".", ","]) { ahead.skipSpaces() }
    if ahead.isAtStep { return .oneOf(["\(heading): \(ahead.quotedLine)"]) }
    guard scanner.next?.isLetter == true else { return nil }
    guard label == nil else { return .oneOf(["\(heading): 30s run"]) }
    return .oneOf(["\(heading) \(scanner.labelAndPlan())"])
  }
}

extension Scanner {
  /// Whether a week or a session begins here.
  var isAtProgramHeading: Bool { programHeading != nil }

  /// The word of the week or session that begins here, and the offset after this word; nil if neither begins here.
  var programHeading: (word: String, end: Int)? {
    var ahead = self
    let isCounted = !ahead.digits().isEmpty
    if isCounted {
      ahead.skipSpaces()
      guard ahead.skip("x") || ahead.skipMultiplicationSign() else { return nil }
      ahead.skipSpaces()
    }
    let word = ahead.word(hyphens: true)
    return word == "session" || word == "week" && !isCounted ? (word, ahead.offset) : nil
  }
}

extension Scanner {
  /// The rest of the line, quoted for a message.
  fileprivate var quotedLine: String { text(offset..<bytes.count).firstLine }

  /// The first line of the plan of a session that is next; nil if no plan is next.
  fileprivate var sessionPlan: String? {
    var reader = PlanReader(self)
    return (try? reader.plan()).map { _ in text(offset..<reader.scanner.offset).firstLine }
  }

  /// The next words as a label in quotes, and the plan after them; if no plan follows, the plan is an example.
  ///
  /// The plan begins with the first digit, or after the first colon.
  fileprivate func labelAndPlan() -> String {
    var label = ""
    for isEnd: (UInt8) -> Bool in [{ $0.isDigit || ":\n".utf8.contains($0) }, { ":\n".utf8.contains($0) }] {
      var ahead = self
      ahead.offset = bytes[offset...].firstIndex(where: isEnd) ?? bytes.count
      label = quoted(ahead.text(from: offset).withoutQuotes.labelText)
      if ahead.skip(":") { ahead.skipSpaces() }
      if !ahead.isAtLineEnd, let plan = ahead.sessionPlan { return "\(label): \(plan)" }
    }
    return "\(label): 30s run"
  }

  /// The correction of a session after the bullet of a list: the line without the bullet; nil for any other text.
  fileprivate func fixForBullet() -> NotationError.Fix? {
    var ahead = self
    guard ahead.skipAny(of: Self.bullets) else { return nil }
    ahead.skipSpaces()
    guard ahead.isAtProgramHeading else { return nil }
    return .leaveOut(symbol(at: offset), result: ahead.quotedLine)
  }

  static let bullets = ["-", "–", "*", "•"]

  /// Whether the beginning of a step is next.
  fileprivate var isAtStep: Bool {
    var ahead = self
    return next?.isDigit == true || ahead.kind() != nil || PlanReader.stepWords.contains(peekWord())
  }

  /// The correction of a line that probably means a week or a session; nil if unknown.
  ///
  /// Examples are `3 sessions: 30m run`, `Day 2: 30m run` and `Woche 2`.
  func fixForProgramHeading() -> NotationError.Fix? {
    if let fix = fixForSessionCount() { return fix }
    var ahead = self
    guard nearestWord(to: peekWord(hyphens: true), in: ["session", "week"] + PlanReader.stepWords) == nil else {
      return nil
    }
    let start = offset
    while let next = ahead.next, next.isLetter || next.isDigit || next == UInt8(ascii: " ") || next >= 0x80 {
      ahead.offset += 1
    }
    let words = ahead.text(from: start).firstLine
    guard words.first?.isLetter == true else { return nil }
    if ahead.isAtLineEnd, let number = Int(words.split(separator: " ").last ?? "") {
      return .oneOf(["week \(number) for a week", "session: 30s run for a session"])
    }
    guard ahead.skip(":") else { return nil }
    ahead.skipSpaces()
    guard ahead.isAtStep else { return nil }
    return .oneOf(["session \(quoted(words)): \(ahead.quotedLine)"])
  }
}

extension String {
  /// The first line without spaces at its ends, quoted for a message.
  fileprivate var firstLine: String {
    String(prefix { !$0.isNewline }).trimmed(where: \.properties.isWhitespace).quotation
  }

  /// The first line without punctuation and spaces at its ends, quoted for a message.
  fileprivate var labelText: String {
    String(prefix { !$0.isNewline })
      .trimmed { $0.properties.isWhitespace || ",;:-–—".unicodeScalars.contains($0) }.quotation
  }

  /// The text without straight quotes.
  ///
  /// Scalars are compared, because the comparison of a character with many combining marks is slow.
  fileprivate var withoutQuotes: String { String(UnicodeScalarView(unicodeScalars.filter { $0 != "\"" })) }
}
