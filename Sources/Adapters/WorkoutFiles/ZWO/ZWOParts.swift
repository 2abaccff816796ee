import Text
import PlanNotation
import WorkoutModel

/// Reads the parts of a workout of Zwift's.
struct ZWOParts {
  /// Whether lengths are metres, and not seconds.
  let hasDistances: Bool
  /// Whether this program wrote them, so that the share of a pace says nothing that the kind does not.
  let isOwn: Bool
  private(set) var report: LossReport

  init(hasDistances: Bool, isOwn: Bool, report: LossReport) {
    self.hasDistances = hasDistances
    self.isOwn = isOwn
    self.report = report
  }

  /// A text that is shown so many seconds or metres behind the beginning of a part.
  private struct Message {
    var offset: Double
    let text: String
  }

  /// Which of its attributes are of one of the intervals of a part.
  private struct Names {
    var length = "Duration"
    var power = ["Power", "PowerLow", "PowerHigh"]
    var cadence = "Cadence"

    static let on = Names(length: "OnDuration", power: ["OnPower", "PowerOnLow", "PowerOnHigh"])
    static let off = Names(
      length: "OffDuration", power: ["OffPower", "PowerOffLow", "PowerOffHigh"], cadence: "CadenceResting")
  }

  /// The step of a part; nil for what has no length, such as a text between parts.
  mutating func step(_ element: XMLElement) throws(WorkoutFileError) -> Step? {
    let kinds: [String: Kind] = ["warmup": .warmup, "cooldown": .cooldown, "maxeffort": .sprint]
    switch element.name.lowercased() {
    case "intervalst": return try set(element)
    case "textevent":
      for message in Self.messages(in: [element]) { report.note(.textLeftOut(.message, message.text)) }
      return nil
    // Whatever else has a length is to be run.
    case let name where element.attributes["Duration"] != nil || ["steadystate", "freerun", "freeride"].contains(name):
      let messages = Self.messages(in: element.children)
      return try interval(Names(), of: element, usual: kinds[name] ?? .run, messages).map(Step.interval)
    case let name where kinds[name] != nil: throw WorkoutFileError(.missing("Duration"), at: .line(element.line))
    default: return nil
    }
  }

  /// Two intervals in turn.
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
        // It is of one round alone.
        report.note(.textLeftOut(.message, message.text))
      }
    }
    let usual = ZWOWorkout.usualOfSet
    let intervals = [
      try interval(.on, of: element, usual: usual.on, messages.on),
      try interval(.off, of: element, usual: usual.off, messages.off),
    ].compactMap(\.self)
    return intervals.isEmpty ? nil : .repeat(Repeat(.count(rounds), intervals.map(Step.interval)))
  }

  /// An interval; nil where it has no length at all.
  private mutating func interval(
    _ names: Names, of element: XMLElement, usual: Kind, _ messages: [Message]
  ) throws(WorkoutFileError) -> Interval? {
    let length = try number(names.length, of: element)
    guard length > 0 else { return nil }
    let goal: Goal =
      hasDistances
      ? .distance(Distance(centimetres: Int((length * 100).rounded())))
      : .time(.milliseconds(Int((length * 1000).rounded())))
    // Only what is said at the beginning can be the kind.
    let first = messages.first.flatMap { $0.offset == 0 ? $0.text : nil }
    let title = ZWOTitle(reading: first, usual: usual)
    let targets = [power(names.power, of: element, kind: title.title.kind), cadence(names.cadence, of: element)]
      .compactMap(\.self)
    for target in targets { report.note(.target(target)) }
    for message in messages where message.offset > 0 {
      let offset: Goal = hasDistances ? .distance(.metres(message.offset)) : .time(.seconds(message.offset))
      report.note(.toldEarlier(message.text, than: offset))
    }
    let texts = [title.title.label].compactMap(\.self) + messages.dropFirst(first == nil ? 0 : 1).map(\.text) + targets
    return Interval(
      goal: try goal.checked(at: .line(element.line)), kind: title.title.kind, pace: title.pace,
      label: texts.isEmpty ? nil : texts.joined(separator: ", "))
  }

  /// A share of a pace, or of two: `90 % of the pace of 5 km`; nil where it is what the kind is by itself.
  private func power(_ names: [String], of element: XMLElement, kind: Kind) -> String? {
    let shares = names.compactMap { element.attributes[$0].flatMap(decimal) }.filter { $0 > 0 && $0 < 100 }
    guard let low = shares.min(), let high = shares.max(), !isOwn || [low, high] != [kind.power, kind.power] else {
      return nil
    }
    let range = low == high ? Self.percent(low) : "\(Self.percent(low)) to \(Self.percent(high))"
    let races = ["1 mile", "5 km", "10 km", "a half marathon", "a marathon"]
    guard let number = element.attributes["pace"].flatMap({ Int($0) }), races.indices.contains(number) else {
      return range
    }
    return "\(range) of the pace of \(races[number])"
  }

  private func cadence(_ name: String, of element: XMLElement) -> String? {
    element.attributes[name].flatMap(decimal).map { "cadence \(shortestText($0)) a minute" }
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  /// The texts among elements, in the order of time.
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
      throw WorkoutFileError(.noNumber(attribute, text.cleanedToOneLine), at: .line(element.line))
    }
    return number
  }
}
