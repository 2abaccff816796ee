import Text
import PlanNotation
import WorkoutModel

extension ZWOWorkout {
  /// The document of a plan's steps, which keep `limits`; times are rounded to seconds, and so is what a distance takes
  /// at its pace.
  static func document(_ steps: [Step], name: String?, about: String?) -> String {
    var workout = XMLElement(name: "workout")
    for step in steps {
      switch step {
      case .interval(let interval): workout.children.append(part(interval))
      case .repeat(let `repeat`): workout.children.append(set(`repeat`))
      }
    }
    var texts: [(String, String)] = [("author", author)]
    if let name { texts.append(("name", name)) }
    if let about { texts.append(("description", about)) }
    texts += [("sportType", "run"), ("durationType", "time")]
    return XMLElement(
      name: "workout_file", children: texts.map { XMLElement(name: $0.0, text: $0.1) } + [workout]
    ).document
  }

  private static func part(_ interval: Interval) -> XMLElement {
    let (name, usual) = element(of: interval.kind)
    let power = shortestText(interval.kind.power)
    var part = XMLElement(name: name, attributes: ["Duration": seconds(interval), "pace": "0"])
    switch name {
    case "FreeRide": part.attributes["pace"] = nil
    case "SteadyState": part.attributes["Power"] = power
    default:
      part.attributes["PowerLow"] = power
      part.attributes["PowerHigh"] = power
    }
    if let message = ZWOTitle.message(of: interval, usual: usual) { part.children = [event(message, at: "0")] }
    return part
  }

  private static func set(_ repeat: Repeat) -> XMLElement {
    let intervals = Plan(`repeat`.body).intervals
    guard case .count(let rounds) = `repeat`.extent, intervals.count == 2, let on = intervals.first,
      let off = intervals.last
    else { preconditionFailure("ZWO only counts two intervals") }
    var set = XMLElement(
      name: "IntervalsT",
      attributes: [
        "Repeat": "\(rounds)", "OnDuration": seconds(on), "OffDuration": seconds(off),
        "OnPower": shortestText(on.kind.power), "OffPower": shortestText(off.kind.power), "pace": "0",
      ])
    let messages = [
      ZWOTitle.message(of: on, usual: usualOfSet.on).map { event($0, at: "0") },
      ZWOTitle.message(of: off, usual: usualOfSet.off).map { event($0, at: seconds(on)) },
    ]
    set.children = messages.compactMap(\.self)
    return set
  }

  private static func event(_ message: String, at offset: String) -> XMLElement {
    XMLElement(name: "textevent", attributes: ["timeoffset": offset, "message": message])
  }

  private static func seconds(_ interval: Interval) -> String {
    switch interval.goal {
    case .time(let time): return seconds(time)
    case .distance(let distance):
      guard let speed = interval.pace?.metresPerSecond else { preconditionFailure("a distance without a pace") }
      return seconds(.seconds(distance.metres / speed))
    case .open: preconditionFailure("ZWO has no open intervals")
    }
  }

  private static func seconds(_ time: Duration) -> String {
    "\(max(time.rounded(to: .seconds(1)), 1))"
  }
}
