import PlanNotation
import TerminalUI
import TestSupport
import Testing
import WorkoutModel
import WorkoutReports

@testable import WorkoutViews

@Suite struct WatchViewTests {
  /// Returns a view that has received the statuses.
  static func view(_ statuses: Report.Status...) -> WatchView {
    var view = WatchView { try? PlanFile($0).workout(over: Settings()) }
    for status in statuses { view.receive(.event(.init(event: .state, status: status)), atNs: status.atNs) }
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
  func `each key sends its command`(key: Key, command: WatchCommand?) {
    var view = Self.view(Samples.running)
    #expect(view.handle(key, atNs: 0) == command.map(WatchView.Action.command))
  }

  @Test(
    arguments: [
      (.character("y"), true), (.character("Y"), true), (.character("n"), false), (.escape, false), (.right, false),
    ]
      as [(Key, Bool)])
  func `stopping requires a confirmation`(answer: Key, isConfirmed: Bool) {
    var view = Self.view(Samples.running)
    #expect(view.handle(.character("s"), atNs: 0) == nil)
    #expect(view.question == .stop)
    #expect(view.handle(answer, atNs: 0) == (isConfirmed ? .command(.stop) : nil))
    #expect(view.question == nil)
    #expect(view.handle(.character("y"), atNs: 0) == nil)
  }

  /// Each case has a plan, the number of an interval, the rounds of the repeats around it, and whether a step follows.
  ///
  /// The rounds begin with the round of the outermost repeat. The last value is true if a step follows the innermost
  /// repeat, and nil if the interval is outside any repeat.
  @Test(
    arguments: [
      ("2x(30s run, 30s walk)", 1, [1], false), ("2x(30s run, 30s walk)\n1m walk", 1, [1], true),
      ("2x(30s run, 30s walk)\n1m walk", 5, [], nil), ("1m walk\n2x(30s run, 30s walk)", 1, [], nil),
      ("forever (30s run, 30s walk)", 3, [2], false), ("3x(2x(30s run, 30s walk), 1m)", 1, [1, 1], true),
      ("3x(2x(30s run, 30s walk))", 11, [3, 2], false),
    ] as [(String, Int, [Int], Bool?)])
  func `leaving the last repeat finishes the workout and requires a confirmation`(
    plan: String, number: Int, rounds: [Int], isFollowed: Bool?
  ) throws {
    let workout = try PlanFile(plan).workout(over: Settings())
    let position = try #require(workout.timeline.position(numbered: number))
    let interval = workout.timeline.interval(at: position).interval
    var status = Samples.running
    (status.plan, status.number, status.of) = (plan, number, workout.timeline.totals.intervals)
    status.interval = Report.Interval(kind: interval.kind.rawValue, goal: interval.goal.notation, durationMs: 30_000)
    status.rounds = rounds.map { .init(number: $0) }
    var view = Self.view(status)
    let left = WatchView.Action.command(.next(out: true))
    #expect(view.handle(.character("o"), atNs: 0) == (isFollowed == true ? left : nil))
    #expect(view.question == (isFollowed == false ? .finish : nil))
    #expect(view.handle(.character("x"), atNs: 0) == nil)
    guard isFollowed == false else { return }
    _ = view.handle(.character("o"), atNs: 0)
    #expect(view.handle(.character("y"), atNs: 0) == left)
  }

  @Test(
    arguments: [Int.min, -1, 0, 1, .max], [Int.min, -1, 0, 1, .max])
  func `leaving a repeat accepts any numbers in a status`(first: Int, second: Int) {
    for plan in ["2x(30s run, 30s walk)", "forever (30s run, 30s walk)", "forever (30s run, 30s walk), 30s run"] {
      var status = Samples.running
      (status.plan, status.number, status.of) = (plan, first, second)
      (status.remainingMs, status.intervalRemainingMs) = (first, second)
      // In each plan, a round has two intervals.
      status.rounds = [.init(number: max(0, first) / 2 + 1, of: nil)]
      var view = Self.view(status)
      let action = view.handle(.character("o"), atNs: 0)
      #expect(action == .command(.next(out: true)) || view.question == .finish, "\(plan)")
    }
  }

  @Test func `a question disappears when the workout ends`() {
    var view = Self.view(Samples.running)
    _ = view.handle(.character("s"), atNs: 0)
    view.receive(.event(.init(event: .finished, status: Samples.idle, summary: Samples.summary)), atNs: 0)
    #expect(view.question == nil)
    #expect(view.handle(.character("y"), atNs: 0) == .leave)
  }

  @Test func `without a workout, the space bar is the only key that sends a command`() {
    var view = Self.view(Samples.idle)
    #expect(view.handle(.character("n"), atNs: 0) == nil)
    #expect(view.handle(.character("p"), atNs: 0) == nil)
    #expect(view.handle(.character(" "), atNs: 0) == .command(.toggle))
    #expect(view.handle(.character("q"), atNs: 0) == .leave)
  }

  @Test(
    arguments: [(true, .character(" ")), (true, .enter), (true, .character("n")), (false, .enter)] as [(Bool, Key)])
  func `any key ends the view of a result, except the key that starts the next workout`(
    endsWithWorkout: Bool, key: Key
  ) {
    var view = WatchView(endsWithWorkout: endsWithWorkout) { _ in nil }
    view.receive(.event(.init(event: .state, status: Samples.running)), atNs: 0)
    #expect(!view.showsResult)
    view.receive(.event(.init(event: .finished, status: Samples.idle, summary: Samples.summary)), atNs: 0)
    #expect(view.showsResult)
    #expect(view.handle(.suspend, atNs: 0) == .suspend)
    #expect(view.handle(key, atNs: 0) == .leave)
    #expect(view.handle(.character(" "), atNs: 0) == (endsWithWorkout ? .leave : .command(.toggle)))
  }

  @Test(arguments: [true, false]) func `a key typed right after the end does not act on the result`(
    endsWithWorkout: Bool
  ) {
    var view = WatchView(endsWithWorkout: endsWithWorkout) { _ in nil }
    view.receive(.event(.init(event: .state, status: Samples.running)), atNs: 0)
    view.receive(.event(.init(event: .finished, status: Samples.idle, summary: Samples.summary)), atNs: 0)
    view.ignoreKeys(untilNs: 1_500_000_000)
    #expect(view.nextTick(afterNs: 0) == 1_500_000_000)
    #expect(view.handle(.character(" "), atNs: 1_499_999_999) == nil)
    #expect(view.handle(.character("n"), atNs: 1_499_999_999) == nil)
    #expect(view.handle(.character("q"), atNs: 1_499_999_999) == .leave)
    #expect(view.handle(.character("n"), atNs: 1_500_000_000) == .leave)
  }

  @Test func `while the source is unavailable, keys send no commands`() {
    var view = Self.view(Samples.running)
    view.receive(.away, atNs: 5_000_000_000)
    #expect(view.handle(.character(" "), atNs: 0) == nil)
    #expect(view.handle(.suspend, atNs: 0) == .suspend)
    #expect(view.handle(.character("q"), atNs: 0) == .leave)
    // While the source is unavailable, the view counts the seconds since the source became unavailable.
    #expect(view.nextTick(afterNs: 7_500_000_000) == 8_000_000_000)
    view.receive(.event(.init(event: .state, status: Samples.running)), atNs: 9_000_000_000)
    #expect(view.awaySince == nil)
    #expect(view.handle(.character(" "), atNs: 0) == .command(.toggle))
  }

  @Test func `a plan is stored during its workout, and requested again for another workout`() {
    var later = Samples.running
    later.plan = nil
    var other = later
    other.workoutId = "w-2"
    var view = Self.view(Samples.running, later)
    #expect(view.workout != nil)
    #expect(!view.lacksPlan)
    #expect(view.status?.plan == Samples.plan)
    view.receive(.event(.init(event: .state, status: other)), atNs: 0)
    #expect(view.workout == nil)
    #expect(view.lacksPlan)
    view.takePlan(of: Samples.running)
    #expect(view.lacksPlan)
    var whole = other
    whole.plan = "forever 30s"
    view.takePlan(of: whole)
    #expect(view.workout != nil)
    #expect(!view.lacksPlan)
    #expect(!Self.view(Samples.idle).lacksPlan)
  }

  @Test func `a refusal is shown until the next key or until its time is over`() {
    var view = Self.view(Samples.paused(by: .user))
    view.show("no workout is running", untilNs: 5_000_000_010)
    #expect(view.message(atNs: 11) == "no workout is running")
    #expect(view.nextTick(afterNs: 11) == 5_000_000_010)
    #expect(view.message(atNs: 5_000_000_010) == nil)
    _ = view.handle(.character("x"), atNs: 0)
    #expect(view.message(atNs: 11) == nil)
  }

  @Test func `the closing lines show the state of the workout`() {
    #expect(
      Self.view(Samples.running).closingLines(.plain, atNs: Samples.running.atNs) == [
        "The workout continues: \"30/30\", run 30 s, 32:50 left in all",
        "Stop it with: intervalctl stop",
      ])
    // If the view is closed 2 s after the time of the status, the time left is 2 s shorter.
    let later = Samples.running.atNs + 2_000_000_000
    #expect(
      Self.view(Samples.running).closingLines(.plain, atNs: later) == [
        "The workout continues: \"30/30\", run 30 s, 32:48 left in all",
        "Stop it with: intervalctl stop",
      ])
    #expect(Self.view(Samples.idle).closingLines(.plain, atNs: later) == [])
    var view = Self.view(Samples.running)
    view.receive(.away, atNs: later)
    #expect(
      view.closingLines(.plain, atNs: later + 60_000_000_000) == [
        "Lost the connection to intervald; the workout was: \"30/30\", run 30 s, 32:48 left in all.",
        "When it is back: intervalctl status",
      ])
    view.receive(.event(.init(event: .finished, status: Samples.idle, summary: Samples.summary)), atNs: 0)
    #expect(view.closingLines(.plain, atNs: 0).first == "Stopped \"30/30\"")
    // The next workout replaces the summary.
    view.receive(.event(.init(event: .state, status: Samples.leadIn)), atNs: 0)
    #expect(view.summary == nil)
  }
}
