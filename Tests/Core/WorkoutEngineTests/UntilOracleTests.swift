import FoundationEssentials
import PlanNotation
import TestSupport
import Testing

@testable import WorkoutEngine
@testable import WorkoutModel

/// Comparison of random workouts with Tests/foreign/until_oracle.py, which calculates in exact fractions.
///
/// Each of the 2,000 plans has repeats until a time or a distance. The commands are random, and a snapshot replaces the
/// engine at random times, as after a kill.
@Suite(.enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"))
struct UntilOracleTests {
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `each until ends when what was really done in it reaches its goal`(part: UInt64) async throws {
    let folder = try TemporaryFolder()
    let traces = try (part * 250..<(part + 1) * 250).map { try Trace(seed: $0).json }
    let file = "\(folder.path)/traces"
    try Data(traces.joined(separator: "\n").utf8).write(to: URL(filePath: file))
    let result = try await Invocation.run(
      VirtualEnvironment.program("python"), ["\(packageRoot)/Tests/foreign/until_oracle.py", file])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("250 workouts"), "\(result.output)")
  }
}

/// A random workout, and what happened in it.
private struct Trace {
  private var generator: SplitMix64
  private var simulator = WorkoutSimulator()
  private var commands: [String] = []
  private let seed: UInt64
  private let plan: Plan
  private let start: Instant

