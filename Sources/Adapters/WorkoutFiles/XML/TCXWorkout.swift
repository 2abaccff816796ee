import PlanNotation
import Text
import WorkoutModel

/// A workout in the format of Garmin Training Center.
///
/// Source: Garmin, "TrainingCenterDatabasev2.xsd".
struct TCXWorkout {
  /// Limits of TCX; `isFlat` is for watches that do not support nested repeats.
  static func limits(isFlat: Bool) -> FormatLimits {
    FormatLimits(nesting: isFlat ? 1 : PlanLimits.maxNesting, rounds: 2...99, steps: 20)
  }

  /// Maximum number of seconds or metres; TCX limits both numbers to 16 bits.
  private static let maxValue = 65_535
  /// Maximum length of a name in Unicode scalars.
  private static let maxNameLength = 15
  /// Name that replaces a missing name, because TCX requires a name.
  fileprivate static let defaultName = "Workout"
  private static let namespace = "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"

  /// Number of step identifiers that have been used so far.
  private var steps = 0

  /// Returns a document that contains the steps; the steps must fit the limits.
  ///
  /// Times are rounded to seconds, distances are rounded to metres, and long names are cut.
  static func document(_ steps: [Step], name: String?, about: String?) -> String {
    var writer = TCXWorkout()
    var workout = XMLElement(name: "Workout", attributes: ["Sport": "Running"])
    workout.children.append(XMLElement(name: "Name", text: name.map(Self.name) ?? defaultName))
    workout.children += steps.map { writer.element($0, named: "Step") }
    if let about { workout.children.append(XMLElement(name: "Notes", text: about)) }
    let workouts = XMLElement(name: "Workouts", children: [workout])
    return XMLElement(
      name: "TrainingCenterDatabase",
      attributes: ["xmlns": namespace, "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance"], children: [workouts]
    ).document
  }

  /// Cuts a text to the maximum length of a name.
  ///
  /// The result has at least one character.
  private static func name(_ text: String) -> String {
    var name = ""
    for character in text.cleanedToOneLine {
      guard name.unicodeScalars.count + character.unicodeScalars.count <= maxNameLength else { break }
      name.append(character)
    }
    return name.isEmpty ? "-" : name.cleanedToOneLine
  }

  private mutating func element(_ step: Step, named name: String) -> XMLElement {
    steps += 1
    let number = XMLElement(name: "StepId", text: "\(steps)")
    switch step {
    case .interval(let interval):
      var children = [number]
      let title = StepTitle(kind: interval.kind, label: interval.label)
      if let text = title.text(defaultKind: interval.kind.isResting ? .rest : .run) {
        children.append(XMLElement(name: "Name", text: Self.name(text)))
      }
      children.append(Self.duration(interval.goal))
      children.append(XMLElement(name: "Intensity", text: interval.kind.isResting ? "Resting" : "Active"))
      children.append(Self.target(interval.pace))
      return XMLElement(name: name, attributes: ["xsi:type": "Step_t"], children: children)
    case .repeat(let `repeat`):
      guard case .count(let rounds) = `repeat`.extent else { preconditionFailure("a repeat in TCX has a count") }
      return XMLElement(
        name: name, attributes: ["xsi:type": "Repeat_t"],
        children: [number, XMLElement(name: "Repetitions", text: "\(rounds)")]
          + `repeat`.body.map { element($0, named: "Child") })
    }
  }

  private static func duration(_ goal: Goal) -> XMLElement {
    switch goal {
    case .time(let time):
      XMLElement(
        name: "Duration", attributes: ["xsi:type": "Time_t"],
        children: [XMLElement(name: "Seconds", text: rounded(time.inSeconds))])
    case .distance(let distance):
      XMLElement(
        name: "Duration", attributes: ["xsi:type": "Distance_t"],
        children: [XMLElement(name: "Meters", text: rounded(distance.metres))])
    case .open: XMLElement(name: "Duration", attributes: ["xsi:type": "UserInitiated_t"])
    }
  }

  /// Rounds a number of seconds or metres to a whole number within the limits of TCX.
  private static func rounded(_ value: Double) -> String {
    "\(min(max(Int((value + 1e-6).rounded()), 1), maxValue))"
  }

  private static func target(_ pace: Pace?) -> XMLElement {
    guard let pace else { return XMLElement(name: "Target", attributes: ["xsi:type": "None_t"]) }
    let isSpeed = if case .speed = pace { true } else { false }
    let range = SpeedRange(around: pace)
    return XMLElement(
      name: "Target", attributes: ["xsi:type": "Speed_t"],
      children: [
        XMLElement(
          name: "SpeedZone", attributes: ["xsi:type": "CustomSpeedZone_t"],
          children: [
            XMLElement(name: "ViewAs", text: isSpeed ? "Speed" : "Pace"),
            XMLElement(name: "LowInMetersPerSecond", text: shortestText(range.slow)),
            XMLElement(name: "HighInMetersPerSecond", text: shortestText(range.fast)),
          ])
      ])
  }
}

extension Kind {
  /// Whether the intensity of the kind is `Resting` in TCX.
  fileprivate var isResting: Bool { effort == .slow && self != .warmup && self != .cooldown }
}

// MARK: Reading

