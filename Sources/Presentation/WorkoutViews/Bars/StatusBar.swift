import JSON
import Text
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// Makes the lines for a status bar.
package struct StatusBar: Equatable {
  private let format: BarFormat
  private let isWaybar: Bool

  /// - Parameters:
  ///   - format: the format of the line, or of the text in Waybar's JSON.
  ///   - isWaybar: whether the line is JSON for a custom module of Waybar.
  package init(format: BarFormat, isWaybar: Bool) {
    self.format = format
    self.isWaybar = isWaybar
  }

  /// Returns the line at a moment, without a line break.
  package func line(_ live: LiveStatus) -> String {
    isWaybar ? WaybarLine(live, format: format).text : format.filled(with: BarValues(live).text)
  }

  /// Returns the next moment when the line changes because time passes; nil if only an event changes the line.
  ///
  /// The moment is a time on the status's clock.
  package func nextTickNs(_ live: LiveStatus) -> Int? {
    // The line for Waybar always has a tooltip and a percentage, so the line changes as time passes.
    isWaybar || format.isMoving ? live.nextTickNs : nil
  }

  /// The default format for Waybar.
  package static let waybarFormat: BarFormat = "{icon}[ {clock}]"
}

/// A line of JSON for a custom module of Waybar, as waybar-custom(5) describes.
///
/// Waybar reads the texts as Pango markup. The format may contain markup, but the values of the workout are escaped.
struct WaybarLine {
  let text: String

  init(_ live: LiveStatus, format: BarFormat) {
    let status = live.status
    let values = BarValues(live)
    var members: JSONValue.Object = [
      "text": .string(format.filled { values.text($0).escapedAsMarkup }),
      "alt": .string(status.phase.word),
      "tooltip": .string(BarTooltip(live).lines.joined(separator: "\n").escapedAsMarkup),
      "class": .array(
        [status.phase.word, status.interval?.kind.safeForTerminal].compactMap { $0.map(JSONValue.string) }),
    ]
    members["percentage"] = values.intervalPercent.map(JSONValue.int)
    text = String(decoding: JSONValue.object(members).text, as: UTF8.self)
  }
}

/// The tooltip of a workout in a status bar: a few lines.
struct BarTooltip {
  let lines: [String]

  init(_ live: LiveStatus) {
    let status = live.status
    guard status.phase != .idle else {
      lines = ["No workout"]
      return
    }
    let words = IntervalWords(units: DisplayUnits(status))
    let announced = (status.interval ?? status.next).map(words.announcement)
    let present =
      switch status.phase {
      case .paused: announced.map { "Paused: \($0)" }
      case .leadIn: announced.map { "Get ready: \($0)" }
      case .running, .idle: status.interval.map(words.title)
      }
    let done = "\(live.elapsed.fullSecondsText) done"
    lines = [
      WorkoutName(status).title, present,
      status.interval == nil ? nil : "Next: \(status.next.map(words.announcement) ?? "the end")",
      words.rounds(status.rounds).map(\.capitalizedFirst),
      live.remainingText.map { "\(done), \($0) left" } ?? done,
      words.distance(live.distance, in: status),
      words.measured(status)?.line, words.measured(status)?.notices.first,
    ].compactMap(\.self)
  }
}
