import Text
package import WorkoutModel

extension Duration {
  /// The duration in units without zero parts: `1h2m30s`, `1.5s`; exact for whole milliseconds.
  package var notation: String {
    let milliseconds = inMilliseconds
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    let seconds = decimal(milliseconds % 60_000)
    let text = (hours > 0 ? "\(hours)h" : "") + (minutes > 0 ? "\(minutes)m" : "")
    return seconds == "0" && !text.isEmpty ? text : "\(text)\(seconds)s"
  }

  /// The duration as the clock of a pace: `11:30`, `9:58.4`.
  fileprivate var paceClock: String {
    let milliseconds = inMilliseconds
    let seconds = decimal(milliseconds % 60_000)
    return "\(milliseconds / 60_000):\(milliseconds % 60_000 < 10_000 ? "0" : "")\(seconds)"
  }

  private func decimal(_ milliseconds: Int) -> String {
    var text = "\(milliseconds / 1000)"
    var rest = milliseconds % 1000
    guard rest > 0 else { return text }
    text += "."
    for unit in [100, 10, 1] where rest > 0 {
      text += "\(rest / unit)"
      rest %= unit
    }
    return text
  }
}

extension Distance {
  package var notation: String {
    switch self {
    case .kilometres(let value): "\(shortestText(value))km"
    case .miles(let value): "\(shortestText(value))mi"
    case .metres(let value): "\(shortestText(value))mtr"
    case .halfMarathon: "half"
    case .marathon: "marathon"
    }
  }
}

extension Pace {
  /// The pace in the unit in which it was entered.
  package var notation: String {
    switch self {
    case .time(let time, let unit): "\(time.paceClock)/\(unit.rawValue)"
    case .speed(let value, let unit): "\(shortestText(value))\(unit.rawValue)"
    }
  }
}

extension Goal {
  package var notation: String {
    switch self {
    case .time(let time): time.notation
    case .distance(let distance): distance.notation
    case .open: "open"
    }
  }
}

/// A text in quotes.
func quoted(_ text: String) -> String {
  var quoted = "\""
  for character in text.unicodeScalars {
    if character == "\"" || character == "\\" { quoted += "\\" }
    quoted.unicodeScalars.append(character)
  }
  return quoted + "\""
}
