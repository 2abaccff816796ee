import Text
import TerminalUI
import ControlInterface
import WorkoutModel
import WorkoutPresentation

/// The words for how a workout stands.
struct StatusWords {
  private let status: Wire.Status
  private let words: IntervalWords

  init(_ status: Wire.Status) {
    self.status = status.bounded
    words = IntervalWords(units: DisplayUnits(status))
  }

  /// What to do now: `Run 30 s, 0:23 left`.
  var present: String {
    guard status.phase != .idle else { return "Idle" }
    let isPaused = status.phase == .paused
    guard let interval = status.interval else {
      let first = status.next.map(words.phrase) ?? "the first interval"
      return "\(isPaused ? paused : "Get ready:") \(first) in \(intervalLeft ?? "0:00")"
    }
    let left = intervalLeft.map { "\($0) left" } ?? "\(spent(status.intervalElapsedMs ?? 0)) so far"
    return "\(isPaused ? "\(paused) \(words.phrase(of: interval))" : words.title(of: interval)), \(left)"
  }

  /// All of it in one line, in the form of an event's text: `Run 30 s, 0:23 left. Round 3 of 8, 2 of 4. 12:30 left in all`.
  var sentence: String {
    guard status.phase != .idle else { return present }
    return [present, words.rounds(status.rounds)?.capitalizedFirst, totalLeft.map { "\($0) left in all" }]
      .compactMap(\.self).joined(separator: ". ")
  }

  /// Which workout, and where it is: `"30/30 to 5 km", run 30 s, 12:30 left in all`.
  var summary: String {
    let left = totalLeft.map { ", \($0) left in all" } ?? ""
    let present = status.interval.map { words.phrase(of: $0) } ?? "about to start"
    return "\(WorkoutName(status).phrase), \(status.phase == .paused ? "paused in " : "")\(present)\(left)"
  }

  /// The lines of `status`.
  func lines(_ style: Style) -> [String] {
    guard status.phase != .idle else { return [present] }
    var table = Table(facts: [
      ("Now", present),
      ("Next", status.next.map(words.title) ?? "the end"),
      ("Where", words.rounds(status.rounds)?.capitalizedFirst),
      ("Interval", status.number.map { number in status.of.map { "\(number) of \($0)" } ?? "\(number)" }),
      ("Time", time),
      ("Distance", words.distance(status.distanceM, of: status.expectedM)),
      ("Cues", status.punctuality?.words),
    ])
    table.rows[0][1].look = .heading
    return [style.text(WorkoutName(status).heading, .heading)] + table.lines(style)
  }

  private var totalLeft: String? {
    var still = status
    // What is left of the interval is told as it is told here.
    still.deadlineNs = nil
    return LiveStatus(status: still, nowNs: status.atNs).remainingText
  }

  private var intervalLeft: String? {
    status.intervalRemainingMs.map { Duration.milliseconds($0).countdownText }
  }

  /// That it is paused, and since what.
  var paused: String {
    switch status.pausedBy {
    case .sleep?: "Paused since the machine slept:"
    case .restart?: "Paused since intervald started anew:"
    default: "Paused:"
    }
  }

  private var time: String {
    ["\(spent(status.elapsedMs)) done", totalLeft.map { "\($0) left" }].compactMap(\.self)
      .joined(separator: ", ")
  }

  private func spent(_ milliseconds: Int) -> String { Duration.milliseconds(milliseconds).fullSecondsText }
}

extension Wire.Status {
  /// The metres that the plan comes to in all, as things stand; nil where that is not known.
  var expectedM: Double? {
    guard let distanceM, let remainingM else { return nil }
    return distanceM + remainingM
  }
}

extension DisplayUnits {
  /// The units that a status names; kilometres for one that is not known here.
  init(_ status: Wire.Status) {
    let distance = DistanceUnit(rawValue: status.distanceUnits) ?? .kilometres
    self.init(distance: distance, pace: PaceUnit(rawValue: status.paceUnits) ?? PaceUnit(goingWith: distance))
  }
}
