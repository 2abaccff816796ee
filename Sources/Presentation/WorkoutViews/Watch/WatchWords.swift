import Dates
import TerminalUI
import Text
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// The texts that `watch` displays at one moment.
struct WatchWords {
  private let live: LiveStatus
  private let words: IntervalWords
  private let units: DisplayUnits
  private let knowsEnd: Bool
  private let clock: (Duration) -> TimeOfDay

  /// Makes the texts for a status; `knowsEnd` is false if the workout may have changed since the status.
  init(_ live: LiveStatus, knowsEnd: Bool, clock: @escaping (Duration) -> TimeOfDay) {
    self.live = live
    self.knowsEnd = knowsEnd
    self.clock = clock
    units = DisplayUnits(live.status)
    words = IntervalWords(units: units)
  }

  private var status: Report.Status { live.status }

  /// The look of texts and digits about the present interval.
  var look: Style.Look { status.interval.flatMap { Kind(rawValue: $0.kind) }?.look ?? .heading }

  /// The present interval: `Run 30 s @11:30/mi`.
  ///
  /// A pause or a lead-in is named before the interval.
  var present: StyledLine {
    switch status.phase {
    case .idle: return StyledLine("Waiting for a workout", .faint)
    case .paused:
      let interval =
        status.presentInterval.map(words.pacedName) ?? status.next.map(words.pacedAnnouncement) ?? ""
      return StyledLine("\(StatusWords(status).paused) ", .warning) + StyledLine(interval, look)
    case .leadIn, .running:
      guard let interval = status.presentInterval else {
        return StyledLine("Get ready:", .warning)
          + StyledLine(status.next.map { " \(words.pacedAnnouncement(of: $0))" } ?? "", .heading)
      }
      return StyledLine(words.pacedName(of: interval).capitalizedFirst, look)
    }
  }

  /// The present interval with its label: `Work 40 s: Squats`.
  var presentWithLabel: StyledLine { label.map { present + StyledLine(": ") + $0 } ?? present }

  var label: StyledLine? { status.interval.flatMap(words.label).map { StyledLine($0) } }

  /// The time in large digits: the time left of the interval, or the time spent in an open interval.
  var time: String { live.intervalRemaining?.countdownText ?? live.intervalElapsed.fullSecondsText }

  /// The text `time`; during the lead-in, the duration of the first interval if its text is longer.
  var widestTime: String {
    let next = status.phase == .leadIn ? status.next?.durationMs.map { Duration.milliseconds($0).countdownText } : nil
    return [time, next ?? ""].max { $0.count < $1.count } ?? time
  }

  /// The next interval: `Next: walk, 40 s @16:30/mi`.
  var next: StyledLine {
    // In a lead-in, `present` already shows the next interval.
    guard status.interval != nil else { return .empty }
    guard let next = status.next else { return StyledLine("The last one", .faint) }
    return StyledLine("Next: ", .faint) + StyledLine(words.pacedAnnouncement(of: next))
  }

  /// The position in the repeats: `Set 3 of 8, round 2 of 4`.
  var rounds: StyledLine? { words.rounds(status.rounds).map { StyledLine($0.capitalizedFirst) } }

  /// The number of the interval: `interval 21 of 83`.
  var number: StyledLine? {
    status.number.map { StyledLine("interval \($0)\(status.of.map { " of \($0)" } ?? "")", .faint) }
  }

  /// The fraction of the workout that is over; nil if the end of the workout is unknown.
  var fraction: Double? {
    guard let remaining = live.remaining else { return nil }
    let whole = live.elapsed + remaining
    return whole > .zero ? live.elapsed / whole : 0
  }

  /// Returns the time spent, the distance and the time of day at which the workout ends, and the time left, in a form
  /// that fits the width.
  func times(width: Int) -> StyledLine {
    let elapsed = live.elapsed.fullSecondsText
    guard let left = live.remainingText else { return StyledLine("\(elapsed) elapsed") }
    for middle in knowsEnd ? live.ends(clock) : [] {
      if let line = StyledLine.spread(
        StyledLine("\(elapsed) elapsed"), StyledLine("\(left) left"), middle: StyledLine(middle), in: width)
      {
        return line
      }
    }
    return StyledLine.spread(StyledLine("\(elapsed) elapsed"), StyledLine("\(left) left"), in: width)
      ?? StyledLine("\(left) left").cut(to: width)
  }

  /// The distance: `2.31 of 5.00 km`; nil if it is unknown.
  ///
  /// While the distance is estimated although a sensor is selected, the text begins with `~`.
  var distance: StyledLine? { words.distance(live.distance, in: status).map { StyledLine($0) } }

  /// The distance of a workout with sensors, without the planned distance: `~2.31 km`; nil without sensors.
  var shortDistance: StyledLine? {
    status.measured.flatMap { _ in words.shortDistance(live.distance, in: status) }.map { StyledLine($0) }
  }

  /// Returns the values of the sensors, and the reason for an estimated distance, in a form that fits the width:
  /// `5:48/km · 152 bpm · 172 spm`.
  ///
  /// Nil if the workout uses no sensor.
  func measured(width: Int) -> StyledLine? {
    guard let measured = words.measured(status) else { return nil }
    let line = StyledLine(measured.line ?? "")
    for notice in measured.notices {
      if let whole = StyledLine.spread(line, StyledLine(notice, .warning), in: width) { return whole }
    }
    return line.cut(to: width)
  }

  /// The target pace while the pace is measured: `target 5:40/km`; nil otherwise.
  var target: String? {
    guard words.measured(status)?.pace != nil else { return nil }
    return status.interval.flatMap(words.pace).map { "target \($0)" }
  }

  /// The paces: `11:30/mi now, 13:54/mi on average`.
  ///
  /// While the pace is measured, the plan's pace is only the target.
  var pace: StyledLine? {
    let now = target ?? status.interval.flatMap(words.pace).map { "\($0) now" }
    let average = live.distance.shownMetresPerSecond.map { "\(units.pace.text(metresPerSecond: $0)) on average" }
    let text = [now, average].compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : StyledLine(text)
  }
}
