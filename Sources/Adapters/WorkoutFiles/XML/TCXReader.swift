import PlanNotation
import Text
import WorkoutModel

/// Reads a workout in the format of Garmin Training Center.
///
/// The reader also accepts documents that do not follow the schema, because many programs write such documents: with
/// missing or unknown types, with values that have no wrapper element, and with steps inside `Child` elements.
struct TCXReader {
  private let unit: DistanceUnit
  private var report: LossReport

  /// Reads the first workout of a document.
  ///
  /// - Parameters:
  ///   - root: Root element of the document.
  ///   - unit: Unit of the paces.
  ///   - report: Receives the losses.
  /// - Returns: The name, the description and the steps of the workout.
  /// - Throws: An error with a line number if an element is missing, or if a value is invalid or outside the limits of
  ///   plans; `activity` if the document contains activities instead of workouts.
  static func workout(
    in root: XMLNode, per unit: DistanceUnit, report: inout LossReport
  ) throws(WorkoutFileError) -> (name: String?, about: String?, steps: [Step]) {
    guard root.name == "TrainingCenterDatabase", let workout = root["Workouts"]?["Workout"] else {
      if root.name == "TrainingCenterDatabase", let activities = root["Activities"] {
        throw WorkoutFileError(.activity, at: activities.place)
      }
      throw WorkoutFileError(.noWorkoutElement(root: root.name), at: root.place)
    }
    root.ignore(attributes: Self.schemaAttributes)
    root.ignore(children: Self.programElements)
    let others = root["Workouts"]?.children { $0 !== workout && $0.name == "Workout" } ?? []
    if !others.isEmpty { report.add(.otherWorkouts(others.count)) }
    for other in others { other.ignore() }
    if let sport = workout.attribute("Sport"), !["running", "run"].contains(sport.lowercased()) {
      report.add(.sport(sport == "Biking" ? "cycling" : "another sport (\(sport))"))
    }
    workout.ignore(children: Self.programElements)
    var reader = TCXReader(unit: unit, report: report)
    var steps: [Step] = []
    for node in workout.children("Step") { steps += try reader.steps(node) }
    report = reader.report
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: workout.place) }
    let name = workout["Name"]?.text
    return (name == TCXWorkout.defaultName ? nil : name, workout["Notes"]?.text, steps)
  }

  /// Attributes that only contain the address of a schema.
  private static let schemaAttributes: Set = ["schemaLocation", "noNamespaceSchemaLocation"]
  /// Elements that describe the program or the device that wrote the file, and the folders in which it lists workouts.
  private static let programElements: Set = ["Author", "Creator", "Folders"]

  // MARK: Steps

  /// Reads an interval, a repeat, or an element that only contains other steps.
  private mutating func steps(_ node: XMLNode) throws(WorkoutFileError) -> [Step] {
    // Steps have the order of their elements, so the numbers of the steps do not matter.
    node.ignore(children: ["StepId"])
    let type = node.type
    if type == "Repeat_t" || type != "Step_t" && node.hasChild("Repetitions") { return try `repeat`(node) }
    if !node.hasChild("Duration"), node.hasChild("Child", "Step") { return try body(of: node) }
    return try interval(node).map { [.interval($0)] } ?? []
  }

  /// Reads a repeat; the result is empty if the length of each step is 0.
  private mutating func `repeat`(_ node: XMLNode) throws(WorkoutFileError) -> [Step] {
    let (rounds, fraction) = try node.thousandths("Repetitions").quotientAndRemainder(dividingBy: 1000)
    guard fraction == 0 else {
      throw WorkoutFileError(.fractionalRepetitions(Double(rounds) + Double(fraction) / 1000), at: node.place)
    }
    guard PlanLimits.counts.contains(rounds) else { throw WorkoutFileError(.repetitions(rounds), at: node.place) }
    guard node.hasChild("Child", "Step") else { throw WorkoutFileError(.noSteps, at: node.place) }
    let body = try body(of: node)
    return body.isEmpty ? [] : [.repeat(Repeat(.count(rounds), body))]
  }

  /// Reads the steps inside an element; the schema allows only `Child`, but some programs also write `Step`.
  private mutating func body(of node: XMLNode) throws(WorkoutFileError) -> [Step] {
    var steps: [Step] = []
    for child in node.children("Child", "Step") { steps += try self.steps(child) }
    return steps
  }

  /// Reads an interval; nil if its length is 0.
  private mutating func interval(_ node: XMLNode) throws(WorkoutFileError) -> Interval? {
    guard let duration = node["Duration"] else { throw WorkoutFileError(.missing("Duration"), at: node.place) }
    let (goal, end) = try goal(duration)
    if goal.isZero {
      let texts = [node["Name"]?.text, node["Notes"]?.text].compactMap(\.self).filter { !$0.isEmpty }
      node.ignore(children: ["Intensity", "Target"])
      report.addEmptyStep("element <\(node.name)>", at: node.place, .label, texts)
      return nil
    }
    _ = try goal.checked(at: duration.place)
    if let end { report.add(.end(end)) }
    // The schema allows one target, but some programs write a second one.
    var pace: Pace?
    var targets: [String] = []
    for target in node.children("Target") {
      let (speed, words) = self.target(target, hasPace: pace != nil)
      if let speed { pace = speed }
      if let words { targets.append(words) }
    }
    for target in targets { report.add(.target(target)) }
    let kind = node["Intensity"]?.text { Self.kinds[$0.lowercased().filter { $0 != " " && $0 != "-" }] } ?? .run
    let title = StepTitle(reading: node["Name"]?.text, defaultKind: kind)
    let label = ([title.label, node["Notes"]?.text, end].compactMap(\.self) + targets).joinedAsLabel
    return Interval(goal: goal, kind: title.kind, pace: pace, label: label)
  }

  /// Kinds of the intensities in lower case; the schema has only `active` and `resting`.
  private static let kinds: [String: Kind] = [
    "active": .run, "resting": .rest, "rest": .rest, "warmup": .warmup, "cooldown": .cooldown, "recovery": .recover,
    "interval": .work,
  ]

  // MARK: Durations

  /// Reads a duration; for an end condition that a timer cannot detect, the goal is open and `end` describes it.
  private func goal(_ node: XMLNode) throws(WorkoutFileError) -> (Goal, end: String?) {
    let type = node.type
    let isTyped = ["Time_t", "Distance_t"].contains(type)
    if type == "Time_t" || !isTyped && node.hasChild("Seconds") {
      return (.time(.milliseconds(try node.thousandths("Seconds"))), nil)
    }
    if type == "Distance_t" || !isTyped && node.hasChild("Meters") {
      return (.distance(Distance(centimetres: try node.thousandths("Meters") / 10)), nil)
    }
    switch type {
    case "UserInitiated_t", "UserDefined_t", "Open_t", "LapButton_t":
      // The button is ignored, because an open interval always ends when a button is pressed.
      node.ignore(children: ["Button"])
      return (.open, nil)
    case "" where node.isEmpty: return (.open, nil)
    case "HeartRateAbove_t": return (.open, "until the heart rate is above \(heartRate(node["HeartRate"]))")
    case "HeartRateBelow_t": return (.open, "until the heart rate is below \(heartRate(node["HeartRate"]))")
    case "CaloriesBurned_t": return (.open, "until \(node["Calories"]?.value?.text ?? "?") kcal are used")
    case "": return (.open, "until an unknown condition")
    default: return (.open, "until an unknown condition (\(type))")
    }
  }

  private func heartRate(_ node: XMLNode?) -> String {
    let value = node?.value
    return "\(value?.text ?? "?") \(Quantity.heartRate.unit(isPercent: value?.isPercent == true))"
  }

  // MARK: Targets

  /// A quantity that a target can limit.
  private enum Quantity: String, CaseIterable {
    case speed
    case heartRate = "heart rate"
    case cadence
    case power

    /// Finds the quantity in the name of a type or a zone, such as `HeartRate_t` or `CustomPowerZone`.
    init?(in name: String) {
      let name = name.lowercased()
      let found = Self.allCases.first { name.contains(scalars: $0.rawValue.filter { $0 != " " }) }
      guard let quantity = found ?? (name.contains(scalars: "pace") ? .speed : nil) else { return nil }
      self = quantity
    }

    func unit(isPercent: Bool) -> String {
      switch self {
      case .speed: ""
      case .heartRate: isPercent ? "% of maximum" : "bpm"
      case .cadence: "per minute"
      case .power: isPercent ? "% of FTP" : "W"
      }
    }
  }

  /// Reads a target: a pace, or a description of any other target; both are nil for an interval without a target.
  ///
  /// If `hasPace` is true, the interval already has a pace, so another speed is described.
  private mutating func target(_ node: XMLNode, hasPace: Bool) -> (pace: Pace?, words: String?) {
    let type = node.type
    guard !["None_t", "Open_t", "NullTarget_t", "NoTarget_t"].contains(type), !(type.isEmpty && node.isEmpty) else {
      return (nil, nil)
    }
    let zone = node.children { $0.name.hasSuffix("Zone") && Quantity(in: $0.name) != nil }.first ?? node
    // The type of a zone is ignored, because the child elements show whether the zone has a number or limits.
    _ = zone.type
    guard let quantity = Quantity(in: type) ?? Quantity(in: zone.name) else { return (nil, type.isEmpty ? nil : type) }
    if let number = zone["Number"]?.value { return (nil, "\(quantity.rawValue) zone \(number.text)") }
    if quantity == .speed, let speeds = speeds(zone) {
      let isSpeed = zone["ViewAs"]?.text { ["Speed", "Pace"].contains($0) ? $0 == "Speed" : nil } ?? false
      // The type of `ViewAs` is always the same.
      _ = zone["ViewAs"]?.type
      if !hasPace, let pace = speeds.pace(per: unit, isSpeed: isSpeed, report: &report) { return (pace, nil) }
      return (nil, speeds.words)
    }
    let low = (zone["Low"] ?? zone["Min"])?.value
    let high = (zone["High"] ?? zone["Max"])?.value
    let words = [quantity.rawValue, Self.range(low, high, of: quantity)].compactMap(\.self).joined(separator: " ")
    return (nil, words)
  }

  /// Speeds of a zone; nil if the zone has no valid speeds.
  private func speeds(_ zone: XMLNode) -> SpeedRange? {
    let ends = ["LowInMetersPerSecond", "HighInMetersPerSecond"].compactMap { name in
      zone[name]?.text { text in decimal(text).flatMap { $0 > 0 ? $0 : nil } }
    }
    return ends.count == 2 ? SpeedRange(ends[0], ends[1], precision: 0) : nil
  }

  /// Describes the limits of a target, such as `110-150 bpm`; nil without limits.
  private static func range(_ low: XMLNode.Value?, _ high: XMLNode.Value?, of quantity: Quantity) -> String? {
    guard let value = high ?? low else { return nil }
    let unit = quantity.unit(isPercent: value.isPercent)
    let limits =
      switch (low, high) {
      case (let low?, let high?): low.text == high.text ? low.text : "\(low.text)-\(high.text)"
      case (_?, nil): "of at least \(value.text)"
      default: "of at most \(value.text)"
      }
    return unit.isEmpty ? limits : "\(limits) \(unit)"
  }
}

