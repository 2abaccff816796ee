import PlanNotation
import Testing
import ControlInterface
import WorkoutModel

@testable import intervalctl

@Suite struct WatchViewTests {
  /// A view that has heard of statuses.
  static func view(_ statuses: Wire.Status...) -> WatchView {
    var view = WatchView { try? PlanFile($0).workout(over: Settings()) }
    for status in statuses { view.hear(.event(.init(event: .state, status: status)), atNs: status.atNs) }
    return view
  }

  @Test(
    arguments: [
      (.character(" "), .toggle), (.character("n"), .next(out: false)), (.right, .next(out: false)),
      (.character("o"), .next(out: true)), (.character("p"), .toggle), (.character("b"), .previous), (.left, .previous),
      (.character("+"), .extend(milliseconds: 10_000)), (.character("="), .extend(milliseconds: 10_000)),
      (.up, .extend(milliseconds: 10_000)), (.character("-"), .extend(milliseconds: -10_000)),
      (.down, .extend(milliseconds: -10_000)), (.character("s"), nil), (.character("x"), nil), (.enter, nil),
    ] as [(Key, WatchCommand?)])
  func `a key is a command`(key: Key, command: WatchCommand?) {
    var view = Self.view(Samples.running)
    #expect(view.handle(key) == command.map(WatchView.Action.command))
  }

  @Test(
    arguments: [
      (.character("y"), true), (.character("Y"), true), (.character("n"), false), (.escape, false), (.right, false),
    ]
      as [(Key, Bool)])
  func `stopping is asked about, and only a yes is one`(answer: Key, stops: Bool) {
    var view = Self.view(Samples.running)
    #expect(view.handle(.character("s")) == nil && view.question == .stop)
    #expect(view.handle(answer) == (stops ? .command(.stop) : nil))
    #expect(view.question == nil)
    #expect(view.handle(.character("y")) == nil)
  }

  /// Plans, the number and the rounds of an interval in them, and whether something follows its repeat; nil where it
  /// stands in none.
  @Test(
    arguments: [
      ("2x(30s run, 30s walk)", 1, [1], false), ("2x(30s run, 30s walk)\n1m walk", 1, [1], true),
      ("2x(30s run, 30s walk)\n1m walk", 5, [], nil), ("1m walk\n2x(30s run, 30s walk)", 1, [], nil),
      ("forever (30s run, 30s walk)", 3, [2], false), ("3x(2x(30s run, 30s walk), 1m)", 1, [1, 1], true),
      ("3x(2x(30s run, 30s walk))", 11, [3, 2], false),
    ] as [(String, Int, [Int], Bool?)])
  func `leaving the last repeat finishes the workout, and is asked about`(
    plan: String, number: Int, rounds: [Int], goesOn: Bool?
  ) throws {
    let workout = try PlanFile(plan).workout(over: Settings())
    let position = try #require(workout.timeline.position(numbered: number))
    let interval = workout.timeline.interval(at: position).interval
    var status = Samples.running
    (status.plan, status.number, status.of) = (plan, number, workout.timeline.totals.intervals)
    status.interval = Wire.Interval(kind: interval.kind.rawValue, goal: interval.goal.notation, durationMs: 30_000)
    status.rounds = rounds.map { .init(number: $0) }
    var view = Self.view(status)
    let left = WatchView.Action.command(.next(out: true))
    #expect(view.handle(.character("o")) == (goesOn == true ? left : nil))
    #expect(view.question == (goesOn == false ? .finish : nil))
    #expect(view.handle(.character("x")) == nil)
    guard goesOn == false else { return }
    _ = view.handle(.character("o"))
    #expect(view.handle(.character("y")) == left)
  }

  @Test(
    arguments: [Int.min, -1, 0, 1, .max], [Int.min, -1, 0, 1, .max])
  func `leaving a repeat accepts any numbers in a status`(first: Int, second: Int) {
    for plan in ["2x(30s run, 30s walk)", "forever (30s run, 30s walk)", "forever (30s run, 30s walk), 30s run"] {
      var status = Samples.running
      (status.plan, status.number, status.of) = (plan, first, second)
      (status.remainingMs, status.intervalRemainingMs) = (first, second)
      // As a plan of two intervals a round has it.
      status.rounds = [.init(number: max(0, first) / 2 + 1, of: nil)]
      var view = Self.view(status)
      let action = view.handle(.character("o"))
      #expect(action == .command(.next(out: true)) || view.question == .finish, "\(plan)")
    }
  }

