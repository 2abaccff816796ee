import Text
import PlanNotation
import WorkoutModel

/// A workout as Garmin's Training Center has it.
///
/// Source: Garmin, "TrainingCenterDatabasev2.xsd".
struct TCXWorkout {
  /// What TCX can hold: 2 to 99 rounds, 20 steps.
  static func limits(isFlat: Bool) -> FormatLimits {
    FormatLimits(nesting: isFlat ? 1 : PlanLimits.maxNesting, rounds: 2...99, steps: 20)
  }

  /// The most seconds or metres: what 16 bits hold.
  private static let most = 65_535
  private static let longestName = 15
  /// The name of a workout without one, as TCX requires a name.
  static let usualName = "Workout"
  private static let namespace = "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"

  private var steps = 0

  /// Writes a plan's steps, which keep the limits; times and distances are rounded to seconds and metres, and names are
  /// cut.
  static func document(_ steps: [Step], name: String?, about: String?) -> String {
    var writer = TCXWorkout()
    var workout = XMLElement(name: "Workout", attributes: ["Sport": "Running"])
    workout.children.append(XMLElement(name: "Name", text: name.map(Self.name) ?? usualName))
    workout.children += steps.map { writer.element($0, named: "Step") }
    if let about { workout.children.append(XMLElement(name: "Notes", text: about)) }
    let workouts = XMLElement(name: "Workouts", children: [workout])
    return XMLElement(
      name: "TrainingCenterDatabase",
      attributes: ["xmlns": namespace, "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance"], children: [workouts]
    ).document
  }

  /// As much of a text as a name may have, at least a character.
  private static func name(_ text: String) -> String {
    var name = ""
    for character in text.cleanedToOneLine {
      guard name.unicodeScalars.count + character.unicodeScalars.count <= longestName else { break }
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
      if let text = title.text(usual: interval.kind.isResting ? .rest : .run) {
        children.append(XMLElement(name: "Name", text: Self.name(text)))
      }
      children.append(Self.duration(interval.goal))
      children.append(XMLElement(name: "Intensity", text: interval.kind.isResting ? "Resting" : "Active"))
      children.append(Self.target(interval.pace))
      return XMLElement(name: name, attributes: ["xsi:type": "Step_t"], children: children)
    case .repeat(let `repeat`):
      guard case .count(let rounds) = `repeat`.extent else { preconditionFailure("TCX only counts") }
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
        children: [XMLElement(name: "Seconds", text: whole(time.inSeconds))])
    case .distance(let distance):
      XMLElement(
        name: "Duration", attributes: ["xsi:type": "Distance_t"],
        children: [XMLElement(name: "Meters", text: whole(distance.metres))])
    case .open: XMLElement(name: "Duration", attributes: ["xsi:type": "UserInitiated_t"])
    }
  }

  /// A whole number of a unit, from 1 to what can be told.
  private static func whole(_ value: Double) -> String {
    "\(min(max(Int((value + 1e-6).rounded()), 1), most))"
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
  /// Whether TCX has it among what is rest rather than work.
  var isResting: Bool { effort == .slow && self != .warmup && self != .cooldown }
}