extension TCXWorkout {
  /// Reads the first workout of a document.
  ///
  /// - Parameters:
  ///   - root: Root element of the document.
  ///   - unit: Unit of the paces.
  ///   - report: Receives the losses.
  /// - Returns: The name, the description and the steps of the workout.
  /// - Throws: An error with a line number if an element is missing, or if a value is invalid or outside the limits of
  ///   plans.
  static func workout(
    in root: XMLElement, per unit: DistanceUnit, report: inout LossReport
  ) throws(WorkoutFileError) -> (name: String?, about: String?, steps: [Step]) {
    let workouts = root["Workouts"]?.children("Workout") ?? []
    guard root.name == "TrainingCenterDatabase", let workout = workouts.first else {
      throw WorkoutFileError(.noWorkoutElement(root: root.name), at: .line(root.line))
    }
    if workouts.count > 1 { report.add(.otherWorkouts(workouts.count - 1)) }
    if let sport = workout.attributes["Sport"], sport != "Running" {
      report.add(.sport(sport == "Biking" ? "cycling" : "another sport (\(sport))"))
    }
    var steps: [Step] = []
    for element in workout.children("Step") { steps.append(try element.tcxStep(per: unit, report: &report)) }
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: .line(workout.line)) }
    let name = workout["Name"]?.text.cleanedToOneLine
    return (name == defaultName ? nil : name, workout["Notes"]?.text.cleanedToOneLine, steps)
  }
}

extension XMLElement {
  /// Value of the attribute `xsi:type`, without a namespace prefix; empty if the element has no such attribute.
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
    var conditions: [String] = []
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
      let end = Self.endWords(other, duration)
      conditions.append(end)
      report.add(.end(end))
    }
    var pace: Pace?
    if let target = self["Target"], target.type != "None_t", !target.type.isEmpty {
      if let speeds = target["SpeedZone"]?.speeds {
        let isSpeed = target["SpeedZone"]?["ViewAs"]?.text.cleanedToOneLine == "Speed"
        pace = speeds.pace(per: unit, isSpeed: isSpeed, report: &report)
      }
      if pace == nil {
        let words = Self.targetWords(target)
        conditions.append(words)
        report.add(.target(words))
      }
    }
    let isResting = self["Intensity"]?.text.cleanedToOneLine == "Resting"
    let title = StepTitle(reading: self["Name"]?.text, defaultKind: isResting ? .rest : .run)
    let label = ([title.label].compactMap(\.self) + conditions).joined(separator: ", ")
    return Interval(goal: goal, kind: title.kind, pace: pace, label: label.isEmpty ? nil : label)
  }

  /// Range of a speed zone; nil if the zone has no valid speeds.
  fileprivate var speeds: SpeedRange? {
    guard let low = self["LowInMetersPerSecond"].flatMap({ decimal($0.text.cleanedToOneLine) }),
      let high = self["HighInMetersPerSecond"].flatMap({ decimal($0.text.cleanedToOneLine) }), low > 0, high > 0
    else { return nil }
    return SpeedRange(low, high, precision: 0)
  }

  /// Returns the number in a child element, multiplied by 1000 and rounded.
  private func thousandths(_ name: String) throws(WorkoutFileError) -> Int {
    guard let child = self[name] else { throw WorkoutFileError(.missing(name), at: .line(line)) }
    guard let number = decimal(child.text.cleanedToOneLine) else {
      throw WorkoutFileError(.invalidNumber(child.text.cleanedToOneLine, name: name), at: .line(child.line))
    }
    return Int((number * 1000).rounded())
  }

  /// Describes an end condition that a timer cannot detect.
  private static func endWords(_ type: String, _ duration: XMLElement) -> String {
    let value = duration["HeartRate"]?["Value"]?.text.cleanedToOneLine
    let unit = duration["HeartRate"]?.type == "HeartRateAsPercentOfMax_t" ? "% of maximum" : "bpm"
    switch type {
    case "HeartRateAbove_t": return "until the heart rate is above \(value ?? "?") \(unit)"
    case "HeartRateBelow_t": return "until the heart rate is below \(value ?? "?") \(unit)"
    case "CaloriesBurned_t": return "until \(duration["Calories"]?.text.cleanedToOneLine ?? "?") kcal are used"
    default: return "until an unknown condition (\(type))"
    }
  }

  /// Describes a target.
  private static func targetWords(_ target: XMLElement) -> String {
    switch target.type {
    case "HeartRate_t":
      let zone = target["HeartRateZone"]
      if let number = zone?["Number"]?.text.cleanedToOneLine { return "heart rate zone \(number)" }
      let unit = zone?["Low"]?.type == "HeartRateAsPercentOfMax_t" ? "% of maximum" : "bpm"
      let values = ["Low", "High"].compactMap { zone?[$0]?["Value"]?.text.cleanedToOneLine }
      return "heart rate \(values.joined(separator: "-")) \(unit)"
    case "Cadence_t":
      return
        "cadence \(["Low", "High"].compactMap { target[$0]?.text.cleanedToOneLine }.joined(separator: "-")) per minute"
    case "Speed_t":
      let zone = target["SpeedZone"]
      return zone?["Number"].map { "speed zone \($0.text.cleanedToOneLine)" } ?? zone?.speeds?.words ?? "speed"
    default: return target.type
    }
  }
}