  @Test func `a question does not outlive the workout`() {
    var view = Self.view(Samples.running)
    _ = view.handle(.character("s"))
    view.hear(.event(.init(event: .finished, status: Samples.idle, summary: Samples.summary)), atNs: 0)
    #expect(view.question == nil)
    #expect(view.handle(.character("y")) == nil)
  }

  @Test func `while idle only the space bar is a command`() {
    var view = Self.view(Samples.idle)
    #expect(view.handle(.character("n")) == nil && view.handle(.character("p")) == nil)
    #expect(view.handle(.character(" ")) == .command(.toggle))
    #expect(view.handle(.character("q")) == .leave)
  }

  @Test func `while the source is away one can only leave`() {
    var view = Self.view(Samples.running)
    view.hear(.away, atNs: 5_000_000_000)
    #expect(view.handle(.character(" ")) == nil)
    #expect(view.handle(.suspend) == .suspend)
    #expect(view.handle(.character("q")) == .leave)
    // The seconds of its absence.
    #expect(view.nextTick(afterNs: 7_500_000_000) == 8_000_000_000)
    view.hear(.event(.init(event: .state, status: Samples.running)), atNs: 9_000_000_000)
    #expect(view.awaySince == nil)
    #expect(view.handle(.character(" ")) == .command(.toggle))
  }

  @Test func `a plan is kept for its workout, and asked for with another`() {
    var later = Samples.running
    later.plan = nil
    var other = later
    other.workoutId = "w-2"
    var view = Self.view(Samples.running, later)
    #expect(view.workout != nil && !view.lacksPlan)
    #expect(view.status?.plan == Samples.plan)
    view.hear(.event(.init(event: .state, status: other)), atNs: 0)
    #expect(view.workout == nil && view.lacksPlan)
    view.takePlan(of: Samples.running)
    #expect(view.lacksPlan)
    var whole = other
    whole.plan = "forever 30s"
    view.takePlan(of: whole)
    #expect(view.workout != nil && !view.lacksPlan)
    #expect(!Self.view(Samples.idle).lacksPlan)
  }

  @Test func `a refusal is told until the next key, or its time`() {
    var view = Self.view(Samples.paused(by: .user))
    view.refuse("no workout is running", untilNs: 5_000_000_010)
    #expect(view.note(atNs: 11) == "no workout is running")
    #expect(view.nextTick(afterNs: 11) == 5_000_000_010)
    #expect(view.note(atNs: 5_000_000_010) == nil)
    _ = view.handle(.character("x"))
    #expect(view.note(atNs: 11) == nil)
  }

  @Test func `what is left behind says how the workout stands`() {
    #expect(
      Self.view(Samples.running).farewell(.plain, atNs: Samples.running.atNs) == [
        "The workout goes on: \"30/30\", run 30 s, 32:50 left in all. Stop it with: intervalctl stop"
      ])
    // As it is by then.
    let later = Samples.running.atNs + 2_000_000_000
    #expect(
      Self.view(Samples.running).farewell(.plain, atNs: later) == [
        "The workout goes on: \"30/30\", run 30 s, 32:48 left in all. Stop it with: intervalctl stop"
      ])
    #expect(Self.view(Samples.idle).farewell(.plain, atNs: later) == [])
    var view = Self.view(Samples.running)
    view.hear(.away, atNs: later)
    #expect(
      view.farewell(.plain, atNs: later + 60_000_000_000) == [
        "intervald has gone away; the workout was: \"30/30\", run 30 s, 32:48 left in all.",
        "When it is back: intervalctl status",
      ])
    view.hear(.event(.init(event: .finished, status: Samples.idle, summary: Samples.summary)), atNs: 0)
    #expect(view.farewell(.plain, atNs: 0).first == "Stopped \"30/30\"")
    // The next workout takes its place.
    view.hear(.event(.init(event: .state, status: Samples.leadIn)), atNs: 0)
    #expect(view.summary == nil)
  }
}
