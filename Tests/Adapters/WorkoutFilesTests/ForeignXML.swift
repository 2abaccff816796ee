import PlanNotation
import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

/// A random ZWO or TCX file in the shapes of different programs, and the plan that the file describes.
struct ForeignXML {
  /// An element of the file.
  private struct Node {
    let name: String
    var attributes: [String] = []
    var children: [Node] = []
    var content = ""

    var text: String {
      let start = ([name] + attributes).joined(separator: " ")
      return "<\(start)>\(content)\(children.map(\.text).joined(separator: "\n"))</\(name)>"
    }
  }

  private let format: WorkoutFormat
  private var root: Node
  /// Notation of the plan.
  let plan: String

  var text: String { root.text }

  init(_ format: WorkoutFormat, using generator: inout SplitMix64) {
    self.format = format
    (root, plan) = format == .zwo ? Self.zwo(using: &generator) : Self.tcx(using: &generator)
  }

  func imported() throws -> ImportedWorkout {
    try ImportedWorkout(Array(text.utf8), format: format, per: .kilometres)
  }

  // MARK: Unknown parts

  /// Adds unknown attributes, elements and texts in random places, and returns a description of each.
  mutating func addUnknownParts(using generator: inout SplitMix64) -> [String] {
    var descriptions: [String] = []
    Self.add(to: &root, &descriptions, using: &generator)
    return descriptions
  }

  private static func add(to node: inout Node, _ descriptions: inout [String], using generator: inout SplitMix64) {
    for index in node.children.indices { add(to: &node.children[index], &descriptions, using: &generator) }
    let number = descriptions.count
    switch Int.random(in: 0..<8, using: &generator) {
    case 0:
      node.attributes.insert("added\(number)=\"a\(number)\"", at: 0)
      descriptions.append("attribute added\(number)=\"a\(number)\"")
    case 1 where node.content.isEmpty:
      node.children.insert(Node(name: "added\(number)", content: "e"), at: 0)
      descriptions.append("element <added\(number)> \"e\"")
    // Texts in elements of the same name would be reported together, without their values.
    case 2 where node.content.isEmpty && !descriptions.contains { $0.hasSuffix(" in <\(node.name)>") }:
      node.content = "added\(number) "
      descriptions.append("text \"added\(number)\" in <\(node.name)>")
    default: break
    }
  }

  // MARK: ZWO

  private static func zwo(using generator: inout SplitMix64) -> (Node, plan: String) {
    var head: [Node] = []
    let isRunning = generator.oneIn(2)
    let sports = isRunning ? ["run", "Running"] : ["bike", "cycling"]
    head.append(Node(name: "sportType", content: pick(sports, using: &generator)))
    // Without this element, lengths in a run can be metres.
    if isRunning || generator.oneIn(2) { head.append(Node(name: "durationType", content: "time")) }
    var workout = Node(name: "workout")
    var steps: [Step] = []
    for _ in 0..<Int.random(in: 1...5, using: &generator) {
      let (node, step) =
        generator.oneIn(3) ? zwoSet(using: &generator) : zwoPart(isRunning: isRunning, using: &generator)
      workout.children.append(node)
      steps.append(step)
    }
    return (Node(name: "workout_file", children: head + [workout]), Plan(steps).notation)
  }

  private static func zwoPart(isRunning: Bool, using generator: inout SplitMix64) -> (Node, Step) {
    let elements: [(String, Kind)] = [
      ("SteadyState", .run), ("FreeRun", .run), ("Warmup", .warmup), ("Cooldown", .cooldown), ("MaxEffort", .sprint),
      ("SolidState", .run),
    ]
    let (name, kind) = pick(elements, using: &generator)
    let seconds = Int.random(in: 1...3600, using: &generator)
    var node = Node(name: name, attributes: ["Duration=\"\(generator.oneIn(3) ? " " : "")\(seconds)\""])
    var texts: [String] = []
    if generator.oneIn(3) {
      texts.append("easy does it")
      node.children.append(Node(name: "textevent", attributes: ["message=\"easy does it\"", "timeoffset=\"0\""]))
    }
    if generator.oneIn(2) {
      let percent = Int.random(in: 1...150, using: &generator)
      node.attributes += ["Power=\"\(Double(percent) / 100)\"", "pace=\"\(isRunning ? 4 : 0)\""]
      texts.append("\(percent) % of \(isRunning ? "marathon pace" : "FTP")")
    }
    if generator.oneIn(3) {
      node.attributes += ["CadenceLow=\"80\"", "CadenceHigh=\"90\""]
      texts.append("cadence 80-90 per minute")
    }
    let label = texts.isEmpty ? nil : texts.joined(separator: ", ")
    return (node, .interval(Interval(goal: .time(.seconds(seconds)), kind: kind, label: label)))
  }

