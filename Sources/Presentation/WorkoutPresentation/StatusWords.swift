package import Dates
import Text
package import WorkoutModel
package import WorkoutReports

/// The words for the status of a workout.
package struct StatusWords {
  private let status: Report.Status
  private let words: IntervalWords
  private let clock: ((Duration) -> TimeOfDay)?

  /// Makes the words; `clock` converts a duration from now to a time of day, and is nil if the words omit the end of
  /// the workout.
  package init(_ status: Report.Status, clock: ((Duration) -> TimeOfDay)? = nil) {
    self.status = status.bounded
    self.clock = clock
    words = IntervalWords(units: DisplayUnits(status))
  }

  /// The present interval: `Run 30 s, 0:23 left`.
  package var present: String { present(words.phrase, words.announcement) }

  private func present(
    _ phrase: (Report.Interval) -> String, _ announcement: (Report.Interval) -> String
  ) -> String {
    guard status.phase != .idle else { return "Idle" }
    let isPaused = status.phase == .paused
    guard let interval = status.presentInterval else {
      let first = status.next.map(announcement) ?? "the first interval"
      return "\(isPaused ? paused : "Get ready:") \(first), in \(intervalLeft ?? "0:00")"
    }
    let left = intervalLeft.map { "\($0) left" } ?? "\(spent(status.intervalElapsedMs ?? 0)) so far"
    return "\(isPaused ? "\(paused) \(announcement(interval))" : phrase(interval).capitalizedFirst), \(left)"
  }

  /// The status in one line, like the text of an event: `Run 30 s, 0:23 left. Round 3 of 8. 12:30 left in all`.
  ///
  /// With a clock, the end follows: `12:30 left in all, ends at 5.00 km, about 18:47`.
  package var sentence: String {
    guard status.phase != .idle else { return present }
    let left = totalLeft.map { ["\($0) left in all", end].compactMap(\.self).joined(separator: ", ") }
    return [present, words.rounds(status.rounds)?.capitalizedFirst, left].compactMap(\.self).joined(separator: ". ")
  }

  /// The workout and its position: `"30/30 to 5 km", run 30 s, 12:30 left in all`.
  package var summary: String {
    let left = totalLeft.map { ", \($0) left in all" } ?? ""
    let isPaused = status.phase == .paused
    let present =
      status.interval.map { "\(isPaused ? "paused in " : "")\(words.phrase(of: $0))" }
      ?? (isPaused ? "paused before its start" : "about to start")
    return "\(WorkoutName(status).phrase), \(present)\(left)"
  }

  /// The name of the workout.
  package var heading: String { WorkoutName(status).heading }

  /// The facts that the command `status` shows, the most important first; nil if no workout is running.
  package var facts: [(String, String?)]? {
    guard status.phase != .idle else { return nil }
    return [
      ("Now", present(words.pacedPhrase, words.pacedAnnouncement)),
      ("Next", status.next.map { words.pacedAnnouncement(of: $0).capitalizedFirst } ?? "the end"),
      ("Where", words.rounds(status.rounds)?.capitalizedFirst),
      ("Interval", status.number.map { positionText($0, of: status.of) }),
      ("Time", time),
      ("Distance", words.distance(status.distance, in: status)),
      ("Measured", words.measured(status)?.line), ("Sensor", words.measured(status)?.notices.first),
      ("Cues", status.punctuality?.words),
      ("Screen", status.notificationsHidden == true ? "Do Not Disturb hides the notifications" : nil),
      ("Lost", lost),
    ]
  }

  /// The part of the workout that a restart has lost; nil if nothing was lost.
  package var lost: String? {
    switch status.lost {
    case .workout?: "the workout before the restart of intervald, because its file could not be read"
    case .position?: "the position of the workout, because its file could not be read"
    case .laps?: "laps before the restart of intervald"
    default: nil
    }
  }

  private var totalLeft: String? {
    var still = status
    // Without the deadline, the time left of the workout is calculated from the rounded time left of the interval.
    // `intervalLeft` shows the same rounded time, so the two texts are consistent.
    still.deadlineNs = nil
    return LiveStatus(status: still, nowNs: status.atNs).remainingText
  }

  private var intervalLeft: String? {
    status.intervalRemainingMs.map { Duration.milliseconds($0).countdownText }
  }

  /// The beginning of a text about a pause, including the cause of the pause.
  package var paused: String {
    switch status.pausedBy {
    case .sleep?: "Paused since the machine slept:"
    case .restart?: "Paused since intervald restarted:"
    case .lock?: "Paused since the screen was locked:"
    default: "Paused:"
    }
  }

  private var time: String {
    ["\(spent(status.elapsedMs)) done", totalLeft.map { "\($0) left" }, end].compactMap(\.self)
      .joined(separator: ", ")
  }

  private var end: String? { clock.flatMap { LiveStatus(status: status, nowNs: status.atNs).ends($0).first } }

  private func spent(_ milliseconds: Int) -> String { Duration.milliseconds(milliseconds).fullSecondsText }
}

extension Report.Status {
  /// The present interval with its present length, which `extend` can change.
  package var presentInterval: Report.Interval? {
    guard var interval, let planned = interval.durationMs, let elapsed = intervalElapsedMs,
      let left = intervalRemainingMs
    else { return interval }
    // Both times are rounded to milliseconds.
    let length = Duration.milliseconds(elapsed + left)
    if abs(elapsed + left - planned) >= 1000 { interval.durationMs = length.rounded(to: .seconds(1)) * 1000 }
    return interval
  }
}

