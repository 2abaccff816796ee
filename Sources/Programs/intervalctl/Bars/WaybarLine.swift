import UserFiles
import Text
import Varlink
import ControlInterface

/// A line of JSON as a custom module of Waybar reads it: waybar-custom(5).
///
/// Waybar takes its texts for Pango's markup. What comes from the workout is escaped, and what else is in the format
/// may be markup.
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
