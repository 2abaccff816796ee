import WorkoutModel

/// A change of the lap log, with its number from 1.
///
/// The laps of a long workout are too large to be saved at each cue. Each change is therefore a line of text, which is
/// appended to a file. A restored session repeats the changes. A line is a number, a word and its values, such as
/// `7 begin 90 0.2/1`. Times are seconds since the start of the workout, and attoseconds after a `+`.
struct LapChange: Equatable, Sendable {
  let number: Int
  let kind: Kind

  enum Kind: Equatable, Sendable {
    case begin(ScheduledInterval, Position, at: Duration)
    case end(Lap.Ending?, at: Duration, measured: Double?)
    case pause(from: Duration, to: Duration)
    /// A measured distance; nil if the estimates apply again.
    case measure(MeasuredDistance?)
  }
}

extension LapChange {
  /// The line without its newline; `timeline` is the timeline of the plan.
  func line(in timeline: Timeline) -> String {
    switch kind {
    case .begin(let interval, let position, let time):
      var line = "\(number) begin \(Self.text(time)) \(position.path)"
      if interval != timeline.uncutInterval(at: position), let duration = interval.duration {
        line += " \(Self.text(duration))"
        if let metres = interval.metres { line += " \(metres)" }
      }
      return line
    case .end(let ending, let time, let measured):
      return "\(number) end \(Self.text(time)) \(ending?.rawValue ?? "-")" + (measured.map { " \($0)" } ?? "")
    case .pause(let begin, let end): return "\(number) pause \(Self.text(begin)) \(Self.text(end))"
    case .measure(let distance?): return "\(number) measure \(Self.text(distance.elapsed)) \(distance.metres)"
    case .measure(nil): return "\(number) estimate"
    }
  }

  /// Reads a line, which may have been damaged or forged; nil if it is invalid.
  init?(line: String, in timeline: Timeline) {
    let fields = line.split(separator: " ")
    guard fields.count >= 2, let number = Int(fields[0]), number > 0,
      let kind = Self.kind(fields[1], fields.dropFirst(2), in: timeline)
    else { return nil }
    (self.number, self.kind) = (number, kind)
  }

  private static func kind(_ word: Substring, _ values: ArraySlice<Substring>, in timeline: Timeline) -> Kind? {
    let first = values.first.flatMap(duration)
    let second = values.dropFirst().first
    let third = values.dropFirst(2).first
    switch word {
    case "begin":
      guard let first, let position = second.flatMap(Position.init(path:)),
        let interval = timeline.uncutInterval(at: position)
      else { return nil }
      guard let third else { return .begin(interval, position, at: first) }
      let metres = values.dropFirst(3).first.map(Self.metres)
      guard let duration = duration(third), metres != .some(nil) else { return nil }
      return .begin(interval.lasting(duration, metres: metres ?? nil), position, at: first)
    case "end":
      let ending = second.flatMap { Lap.Ending(rawValue: String($0)) }
      let measured = third.map(Self.metres)
      guard let first, ending != nil || second == "-", measured != .some(nil) else { return nil }
      return .end(ending, at: first, measured: measured ?? nil)
    case "pause":
      guard let first, let second = second.flatMap(duration), first <= second else { return nil }
      return .pause(from: first, to: second)
    case "measure":
      guard let first, let metres = second.flatMap(Self.metres) else { return nil }
      return .measure(MeasuredDistance(elapsed: first, metres: metres))
    case "estimate": return .measure(nil)
    default: return nil
    }
  }

  private static func text(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    return attoseconds == 0 ? "\(seconds)" : "\(seconds)+\(attoseconds)"
  }

  /// Reads a time of less than 36 years, so that sums cannot overflow.
  private static func duration(_ text: Substring) -> Duration? {
    let fields = text.split(separator: "+", omittingEmptySubsequences: false)
    guard fields.count <= 2, let seconds = Int64(fields[0]), 0...(1 << 30) ~= seconds,
      let attoseconds = fields.count == 2 ? Int64(fields[1]) : 0, 0..<1_000_000_000_000_000_000 ~= attoseconds
    else { return nil }
    return Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }

  private static func metres(_ text: Substring) -> Double? {
    Double(text).flatMap { 0...Tally.maxMetres ~= $0 ? $0 : nil }
  }
}
