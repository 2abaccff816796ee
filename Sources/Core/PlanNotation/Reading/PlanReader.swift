import Text
import WorkoutModel

/// Parser of the steps of a plan.
struct PlanReader {
  var scanner: Scanner
  /// Offsets of all steps in reading order, in which a repeat precedes the steps of its body.
  private(set) var offsets: [Int] = []

  static let stepWords = ["until", "forever"] + Scanner.goalWords + Kind.allCases.map(\.rawValue)
  static let kindWords = Kind.allCases.map(\.rawValue)

  init(_ scanner: Scanner) {
    self.scanner = scanner
  }

  /// Reads the rest of the text, or of the session, which must consist of steps.
  mutating func plan() throws(NotationError) -> Plan {
    let start = scanner.offset
    scanner.skipLines()
    guard !isAtEnd else { throw scanner.error(.unusable(.noSteps), at: isInProgram ? start : nil) }
    let steps = try steps(depth: 0)
    guard isAtEnd else { throw scanner.error(.unmatchedParenthesis) }
    return Plan(steps)
  }

  private var isInProgram: Bool { scanner.isInProgram }

  private var isAtEnd: Bool { scanner.next == nil || (isInProgram && scanner.isAtProgramHeading) }

  /// Reads steps up to a closing parenthesis or the end of the text.
  private mutating func steps(depth: Int) throws(NotationError) -> [Step] {
    var steps: [Step] = []
    while true {
      let start = scanner.offset
      let (step, bareBody) = try step(depth: depth)
      steps.append(step)
      let end = scanner.offset
      let isNewLine = scanner.skipLines()
      let comma = scanner.offset
      if scanner.skip(",") {
        scanner.skipLines()
        if isAtEnd || scanner.isNext(")") { throw scanner.error(.trailingComma, at: comma) }
      } else if isAtEnd || scanner.isNext(")") {
        return steps
      } else if !isNewLine {
        let last = bareBody == nil ? step : step.bareBody
        throw scanner.unexpected(
          Self.continuation(of: last), words: Self.kindWords, at: comma,
          fix: fixAfterStep)
      }
      if let bareBody { throw ambiguity(repeat: start, body: bareBody, end: end, depth: depth) }
    }
  }

  /// Reads one step; if the step is a repeat without parentheses, the offset of its body is also returned.
  private mutating func step(depth: Int) throws(NotationError) -> (Step, bareBody: Int?) {
    let start = scanner.offset
    offsets.append(start)
    guard let extent = try extent() else { return (.interval(try interval()), nil) }
    guard depth < PlanLimits.maxNesting else { throw scanner.error(.tooDeep, at: start) }
    scanner.skipSpaces()
    let body = scanner.offset
    guard scanner.skip("(") else {
      guard scanner.next.map({ $0.isDigit || $0.isLetter }) == true, try peekExtent() == nil else {
        throw scanner.unexpected("'(' or an interval", fix: scanner.isAtLineEnd ? .steps(head(start, body)) : nil)
      }
      offsets.append(body)
      return (.repeat(Repeat(extent, [.interval(try interval())])), bareBody: body)
    }
    scanner.skipLines()
    let steps = try steps(depth: depth + 1)
    guard scanner.skip(")") else { throw scanner.unexpected("',' or ')'", fix: .closingParenthesis) }
    return (.repeat(Repeat(extent, steps)), nil)
  }

  private func peekExtent() throws(NotationError) -> Repeat.Extent? {
    var ahead = self
    return try ahead.extent()
  }

  /// Reads the beginning of a repeat; returns nil if an interval is next.
  private mutating func extent() throws(NotationError) -> Repeat.Extent? {
    switch scanner.peekWord() {
    case "forever":
      _ = scanner.word()
      return .forever
    case "until":
      _ = scanner.word()
      scanner.skipSpaces()
      let start = scanner.offset
      switch try scanner.goal(ofUntil: true) {
      case .time(let time): return .untilTime(time)
      case .distance(let distance): return .untilDistance(distance)
      case .open: throw scanner.unexpected("a time or a distance", at: start)
      }
    default: return try scanner.count().map { .count($0) }
    }
  }