// MARK: - Values

extension XMLNode {
  /// A number of a zone or of an end condition.
  fileprivate struct Value {
    let text: String
    let isPercent: Bool
  }

  /// Value of the attribute `xsi:type`, without a namespace prefix; empty if the element has no such attribute.
  ///
  /// Some programs write `xsi_type` instead.
  fileprivate var type: String {
    let types = ["type", "xsi_type"].lazy.compactMap { self.attribute($0) }
    return types.first?.split(separator: ":").last.map(\.cleanedToOneLine) ?? ""
  }

  /// Number in the element or in its child `Value`; nil without a valid number.
  fileprivate var value: Value? {
    let type = type
    let number = self["Value"]?.text(as: decimal) ?? text(as: decimal)
    return number.map { Value(text: shortestText($0), isPercent: type.contains(scalars: "Percent")) }
  }

  /// Returns the number in a child element, multiplied by 1000 and rounded.
  fileprivate func thousandths(_ name: String) throws(WorkoutFileError) -> Int {
    guard let child = self[name] else { throw WorkoutFileError(.missing(name), at: place) }
    guard let number = decimal(child.text) else {
      throw WorkoutFileError(.invalidNumber(child.text, name: name), at: child.place)
    }
    return Int((number * 1000).rounded())
  }
}
