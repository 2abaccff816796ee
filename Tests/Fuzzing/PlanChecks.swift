import PlanNotation
import TestSupport
import WorkoutEngine
import WorkoutModel

/// Checks that a value can be read back from its notation, and that the result has the same notation.
func checkPrinting<Value: Equatable>(
  of value: Value, _ print: (Value) -> String, _ read: (String) throws(NotationError) -> Value
) throws(Violation) {
  let printed = print(value)
  // Canonical notation can be longer than the original text, so it can exceed the size limit.
  guard printed.utf8.count <= 65_536 else { return }
  let readBack: Value
  do {
    readBack = try read(printed)
  } catch {
    throw Violation("the notation of a value is refused: \(error) \(printed.debugDescription)")
  }
  try require(readBack == value, "the notation is read back as another value: \(printed.debugDescription)")
  try require(print(readBack) == printed, "the notation changes after reading it back: \(printed.debugDescription)")
}

extension NotationError {
  /// Checks that the position of the error is inside the text, and that its messages are short and printable.
  func check(in text: String) throws(Violation) {
    let bytes = Array(text.utf8.dropFirst(text.utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0))
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    try require(lines.indices.contains(line - 1), "line \(line) is outside the text of \(lines.count) lines: \(self)")
    var lineBytes = lines[line - 1]
    if lineBytes.last == UInt8(ascii: "\r") { lineBytes.removeLast() }
    try require(lineText.utf8.elementsEqual(lineBytes), "the shown line differs from line \(line): \(self)")
    try require(
      (1...lineText.unicodeScalars.count + 1).contains(column), "column \(column) is outside its line: \(self)")
    try require(!message.isEmpty, "the message is empty: \(self)")
    for text in [message, hint ?? ""] {
      try require(text.unicodeScalars.count <= Self.maxScalars, "the message is too long: \(text)")
      try require(
        text.unicodeScalars.allSatisfy(\.isPrintable), "the message is not printable: \(text.debugDescription)")
    }
    let excerpt = excerpt().split(separator: "\n", omittingEmptySubsequences: false)
    try require(excerpt.count == 2, "the excerpt has \(excerpt.count) lines")
    for line in excerpt {
      try require(line.unicodeScalars.count <= 80, "the excerpt is too wide: \(line.debugDescription)")
      try require(
        line.unicodeScalars.allSatisfy(\.isPrintable), "the excerpt is not printable: \(line.debugDescription)")
    }
  }

  /// Maximum length of a message, enough for the longest list of alternatives and several quotations.
  private static let maxScalars = 500
}

extension Unicode.Scalar {
  /// Whether the character affects neither a terminal, nor line breaks, nor the writing direction.
  fileprivate var isPrintable: Bool {
    if (0x20..<0x7F).contains(value) { return true }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }
}

extension Timeline {
  /// Checks that the positions of the timeline are consistent with its totals and with each other.
  func check() throws(Violation) {
    try checkBeginning()
    let end = totals.duration ?? .seconds(180_000)
    for offset in [.zero, .nanoseconds(1), end / 3, end / 2, end - .nanoseconds(1), end, end + .seconds(1)] {
      guard let (position, elapsed) = position(at: offset) else { continue }
      try check(position, after: elapsed, at: offset)
    }
    if let duration = totals.duration {
      try require(
        position(at: duration) == nil && position(at: .nanoseconds(-1)) == nil, "a position exists outside the timeline"
      )
    }
    for fraction in [0, 0.3, 0.5, 1, 1.5] {
      _ = time(atMetres: (totals.metres ?? 1000) * fraction)
    }
  }

  /// Checks the first positions, up to the first interval without a duration.
  private func checkBeginning() throws(Violation) {
    var offset = Duration.zero
    var current = start
    for _ in 0..<24 {
      if let (position, elapsed) = position(at: offset) {
        try require(position == current && elapsed == .zero, "the position at \(offset) is \(position), not \(current)")
      }
      try check(current, after: .zero, at: offset)
      guard let duration = interval(at: current).duration, let next = position(after: current) else { return }
      offset += duration
      current = next
    }
  }

  private func check(_ position: Position, after elapsed: Duration, at offset: Duration) throws(Violation) {
    let interval = interval(at: position)
    let remaining = totals(after: position)
    try require(
      elapsed >= .zero && elapsed < interval.duration ?? .seconds(1_000_000),
      "the elapsed time \(elapsed) is outside \(interval)")
    for round in rounds(at: position) {
      try require((1...(round.of ?? .max)).contains(round.number), "the round is out of range: \(round)")
    }
    if let total = totals.duration, let duration = interval.duration, let remaining = remaining.duration {
      try require(
        offset - elapsed + duration + remaining == total,
        "the time before and after \(offset) does not add up to \(total)")
    }
    if let total = totals.intervals, let remaining = remaining.intervals {
      try require(position.number + remaining == total, "\(position.number) and \(remaining) do not add up to \(total)")
    }
    if let next = self.position(after: position) {
      try require(next.number == position.number + 1, "\(next) does not follow \(position)")
      try require(self.position(before: next) == position, "the position before \(next) is not \(position)")
    } else {
      try require(remaining.intervals == 0, "intervals remain after the last position \(position): \(remaining)")
    }
    if let out = self.position(outOf: position) { _ = self.interval(at: out) }
    _ = isStartOfLastRound(position)
  }
}

extension Workout {
  /// Runs the workout with clock jumps and commands, and checks the reported progress.
  func checkRunning() throws(Violation) {
    let units = DisplayUnits(distance: .miles, pace: .minutesPerMile)
    var simulator = WorkoutSimulator()
    do {
      try simulator.handle(.start(self, cues: CueRules(settings, units: units, title: settings.name), replacing: false))
      simulator.advance(deadlines: 8)
      for command in [Command.next(out: false), .correct(metres: 1000), .previous, .pause(.user)] {
        if simulator.engine.workout != nil { try simulator.handle(command) }
      }
      guard simulator.engine.workout != nil else { return }
      simulator.leap(to: simulator.now + .seconds(3600))
      for command in [Command.resume, .extend(by: .seconds(5)), .correct(metres: 1), .next(out: true)] {
        if simulator.engine.workout != nil { try simulator.handle(command) }
      }
      simulator.leap(to: simulator.now + .seconds(600))
      simulator.advance(deadlines: 2)
      if simulator.engine.workout != nil { try simulator.handle(.stop) }
    } catch {
      throw Violation("the engine refuses a command: \(error)")
    }
    for event in simulator.takeEvents() {
      guard let progress = event.progress else { continue }
      let times = [progress.elapsed, progress.intervalElapsed, progress.remaining].compactMap(\.self)
      try require(times.allSatisfy { $0 >= .zero }, "a time is negative: \(progress)")
    }
  }
}

extension WorkoutSimulator {
  fileprivate mutating func advance(deadlines: Int) {
    for _ in 0..<deadlines {
      guard let deadline = engine.nextDeadline else { return }
      leap(to: max(deadline, now))
    }
  }
}
