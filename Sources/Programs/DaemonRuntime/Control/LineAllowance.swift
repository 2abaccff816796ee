/// How many lines of one sort may go to the log in a time.
struct LineAllowance {
  /// What may be logged.
  enum Grant {
    case line
    /// A line, and then nothing until the time is over.
    case lastLine
    case nothing
  }

  /// The lines of one sort in a time.
  static let lines = 10
  /// The time, which begins with the first line.
  static let time = Duration.seconds(60)

  private var begin: ContinuousClock.Instant?
  private var taken = 0

  /// Asks for a line.
  mutating func take(at now: ContinuousClock.Instant) -> Grant {
    if begin.map({ $0.duration(to: now) >= Self.time }) ?? true { (begin, taken) = (now, 0) }
    guard taken < Self.lines else { return .nothing }
    taken += 1
    return taken == Self.lines ? .lastLine : .line
  }
}
