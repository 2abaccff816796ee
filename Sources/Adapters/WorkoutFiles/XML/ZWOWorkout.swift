import PlanNotation
import Text
import WorkoutModel

/// A workout in the format of Zwift: a list of parts, each of which is an interval or a set of two alternating
/// intervals.
///
/// Source: "Zwift Workout File Reference" (github.com/h4l/zwift-workout-file-reference), based on the files of Zwift.
enum ZWOWorkout {
  /// Limits of ZWO: a repeat has exactly two intervals, and an interval cannot be open.
  static let limits = FormatLimits(nesting: 1, stepsInRepeat: 2, hasOpen: false, steps: 2_000)

  /// Author in exported files; an import recognizes the files of intervald by this author.
  static let author = "intervald"

  /// Kinds of the two intervals of a set, if the messages do not specify kinds.
  static let defaultKindsOfSet = (on: Kind.run, off: Kind.recover)

  /// Returns the name of the element for a kind of interval, and the default kind of this element.
  ///
  /// The default kind applies if the message in the element does not specify a kind.
  private static func element(for kind: Kind) -> (name: String, defaultKind: Kind) {
    switch kind {
    case .warmup: ("Warmup", .warmup)
    case .cooldown: ("Cooldown", .cooldown)
    case .interval: ("FreeRide", .run)
    default: ("SteadyState", .run)
    }
  }

  /// Returns a document that contains the steps; the steps must fit `limits`.
  ///
  /// Times are rounded to seconds. A distance is converted to a time with the pace of the interval.
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
    let (name, defaultKind) = element(for: interval.kind)
    let power = shortestText(interval.kind.raceShare)
    var part = XMLElement(name: name, attributes: ["Duration": seconds(interval), "pace": "0"])
    switch name {
    case "FreeRide": part.attributes["pace"] = nil
    case "SteadyState": part.attributes["Power"] = power
    default:
      part.attributes["PowerLow"] = power
      part.attributes["PowerHigh"] = power
    }
    if let message = ZWOTitle.message(of: interval, defaultKind: defaultKind) {
      part.children = [event(message, at: "0")]
    }
    return part
  }

  private static func set(_ repeat: Repeat) -> XMLElement {
    let intervals = Plan(`repeat`.body).intervals
    guard case .count(let rounds) = `repeat`.extent, intervals.count == 2, let on = intervals.first,
      let off = intervals.last
    else { preconditionFailure("a repeat in ZWO has a count and two intervals") }
    var set = XMLElement(
      name: "IntervalsT",
      attributes: [
        "Repeat": "\(rounds)", "OnDuration": seconds(on), "OffDuration": seconds(off),
        "OnPower": shortestText(on.kind.raceShare), "OffPower": shortestText(off.kind.raceShare), "pace": "0",
      ])
    let messages = [
      ZWOTitle.message(of: on, defaultKind: defaultKindsOfSet.on).map { event($0, at: "0") },
      ZWOTitle.message(of: off, defaultKind: defaultKindsOfSet.off).map { event($0, at: seconds(on)) },
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
      guard let speed = interval.pace?.metresPerSecond else {
        preconditionFailure("an interval with a distance has a pace")
      }
      return seconds(.seconds(distance.metres / speed))
    case .open: preconditionFailure("ZWO has no open intervals")
    }
  }

  private static func seconds(_ time: Duration) -> String {
    "\(max(time.rounded(to: .seconds(1)), 1))"
  }
}

/// The message that Zwift shows at the beginning of an interval, such as `Walk @16:30/mi`.
///
/// The message contains the kind, the label and the pace of the interval. The pace is included because ZWO has no field
/// for a pace: targets in ZWO are relative to the race paces of the runner.
struct ZWOTitle {
  let title: StepTitle
  let pace: Pace?

  /// Reads the message of an interval; `defaultKind` is the kind if the message does not specify a kind.
  init(reading message: String?, defaultKind: Kind) {
    guard let message, let at = message.lastIndex(of: "@"),
      let pace = try? readPace(String(message[message.index(after: at)...]))
    else {
      title = StepTitle(reading: message, defaultKind: defaultKind)
      pace = nil
      return
    }
    title = StepTitle(reading: String(message[..<at]), defaultKind: defaultKind)
    self.pace = pace
  }

  /// Returns the message for an interval; nil if the interval needs no message.
  ///
  /// `defaultKind` is the default kind of the element that contains the interval.
  static func message(of interval: Interval, defaultKind: Kind) -> String? {
    let words = [
      StepTitle(kind: interval.kind, label: interval.label).text(defaultKind: defaultKind),
      interval.pace.map { "@\($0.notation)" },
    ]
    .compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}
