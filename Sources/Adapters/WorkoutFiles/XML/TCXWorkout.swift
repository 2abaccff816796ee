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
  static let defaultName = "Workout"
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
    return database([workouts]).document
  }

  /// Makes the root element of a document.
  static func database(_ children: [XMLElement]) -> XMLElement {
    XMLElement(
      name: "TrainingCenterDatabase",
      attributes: ["xmlns": namespace, "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance"], children: children)
  }

  /// Cuts a text to the maximum length of a name.
  ///
  /// The result has at least one character.
  private static func name(_ text: String) -> String {
    let name = text.cleanedToOneLine.wholeCharacters(maxScalars: maxNameLength)
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
  var isResting: Bool { effort == .slow && self != .warmup && self != .cooldown }
}
