import Text
import ControlInterface
import WorkoutModel
import WorkoutPresentation

/// What is shown of a workout when the pointer rests on it in a bar: a few lines.
struct BarTooltip {
  let lines: [String]

  init(_ live: LiveStatus) {
    let status = live.status
    guard status.phase != .idle else {
      lines = ["No workout"]
      return
    }
    let words = IntervalWords(units: DisplayUnits(status))
    let present = (status.interval ?? status.next).map(words.phrase)
    let lead =
      switch status.phase {
      case .paused: "Paused: "
      case .leadIn: "Get ready: "
      case .running, .idle: ""
      }
    let done = "\(live.elapsed.fullSecondsText) done"
    lines = [
      WorkoutName(status).title, present.map { "\(lead)\($0)".capitalizedFirst },
      status.interval == nil ? nil : "Then \(status.next.map(words.phrase) ?? "the end")",
      words.rounds(status.rounds).map(\.capitalizedFirst),
      live.remainingText.map { "\(done), \($0) left" } ?? done,
      words.distance(live.metres, of: status.expectedM),
    ].compactMap(\.self)
  }
}
