import PlanNotation
import Text
import WorkoutModel

/// Reads a workout in the format of Zwift.
struct ZWOReader {
  /// Whether lengths are in metres instead of seconds.
  private let hasDistances: Bool
  /// Whether intervald exported the file; if so, the kind of an interval determines its relative target.
  private let isOwn: Bool
  private var report: LossReport

  private init(hasDistances: Bool, isOwn: Bool, report: LossReport) {
    self.hasDistances = hasDistances
    self.isOwn = isOwn
    self.report = report
  }

  /// Reads the workout of a document.
  ///
  /// - Parameters:
  ///   - root: Root element of the document.
  ///   - report: Receives the losses.
  /// - Returns: The name, the description and the steps of the workout.
  /// - Throws: An error with a line number if an element is missing, or if a value is invalid or outside the limits of
  ///   plans.
  static func workout(
    in root: XMLElement, report: inout LossReport
  ) throws(WorkoutFileError) -> (name: String?, about: String?, steps: [Step]) {
    guard root.name == "workout_file", let workout = root["workout"] else {
      throw WorkoutFileError(.noWorkoutElement(root: root.name), at: .line(root.line))
    }
    if let sport = root["sportType"]?.text.cleanedToOneLine.lowercased(), sport != "run" {
      report.add(.sport(sport == "bike" ? "cycling" : "another sport (\(sport))"))
    }
    var reader = ZWOReader(
      hasDistances: root["durationType"]?.text.cleanedToOneLine.lowercased() == "distance",
      isOwn: root["author"]?.text.cleanedToOneLine == ZWOWorkout.author, report: report)
    var steps: [Step] = []
    for element in workout.children {
      if let step = try reader.step(element) { steps.append(step) }
    }
    report = reader.report
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: .line(workout.line)) }
    return (root["name"]?.text.cleanedToOneLine, root["description"]?.text.cleanedToOneLine, steps)
  }

  /// A text that Zwift shows during an interval or a set.
  private struct Message {
    /// Time or distance after the beginning of the interval or set, in seconds or metres.
    var offset: Double
    let text: String
  }

  /// Names of the attributes of an interval.
  private struct AttributeNames {
    var length = "Duration"
    var power = ["Power", "PowerLow", "PowerHigh"]
    var cadence = "Cadence"

    static let on = AttributeNames(length: "OnDuration", power: ["OnPower", "PowerOnLow", "PowerOnHigh"])
    static let off = AttributeNames(
      length: "OffDuration", power: ["OffPower", "PowerOffLow", "PowerOffHigh"], cadence: "CadenceResting")
  }

  /// Reads an interval or a set of intervals; nil for an element without a length, such as a message.
  private mutating func step(_ element: XMLElement) throws(WorkoutFileError) -> Step? {
    let kinds: [String: Kind] = ["warmup": .warmup, "cooldown": .cooldown, "maxeffort": .sprint]
    switch element.name.lowercased() {
    case "intervalst": return try set(element)
    case "textevent":
      for message in Self.messages(in: [element]) { report.add(.textLeftOut(.message, message.text)) }
      return nil
    // An unknown element with a length is an interval.
    case let name where element.attributes["Duration"] != nil || ["steadystate", "freerun", "freeride"].contains(name):
      let messages = Self.messages(in: element.children)
      return try interval(AttributeNames(), of: element, defaultKind: kinds[name] ?? .run, messages).map(Step.interval)
    case let name where kinds[name] != nil: throw WorkoutFileError(.missing("Duration"), at: .line(element.line))
    default: return nil
    }
  }

  /// Reads a set of two alternating intervals.
  private mutating func set(_ element: XMLElement) throws(WorkoutFileError) -> Step? {
    let rounds = Int(try number("Repeat", of: element))
    guard PlanLimits.counts.contains(rounds) else {
      throw WorkoutFileError(.repetitions(rounds), at: .line(element.line))
    }
    let (on, off) = (try number("OnDuration", of: element), try number("OffDuration", of: element))
    var messages: (on: [Message], off: [Message]) = ([], [])
    for var message in Self.messages(in: element.children) {
      if message.offset < on {
        messages.on.append(message)
      } else if message.offset < on + off {
        message.offset -= on
        messages.off.append(message)
      } else {
        // Zwift shows the message only in a later round. A label in a plan would apply to all rounds, so the message is
        // left out.
        report.add(.textLeftOut(.message, message.text))
      }
    }
    let defaultKinds = ZWOWorkout.defaultKindsOfSet
    let intervals = [
      try interval(.on, of: element, defaultKind: defaultKinds.on, messages.on),
      try interval(.off, of: element, defaultKind: defaultKinds.off, messages.off),
    ].compactMap(\.self)
    return intervals.isEmpty ? nil : .repeat(Repeat(.count(rounds), intervals.map(Step.interval)))
  }

  /// Reads an interval; nil if its length is 0.
  private mutating func interval(
    _ names: AttributeNames, of element: XMLElement, defaultKind: Kind, _ messages: [Message]
  ) throws(WorkoutFileError) -> Interval? {
    let length = try number(names.length, of: element)
    guard length > 0 else { return nil }
    let goal: Goal =
      hasDistances
      ? .distance(Distance(centimetres: Int((length * 100).rounded())))
      : .time(.milliseconds(Int((length * 1000).rounded())))
    // Only a message at the beginning can contain the kind and the pace.
    let first = messages.first.flatMap { $0.offset == 0 ? $0.text : nil }
    let title = ZWOTitle(reading: first, defaultKind: defaultKind)
    let targets = [power(names.power, of: element, kind: title.title.kind), cadence(names.cadence, of: element)]
      .compactMap(\.self)
    for target in targets { report.add(.target(target)) }
    for message in messages where message.offset > 0 {
      let offset: Goal = hasDistances ? .distance(.metres(message.offset)) : .time(.seconds(message.offset))
      report.add(.movedMessage(message.text, from: offset))
    }
    let texts = [title.title.label].compactMap(\.self) + messages.dropFirst(first == nil ? 0 : 1).map(\.text) + targets
    return Interval(
      goal: try goal.checked(at: .line(element.line)), kind: title.title.kind, pace: title.pace,
      label: texts.isEmpty ? nil : texts.joined(separator: ", "))
  }

  /// Describes a relative target, such as `90 % of 5 km pace`.
  ///
  /// Nil if the interval has no relative target, or if the kind of the interval determines the target.
  private func power(_ names: [String], of element: XMLElement, kind: Kind) -> String? {
    let shares = names.compactMap { element.attributes[$0].flatMap(decimal) }.filter { $0 > 0 && $0 < 100 }
    guard let low = shares.min(), let high = shares.max(), !isOwn || [low, high] != [kind.power, kind.power] else {
      return nil
    }
    let range = low == high ? Self.percent(low) : "\(Self.percent(low)) to \(Self.percent(high))"
    let races = ["1 mile", "5 km", "10 km", "half marathon", "marathon"]
    guard let number = element.attributes["pace"].flatMap({ Int($0) }), races.indices.contains(number) else {
      return range
    }
    return "\(range) of \(races[number]) pace"
  }

  /// Describes a cadence, such as `cadence 180 per minute`.
  private func cadence(_ name: String, of element: XMLElement) -> String? {
    element.attributes[name].flatMap(decimal).map { "cadence \(shortestText($0)) per minute" }
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  /// Returns the messages among elements, sorted by offset.
  private static func messages(in elements: [XMLElement]) -> [Message] {
    elements.filter { $0.name.lowercased() == "textevent" }
      .compactMap { event in
        let offset = ["timeoffset", "TimeOffset", "distoffset"].lazy.compactMap {
          event.attributes[$0].flatMap(decimal)
        }
        guard let text = event.attributes["message"]?.cleanedToOneLine, !text.isEmpty else { return nil }
        return Message(offset: offset.first ?? 0, text: text)
      }
      .sorted { $0.offset < $1.offset }
  }

  private func number(_ attribute: String, of element: XMLElement) throws(WorkoutFileError) -> Double {
    guard let text = element.attributes[attribute] else {
      throw WorkoutFileError(.missing(attribute), at: .line(element.line))
    }
    guard let number = decimal(text) else {
      throw WorkoutFileError(.invalidNumber(text.cleanedToOneLine, name: attribute), at: .line(element.line))
    }
    return number
  }
}