  private mutating func interval() throws(NotationError) -> Interval {
    let first = scanner.kind()
    scanner.skipSpaces()
    let start = scanner.offset
    guard scanner.next?.isDigit == true || Scanner.goalWords.contains(scanner.peekWord()) else {
      try rejectSetting()
      if first == nil, scanner.isAtList { throw scanner.error(.listWithoutCount) }
      guard first == nil else {
        throw scanner.unexpected(
          Scanner.goalDescription, words: Scanner.goalWords, at: start)
      }
      let headings = isInProgram ? ["session", "week"] : []
      let isHeading = nearestWord(to: scanner.peekWord(hyphens: true), in: headings) != nil
      throw scanner.unexpected(
        "a step such as 30s run", words: isHeading ? headings : Self.stepWords, at: start,
        fix: !isHeading && isInProgram ? scanner.fixForProgramHeading() : nil)
    }
    if isInProgram, let fix = scanner.fixForSessionCount() {
      throw scanner.unexpected("a step such as 30s run", at: start, fix: fix)
    }
    var interval = Interval(goal: try scanner.goal())
    interval.kind = first ?? spaced { $0.scanner.kind() } ?? .interval
    if spaced({ $0.scanner.skip("@") ? true : nil }) != nil {
      scanner.skipSpaces()
      interval.pace = try scanner.pace()
    }
    var ahead = scanner
    ahead.skipSpaces()
    if let label = try ahead.quotedText(.label) {
      interval.label = label
      scanner = ahead
    }
    return interval
  }

  /// Reads spaces and the value after them; reads nothing if `read` returns nil.
  private mutating func spaced<Value>(_ read: (inout PlanReader) -> Value?) -> Value? {
    var ahead = self
    ahead.scanner.skipSpaces()
    guard let value = read(&ahead) else { return nil }
    self = ahead
    return value
  }

  private func rejectSetting() throws(NotationError) {
    let word = scanner.peekWord(hyphens: true)
    if SettingName(rawValue: word) != nil {
      throw scanner.error(isInProgram ? .settingAfterWeek(name: word) : .settingAfterStep(name: word))
    }
    if !isInProgram, scanner.isAtProgramHeading { throw scanner.error(.programInPlan(word: word)) }
  }
}

extension PlanReader {
  /// Description of the texts that may follow a step.
  private static func continuation(of step: Step) -> String {
    guard case .interval(let interval) = step, interval.label == nil else { return "',' or the end of the line" }
    if interval.pace != nil { return "a label in quotes, ',' or the end of the line" }
    return interval.kind == .interval
      ? "a kind such as run, '@', ',' or the end of the line" : "'@', ',' or the end of the line"
  }

  /// The beginning of a repeat up to its opening parenthesis.
  ///
  /// A space precedes the parenthesis except after a count such as `4x`.
  private func head(_ start: Int, _ body: Int) -> String {
    let extent = scanner.text(start..<body).quotation
    return extent.last.map("xX×".contains) == true ? "\(extent.filter { $0 != " " })(" : "\(extent) ("
  }

  /// The error for a repeat without parentheses that is not the last step of its list.
  ///
  /// The error contains the line with both possible meanings.
  private func ambiguity(repeat start: Int, body: Int, end: Int, depth: Int) -> NotationError {
    var ahead = self
    let nextStart = ahead.scanner.offset
    guard (try? ahead.step(depth: depth)) != nil else { return scanner.error(.ambiguousBody(readings: []), at: body) }
    let next = ahead.scanner.text(from: nextStart)
    var first = scanner
    first.offset = start
    let before = "\(first.lineSoFar)\(head(start, body))\(scanner.text(body..<end))"
    let readings = ["\(before), \(next))", "\(before)), \(next)"].map { $0 + ahead.scanner.textToLineEnd }
    return scanner.error(
      .ambiguousBody(readings: readings.contains { $0.unicodeScalars.count > 200 } ? [] : readings), at: body)
  }
}

extension Step {
  /// If the step is a repeat without parentheses, its only interval; if the step is an interval, this interval.
  fileprivate var bareBody: Step {
    if case .repeat(let `repeat`) = self { `repeat`.body[0] } else { self }
  }
}

extension Scanner {
  /// Reads a count such as `4x`; reads nothing and returns nil if no count is next.
  mutating func count() throws(NotationError) -> Int? {
    var ahead = self
    let digits = ahead.digits()
    ahead.skipSpaces()
    guard !digits.isEmpty, ahead.skip("x") || ahead.skipMultiplicationSign() else { return nil }
    guard let count = Int(digits), PlanLimits.counts.contains(count) else {
      throw error(.countOutOfRange(count: digits.quotation))
    }
    self = ahead
    return count
  }

  /// Reads `×` if it is next.
  mutating func skipMultiplicationSign() -> Bool {
    guard bytes[offset...].starts(with: [0xC3, 0x97]) else { return false }
    offset += 2
    return true
  }
}
