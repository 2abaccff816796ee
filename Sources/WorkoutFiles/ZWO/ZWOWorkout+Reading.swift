import PlanNotation
import WorkoutModel

extension ZWOWorkout {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - root: the document's.
  ///   - report: where it is noted what the plan does not have.
  /// - Returns: what it is called, what it is about, and its steps.
  /// - Throws: what is missing, or what no plan can have, and in which line.
  static func workout(
    in root: XMLElement, report: inout LossReport
  ) throws(WorkoutFileError) -> (name: String?, about: String?, steps: [Step]) {
    guard root.name == "workout_file", let workout = root["workout"] else {
      throw WorkoutFileError(.noWorkoutElement(root: root.name), at: .line(root.line))
    }
    if root["sportType"]?.text.folded == "bike" { report.note(.sport("cycling")) }
    let hasDistances = root["durationType"]?.text.folded.lowercased() == "distance"
    var steps: [Step] = []
    for element in workout.children {
      if let step = try element.zwoStep(hasDistances: hasDistances, report: &report) { steps.append(step) }
    }
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: .line(workout.line)) }
    return (root["name"]?.text.folded, root["description"]?.text.folded, steps)
  }
}

extension XMLElement {
  /// The step of a part; nil for what is none, such as a text event between parts.
  fileprivate func zwoStep(hasDistances: Bool, report: inout LossReport) throws(WorkoutFileError) -> Step? {
    func goal(_ name: String) throws(WorkoutFileError) -> Goal {
      let number = try number(name)
      let goal: Goal =
        hasDistances
        ? .distance(Distance(centimetres: Int((number * 100).rounded())))
        : .time(.milliseconds(Int((number * 1000).rounded())))
      return try goal.checked(at: .line(line))
    }
    switch name {
    case "Warmup", "Cooldown", "SteadyState", "Ramp", "FreeRide", "Freeride", "FreeRun", "MaxEffort":
      let usual: Kind =
        name == "Warmup" ? .warmup : name == "Cooldown" ? .cooldown : name == "MaxEffort" ? .sprint : .run
      let messages = messages(before: .infinity)
      return .interval(
        interval(
          try goal("Duration"), usual: usual, messages, power: ["Power", "PowerLow", "PowerHigh"], report: &report))
    case "IntervalsT":
      let rounds = Int(try number("Repeat"))
      guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: .line(line)) }
      let (on, off) = (try goal("OnDuration"), try goal("OffDuration"))
      let length = try number("OnDuration")
      let usual = ZWOWorkout.usualOfSet
      let (first, second) = (messages(before: length), messages(from: length))
      return .repeat(
        Repeat(
          .count(rounds),
          [
            .interval(
              interval(on, usual: usual.on, first, power: ["OnPower", "PowerOnLow", "PowerOnHigh"], report: &report)),
            .interval(
              interval(
                off, usual: usual.off, second, power: ["OffPower", "PowerOffLow", "PowerOffHigh"], report: &report)),
          ]))
    default: return nil
    }
  }

  private func interval(
    _ goal: Goal, usual: Kind, _ messages: [String], power: [String], report: inout LossReport
  ) -> Interval {
    let title = ZWOTitle(reading: messages.first, usual: usual)
    var texts = [title.title.label].compactMap(\.self) + messages.dropFirst()
    let shares = power.compactMap { attributes[$0].flatMap(Double.init) }.filter { $0 > 0 && $0 < 100 }
    // What a kind is by itself is not worth saying.
    if let low = shares.min(), let high = shares.max(),
      [low, high] != [title.title.kind.power, title.title.kind.power]
    {
      let target = low == high ? Self.percent(low) : "\(Self.percent(low)) to \(Self.percent(high))"
      report.note(.target(target))
      texts.append(target)
    }
    return Interval(
      goal: goal, kind: title.title.kind, pace: title.pace, label: texts.isEmpty ? nil : texts.joined(separator: ", "))
  }

  private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  /// The messages of text events from one second on and before another, in the order of time.
  private func messages(from start: Double = 0, before end: Double = .infinity) -> [String] {
    children.filter { $0.name.lowercased() == "textevent" }
      .compactMap { event -> (Double, String)? in
        let offset = ["timeoffset", "TimeOffset", "distoffset"].lazy.compactMap {
          event.attributes[$0].flatMap(Double.init)
        }
        guard let message = event.attributes["message"]?.folded, !message.isEmpty else { return nil }
        return (offset.first ?? 0, message)
      }
      .filter { $0.0 >= start && $0.0 < end }
      .sorted { $0.0 < $1.0 }
      .map(\.1)
  }

  private func number(_ attribute: String) throws(WorkoutFileError) -> Double {
    guard let text = attributes[attribute] else { throw WorkoutFileError(.missing(attribute), at: .line(line)) }
    guard let number = Double(text), (0...1_000_000).contains(number) else {
      throw WorkoutFileError(.noNumber(attribute, text), at: .line(line))
    }
    return number
  }
}