extension LiveStatus {
  /// The time left of the workout; nil if it is unknown.
  ///
  /// This text changes at the same moment as the countdown of the interval.
  package var remainingText: String? {
    remaining?.countdownText(present: status.interval == nil ? nil : intervalRemaining)
  }

  /// Returns texts about the end of the workout, the longest first: `ends at 5.00 km, about 18:47`.
  ///
  /// The result is empty if the end is unknown. `clock` converts a duration from now to a time of day. During a pause, the
  /// time of day is unknown.
  package func ends(_ clock: (Duration) -> TimeOfDay) -> [String] {
    guard let remaining else { return [] }
    let distance = status.expectedDistance?.wholeMetres.map(DisplayUnits(status).distance.text)
    guard status.phase != .paused else { return distance.map { ["ends at \($0)"] } ?? [] }
    let leadIn = status.interval == nil ? intervalRemaining ?? .zero : .zero
    let end = clock(remaining + leadIn - lateness).text
    return [distance.map { "ends at \($0), about \(end)" }, "ends about \(end)", "ends \(end)", end]
      .compactMap(\.self)
  }
}

extension Report.Punctuality {
  /// The number of cues and their lateness: `74, at most 1.2 ms late`; nil without cues.
  package var words: String? {
    guard cues > 0 else { return nil }
    let late = "at most \(decimalText(Double(max(0, maxUs)) / 1000, decimals: 1)) ms late"
    return "\(cues), \(late)\(missed > 0 ? ", \(missed) missed" : "")"
  }
}

extension DisplayUnits {
  /// Reads the units of a status.
  ///
  /// If the unit of distances is unknown, it becomes kilometres. If the unit of paces is unknown, it becomes minutes
  /// per mile or per kilometre, depending on the unit of distances.
  package init(_ status: Report.Status) {
    let distance = DistanceUnit(rawValue: status.distanceUnits) ?? .kilometres
    self.init(distance: distance, pace: PaceUnit(rawValue: status.paceUnits) ?? PaceUnit(goingWith: distance))
  }
}

/// The line that `watch` prints for an event.
package struct EventWords {
  /// The line, which begins with the elapsed time; nil if the event has no line.
  ///
  /// An example is `   0:30  Walk 30 s. Next: run, 30 s.`
  package let line: String?

  /// Makes the line of an event; `previous` is the status before the event, or nil for the first event.
  package init(event: Report.Event, previous: Report.Status?) {
    guard Self.hasLine(event, previous) else {
      line = nil
      return
    }
    let total = event.summary.map { Duration.milliseconds($0.bounded.elapsedMs).clockText() }
    let elapsed = total ?? Duration.milliseconds(event.status.bounded.elapsedMs).fullSecondsText
    line = "\(elapsed.padded(to: 7, rightAligned: true))  \(Self.text(event))"
  }

  private static func text(_ event: Report.Event) -> String {
    let text = event.text?.safeForTerminal ?? StatusWords(event.status).sentence
    // The line of the last round leaves out the interval, because the previous line already describes this interval.
    return event.cue == .lastRound ? String(text.prefix { $0 != ":" }) : text
  }

  /// Whether an event has a line.
  ///
  /// An event of an unknown kind has no line, because the interface requires that clients ignore unknown events.
  private static func hasLine(_ event: Report.Event, _ previous: Report.Status?) -> Bool {
    switch event.event {
    // The first state of a new workout needs no line, because the next event is a cue, which has a line.
    case .state: previous.map { $0.workoutId == event.status.workoutId } ?? true
    case .finished, .stopped: true
    case .cue: event.cue?.hasLine ?? false
    default: false
    }
  }
}

/// The messages about a workout that was started.
package struct StartWords {
  private let started: Report.Started
  private let plan: Plan?

  /// Makes the messages from the result of a start.
  ///
  /// `plan` is the parsed plan that was started, or nil if the caller does not have it.
  package init(started: Report.Started, plan: Plan? = nil) {
    self.started = started.bounded
    self.plan = plan
  }

  package var warnings: [String] { started.warnings }

  /// The lines for a start: `Started "30/30 to 5 km": 42:15, 5.00 km, ends about 18:42`, and the command that stops it.
  ///
  /// `clock` converts a duration from now to a time of day.
  package func lines(clock: (Duration) -> TimeOfDay) -> [String] {
    let extent = extent { "ends about \(clock($0).text)" }
    return ["Started \(name): \(extent)", "Stop it with: intervalctl stop"]
  }

  /// The lines for a dry run: `Dry run of "30/30 to 5 km", 60 times as fast: 42:15, 5.00 km, ends in 0:43`, and the key
  /// that ends it.
  package func lines(speed: Int) -> [String] {
    let extent = extent { "ends in \(($0 / speed).countdownText)" }
    let pace = speed == 1 ? "" : ", \(speed) times as fast"
    return ["Dry run of \(name)\(pace): \(extent)", "End it with: Ctrl-C"]
  }

  private var name: String { WorkoutName(started.status, plan: plan).phrase }

  /// Returns the time, distance and end of the workout; `end` converts the time until the end to a text.
  private func extent(end: (Duration) -> String) -> String {
    let status = started.status
    guard let remaining = status.remainingMs.map(Duration.milliseconds) else {
      // Without a number of intervals, the plan is endless. Otherwise, the plan contains an open interval.
      return status.of == nil ? "until you stop it" : "until you say next"
    }
    let leadIn = Duration.milliseconds(status.interval == nil ? status.intervalRemainingMs ?? 0 : 0)
    let distance = status.expectedDistance?.text(in: DisplayUnits(status).distance)
    return [remaining.clockText(), distance, end(remaining + leadIn)].compactMap(\.self).joined(separator: ", ")
  }
}