  init(seed: UInt64) throws {
    self.seed = seed
    generator = SplitMix64(seed: seed)
    var found: (plan: Plan, workout: Workout)?
    while found == nil {
      let plan = Plan.oracle(using: &generator)
      found = (try? Workout(plan, settings: .init())).flatMap { $0.timeline.isShort ? (plan, $0) : nil }
    }
    plan = found?.plan ?? Plan([])
    start = simulator.now
    var settings = Settings()
    settings.leadIn = .zero
    try simulator.handle(.start(Workout(plan, settings: settings), replacing: false))
    for _ in 0..<Int.random(in: 1...12, using: &generator) {
      simulator.run(for: .milliseconds(Int.random(in: 0...100_000, using: &generator)))
      guard simulator.engine.workout != nil else { break }
      try command()
    }
    // The command fails if the workout has ended.
    if (try? simulator.handle(.resume)) != nil {
      record(#""do":"resume""#)
      simulator.runToEnd()
    }
  }

  /// Gives a random command, and records it with the time that is then left of the workout.
  private mutating func command() throws {
    let words: String
    let command: Command
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...2: (command, words) = (.next(out: false), #""do":"next""#)
    case 3: (command, words) = (.next(out: true), #""do":"out""#)
    case 4, 5:
      guard let target = backwards else { return }
      (command, words) = (.previous, #""do":"\#(target)""#)
    case 6, 7:
      let change = Int.random(in: -20_000...60_000, using: &generator)
      (command, words) = (.extend(by: .milliseconds(change)), #""do":"extend","ms":\#(change)"#)
    case 8: (command, words) = (.pause(.user), #""do":"pause""#)
    case 9: (command, words) = (.resume, #""do":"resume""#)
    default:
      let covered = simulator.engine.session?.tally(at: simulator.now).estimated.wholeMetres ?? 0
      let metres = Int(covered * Double.random(in: 0.5...1.5, using: &generator))
      (command, words) = (.correct(metres: Double(metres)), #""do":"correct","metres":\#(metres)"#)
    }
    try simulator.handle(command)
    record(words)
    if generator.oneIn(3) { try restore() }
  }

  private mutating func record(_ words: String) {
    let progress = simulator.engine.progress(at: simulator.now)
    var left = ""
    if let remaining = progress?.remaining?.attoseconds, let number = progress?.number, let all = progress?.of {
      left = #","remaining":\#(remaining),"after":\#(all - number)"#
    }
    commands.append("{\(words),\"at\":\((simulator.now - start).attoseconds)\(left)}")
  }

  /// Replaces the engine with one from its snapshot.
  private mutating func restore() throws {
    guard let snapshot = simulator.engine.snapshot else { return }
    let data = try JSONEncoder().encode(snapshot)
    let read = try JSONDecoder().decode(WorkoutEngine.Snapshot.self, from: data)
    try simulator.restart(from: read)
  }

  /// The effect of `previous`; nil if `previous` would enter a repeat that has ended.
  private var backwards: String? {
    guard let session = simulator.engine.session, let position = session.position else { return nil }
    guard session.clock(at: simulator.now) - session.span.begin < WorkoutEngine.previousReach,
      let target = session.timeline.position(before: position)
    else { return "restart" }
    let isInside =
      target.depth <= position.depth
      && (0..<target.depth).allSatisfy { position.shares(repeatAt: $0, with: target) }
    return isInside && target.depth == position.depth ? "back" : nil
  }

  var json: String {
    let events = simulator.events
    let end = events.last { if case .finished = $0.effect { true } else { false } }?.at ?? simulator.now
    let began = events.compactMap { event -> String? in
      guard case .intervalBegan = event.effect, let progress = event.progress,
        let label = progress.interval?.interval.label
      else { return nil }
      let rounds = progress.rounds.map { "\($0.number)" }.joined(separator: ",")
      return #"{"at":\#((event.at - start).attoseconds),"id":\#(label),"rounds":[\#(rounds)]}"#
    }
    return """
      {"seed":\(seed),"steps":\(Self.json(plan.steps)),"commands":[\(commands.joined(separator: ","))],\
      "began":[\(began.joined(separator: ","))],"finished":\((end - start).attoseconds),\
      "metres":"\(events.lazy.compactMap(\.effect.outcome).first?.metres ?? -1)"}
      """
  }

  private static func json(_ steps: [Step]) -> String {
    "[" + steps.map(json).joined(separator: ",") + "]"
  }

  private static func json(_ step: Step) -> String {
    switch step {
    case .interval(let interval):
      let goal =
        switch interval.goal {
        case .time(let time): #""ms":\#(time.inMilliseconds)"#
        case .distance(let distance): #""metres":"\#(distance.metres)""#
        case .open: ""
        }
      return #"{"id":\#(interval.label ?? ""),\#(goal),"speed":"\#(interval.metresPerSecond ?? 0)"}"#
    case .repeat(let `repeat`):
      let extent =
        switch `repeat`.extent {
        case .count(let count): #""count":\#(count)"#
        case .untilTime(let time): #""untilMs":\#(time.inMilliseconds)"#
        case .untilDistance(let distance): #""untilMetres":"\#(distance.metres)""#
        case .forever: ""
        }
      return "{\(extent),\"body\":\(json(`repeat`.body))}"
    }
  }
}

extension Plan {
  /// Returns a random plan in which a repeat with a goal contains random steps, and some rests have no pace.
  ///
  /// The label of each interval is its number in the plan.
  fileprivate static func oracle(using generator: inout SplitMix64) -> Plan {
    let inner = random(using: &generator).steps
    let extent: Repeat.Extent =
      generator.oneIn(2)
      ? .untilDistance(.metres(Double(Int.random(in: 300...5000, using: &generator))))
      : .untilTime(.milliseconds(Int.random(in: 60_000...1_800_000, using: &generator)))
    var steps = [Step.repeat(Repeat(extent, inner))]
    if generator.oneIn(2) { steps += random(using: &generator).steps }
    var number = 0
    return Plan(steps.map { $0.numbered(&number, &generator) })
  }
}

extension Step {
  fileprivate func numbered(_ number: inout Int, _ generator: inout SplitMix64) -> Step {
    switch self {
    case .interval(var interval):
      number += 1
      interval.label = "\(number)"
      if case .time = interval.goal, generator.oneIn(4) { (interval.kind, interval.pace) = (.rest, nil) }
      return .interval(interval)
    case .repeat(var `repeat`):
      `repeat`.body = `repeat`.body.map { $0.numbered(&number, &generator) }
      return .repeat(`repeat`)
    }
  }
}

extension Timeline {
  fileprivate var isShort: Bool { (totals.intervals ?? .max) <= 120 }
}
