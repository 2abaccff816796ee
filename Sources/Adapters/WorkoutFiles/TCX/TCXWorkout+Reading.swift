import Text
import PlanNotation
import WorkoutModel

extension TCXWorkout {
  /// Reads the first workout of a document.
  ///
  /// - Parameters:
  ///   - root: the document's.
  ///   - unit: what a speed becomes a pace for one of.
  ///   - report: where it is noted what the plan does not have.
  /// - Returns: what it is called, what it is about, and its steps.
  /// - Throws: what is missing, or what no plan can have, and in which line.
  static func workout(
    in root: XMLElement, per unit: DistanceUnit, report: inout LossReport
  ) throws(WorkoutFileError) -> (name: String?, about: String?, steps: [Step]) {
    let workouts = root["Workouts"]?.children("Workout") ?? []
    guard root.name == "TrainingCenterDatabase", let workout = workouts.first else {
      throw WorkoutFileError(.noWorkoutElement(root: root.name), at: .line(root.line))
    }
    if workouts.count > 1 { report.note(.otherWorkouts(workouts.count - 1)) }
    if let sport = workout.attributes["Sport"], sport != "Running" {
      report.note(.sport(sport == "Biking" ? "cycling" : "another sport (\(sport))"))
    }
    var steps: [Step] = []
    for element in workout.children("Step") { steps.append(try element.tcxStep(per: unit, report: &report)) }
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: .line(workout.line)) }
    let name = workout["Name"]?.text.cleanedToOneLine
    return (name == usualName ? nil : name, workout["Notes"]?.text.cleanedToOneLine, steps)
  }
}

extension XMLElement {
  /// The type that an element says it is of, without a prefix.
  private var type: String {
    attributes["type"].map { String($0.split(separator: ":").last ?? "").cleanedToOneLine } ?? ""
  }

  fileprivate func tcxStep(per unit: DistanceUnit, report: inout LossReport) throws(WorkoutFileError) -> Step {
    guard type == "Repeat_t" else { return .interval(try tcxInterval(per: unit, report: &report)) }
    let rounds = try thousandths("Repetitions") / 1000
    guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: .line(line)) }
    var body: [Step] = []
    for element in children("Child") { body.append(try element.tcxStep(per: unit, report: &report)) }
    guard !body.isEmpty else { throw WorkoutFileError(.noSteps, at: .line(line)) }
    return .repeat(Repeat(.count(rounds), body))
  }

  private func tcxInterval(per unit: DistanceUnit, report: inout LossReport) throws(WorkoutFileError) -> Interval {
    guard let duration = self["Duration"] else { throw WorkoutFileError(.missing("Duration"), at: .line(line)) }
    var remarks: [String] = []
    let goal: Goal
    switch duration.type {
    case "Time_t":
      goal = try Goal.time(.milliseconds(try duration.thousandths("Seconds"))).checked(at: .line(duration.line))
    case "Distance_t":
      let distance = Distance(centimetres: try duration.thousandths("Meters") / 10)
      goal = try Goal.distance(distance).checked(at: .line(duration.line))
    case "UserInitiated_t": goal = .open
    case let other:
      goal = .open
      let end = Self.end(other, duration)
      remarks.append(end)
      report.note(.end(end))
    }
    var pace: Pace?
    if let target = self["Target"], target.type != "None_t", !target.type.isEmpty {
      if let speeds = target["SpeedZone"]?.speeds {
        let isSpeed = target["SpeedZone"]?["ViewAs"]?.text.cleanedToOneLine == "Speed"
        pace = speeds.pace(per: unit, isSpeed: isSpeed, report: &report)
      }
      if pace == nil {
        let words = Self.words(of: target)
        remarks.append(words)
        report.note(.target(words))
      }
    }
    let isResting = self["Intensity"]?.text.cleanedToOneLine == "Resting"
    let title = StepTitle(reading: self["Name"]?.text, usual: isResting ? .rest : .run)
    let label = ([title.label].compactMap(\.self) + remarks).joined(separator: ", ")
    return Interval(goal: goal, kind: title.kind, pace: pace, label: label.isEmpty ? nil : label)
  }

  /// The speeds of a zone that has them, in metres a second.
  fileprivate var speeds: SpeedRange? {
    guard let low = self["LowInMetersPerSecond"].flatMap({ decimal($0.text.cleanedToOneLine) }),
      let high = self["HighInMetersPerSecond"].flatMap({ decimal($0.text.cleanedToOneLine) }), low > 0, high > 0
    else { return nil }
    return SpeedRange(low, high, precision: 0)
  }

  /// The number in a child, of which three decimals count.
  private func thousandths(_ name: String) throws(WorkoutFileError) -> Int {
    guard let child = self[name] else { throw WorkoutFileError(.missing(name), at: .line(line)) }
    guard let number = decimal(child.text.cleanedToOneLine) else {
      throw WorkoutFileError(.noNumber(name, child.text.cleanedToOneLine), at: .line(child.line))
    }
    return Int((number * 1000).rounded())
  }

  /// An end that no timer can tell.
  private static func end(_ type: String, _ duration: XMLElement) -> String {
    let value = duration["HeartRate"]?["Value"]?.text.cleanedToOneLine
    let unit = duration["HeartRate"]?.type == "HeartRateAsPercentOfMax_t" ? "% of the highest" : "bpm"
    switch type {
    case "HeartRateAbove_t": return "until the heart rate is above \(value ?? "?") \(unit)"
    case "HeartRateBelow_t": return "until the heart rate is below \(value ?? "?") \(unit)"
    case "CaloriesBurned_t": return "until \(duration["Calories"]?.text.cleanedToOneLine ?? "?") kcal are used"
    default: return "until something that only the watch knows (\(type))"
    }
  }

  private static func words(of target: XMLElement) -> String {
    switch target.type {
    case "HeartRate_t":
      let zone = target["HeartRateZone"]
      if let number = zone?["Number"]?.text.cleanedToOneLine { return "heart rate zone \(number)" }
      let unit = zone?["Low"]?.type == "HeartRateAsPercentOfMax_t" ? "% of the highest" : "bpm"
      let values = ["Low", "High"].compactMap { zone?[$0]?["Value"]?.text.cleanedToOneLine }
      return "heart rate \(values.joined(separator: "-")) \(unit)"
    case "Cadence_t":
      return
        "cadence \(["Low", "High"].compactMap { target[$0]?.text.cleanedToOneLine }.joined(separator: "-")) a minute"
    case "Speed_t":
      let zone = target["SpeedZone"]
      return zone?["Number"].map { "speed zone \($0.text.cleanedToOneLine)" } ?? zone?.speeds?.words ?? "speed"
    default: return target.type
    }
  }
}
