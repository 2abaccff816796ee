import Testing

@testable import DaemonRuntime

@Suite struct HookFailuresTests {
  @Test func `a hook that fails is news once, until it fails otherwise or has worked, or is another`() {
    let failures = HookFailures()
    let lamp = HookCall(cue: "start", program: "/lamp", arguments: ["run"])
    let nextLamp = HookCall(cue: "start", program: "/lamp", arguments: ["walk"])
    let second = HookCall(cue: "start", position: 1, program: "/lamp")
    let finish = HookCall(cue: "finish", program: "/lamp")
    let other = HookCall(cue: "start", program: "/bell")
    let table: [(HookCall, HookFailure?, Bool)] = [
      (lamp, nil, false), (lamp, .exited(1), true), (nextLamp, .exited(1), false), (lamp, .exited(2), true),
      (nextLamp, nil, false), (lamp, .exited(2), true), (second, .exited(2), true), (finish, .exited(2), true),
      (lamp, .exited(2), false), (other, .exited(2), true), (other, .exited(2), false), (finish, .timedOut, true),
      (lamp, .notStarted("the manager refuses lamp-1.service"), true),
      (lamp, .notStarted("the manager refuses lamp-2.service"), false),
      (other, .notStarted("the manager refuses bell-1.service"), true),
    ]
    for (row, (call, failure, isNews)) in table.enumerated() {
      #expect(failures.isNews(failure, of: call) == isNews, "\(row)")
    }
  }
}