  private static func zwoSet(using generator: inout SplitMix64) -> (Node, Step) {
    let (rounds, on, off) = (
      Int.random(in: 1...20, using: &generator), Int.random(in: 1...600, using: &generator),
      Int.random(in: 1...600, using: &generator)
    )
    var node = Node(
      name: "IntervalsT",
      attributes: ["Repeat=\"\(rounds)\"", "OnDuration=\"\(on)\"", "OffDuration=\"\(off)\"", "OffSlope=\"0\""])
    var slope: String?
    if generator.oneIn(2) {
      node.attributes.append("OnSlope=\"2.5\"")
      slope = "slope 2.5"
    }
    let body = [
      Interval(goal: .time(.seconds(on)), kind: .run, label: slope),
      Interval(goal: .time(.seconds(off)), kind: .recover),
    ]
    return (node, .repeat(Repeat(.count(rounds), body.map(Step.interval))))
  }

  // MARK: TCX

  private static func tcx(using generator: inout SplitMix64) -> (Node, plan: String) {
    var workout = Node(name: "Workout", attributes: ["Sport=\"Running\""])
    var steps: [Step] = []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let (node, step) = tcxStep("Step", depth: 0, using: &generator)
      workout.children.append(node)
      steps.append(step)
    }
    let workouts = Node(name: "Workouts", children: [workout])
    return (
      Node(
        name: "TrainingCenterDatabase", attributes: ["xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""],
        children: [workouts]), Plan(steps).notation
    )
  }

  private static func tcxStep(_ name: String, depth: Int, using generator: inout SplitMix64) -> (Node, Step) {
    guard depth < 3, generator.oneIn(3) else { return tcxInterval(name, using: &generator) }
    let rounds = Int.random(in: 2...9, using: &generator)
    var node = Node(name: name, children: [Node(name: "Repetitions", content: "\(rounds)")])
    if generator.oneIn(2) { node.attributes.append("xsi:type=\"Repeat_t\"") }
    var body: [Step] = []
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let isWrapped = generator.oneIn(3)
      let (child, step) = tcxStep(
        isWrapped || generator.oneIn(3) ? "Step" : "Child", depth: depth + 1, using: &generator)
      node.children.append(isWrapped ? Node(name: "Child", children: [child]) : child)
      body.append(step)
    }
    return (node, .repeat(Repeat(.count(rounds), body)))
  }

  private static func tcxInterval(_ name: String, using generator: inout SplitMix64) -> (Node, Step) {
    let intensities: [(String, Kind)] = [
      ("Active", .run), ("Resting", .rest), ("Rest", .rest), ("Warmup", .warmup), ("Cooldown", .cooldown),
    ]
    let targets: [(attribute: String, zone: [Node], label: String?)] = [
      ("xsi:type=\"None_t\"", [], nil), ("xsi:type=\"Open_t\"", [], nil),
      ("xsi:type=\"HeartRateZone_t\"", [Node(name: "Number", content: "2")], "heart rate zone 2"),
      (
        "xsi:type=\"HeartRate_t\"",
        [
          Node(
            name: "HeartRateZone",
            children: [Node(name: "Low", content: "110"), Node(name: "High", content: "150")])
        ], "heart rate 110-150 bpm"
      ),
      (
        "xsi:type=\"Power_t\"",
        [
          Node(
            name: "PowerZone",
            children: [Node(name: "Low", children: [Node(name: "Value", content: "200")])])
        ], "power of at least 200 W"
      ),
    ]
    let (intensity, kind) = pick(intensities, using: &generator)
    let target = pick(targets, using: &generator)
    let length = Int.random(in: 1...900, using: &generator)
    let isTyped = generator.oneIn(2)
    var duration = Node(name: "Duration")
    let goal: Goal
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      goal = .time(.seconds(length))
      if isTyped { duration.attributes.append("xsi:type=\"Time_t\"") }
      duration.children.append(Node(name: "Seconds", content: "\(length)"))
    case 1:
      goal = .distance(.metres(Double(length)))
      if isTyped { duration.attributes.append("xsi:type=\"Distance_t\"") }
      duration.children.append(Node(name: "Meters", content: "\(length)"))
    default:
      goal = .open
      duration.attributes.append("xsi:type=\"\(isTyped ? "UserInitiated_t" : "Open_t")\"")
    }
    var node = Node(
      name: name,
      children: [
        duration, Node(name: "Intensity", content: intensity),
        Node(name: "Target", attributes: [target.attribute], children: target.zone),
      ])
    if generator.oneIn(2) { node.attributes.append("xsi:type=\"Step_t\"") }
    return (node, .interval(Interval(goal: goal, kind: kind, label: target.label)))
  }

  private static func pick<Element>(_ elements: [Element], using generator: inout SplitMix64) -> Element {
    elements[Int.random(in: elements.indices, using: &generator)]
  }
}
