import Concurrency
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import DaemonRuntime

/// Tests of the runner that starts hooks as child processes.
@Suite(.hangLimit) struct SystemHookRunnerTests {
  private static let shortLimits = HookLimits(time: .seconds(2), end: .milliseconds(500))
  private static let longLimits = HookLimits(time: .seconds(1000))

  @Test func `arguments arrive unchanged`() async throws {
    try await HookFixture.withChildren { fixture, _, _ in try await fixture.expectUnchangedArguments() }
  }

  @Test func `a hook runs in the home folder with the daemon's environment, except variables for the daemon alone`()
    async throws
  {
    try await HookFixture.withChildren(environment: HookFixture.daemonEnvironment) { fixture, _, _ in
      try await fixture.expectHookEnvironment()
    }
  }

  @Test func `a hook finds intervalctl wherever it is installed`() async throws {
    try await HookFixture.withChildren { fixture, _, _ in try await fixture.expectOwnProgramsFound() }
  }

  @Test func `the exit status of a tested hook is returned`() async throws {
    try await HookFixture.withChildren { fixture, _, _ in try await fixture.expectExitStatuses() }
  }

  @Test func `the exit status of a started hook is reported`() async throws {
    try await HookFixture.withChildren { fixture, runner, reports in
      let call = try fixture.script("exit 7")
      runner.run(call)
      _ = try await reports.first("the failure") { $0 == .failed(call, .exited(7)) }
    }
  }

  @Test func `a program that cannot be run is reported`() async throws {
    try await HookFixture.withChildren { fixture, _, _ in try await fixture.expectUnusablePrograms() }
  }

  @Test func `a program with a NUL in its path is not found`() async throws {
    try await HookFixture.withChildren { fixture, _, _ in
      let path = try fixture.folder.write("#!/bin/sh\n", to: "hook", mode: 0o700)
      let call = HookCall(cue: "start", program: "\(path)\0.sh")
      #expect(try await fixture.test(call) == "\(HookFailure.notFound)")
    }
  }

  @Test func `a hook that exceeds its time limit receives SIGTERM, then SIGKILL`() async throws {
    try await HookFixture.withChildren(limits: Self.shortLimits) { fixture, _, _ in
      try await fixture.expectTimeLimit()
    }
  }

  @Test func `all output of a hook is reported before its result, even after SIGTERM`() async throws {
    let events = Recording<String>()
    let folder = try TemporaryFolder()
    let script = try folder.write("trap 'echo last; exit 0' TERM; echo first; sleep 100 & wait", to: "script")
    let hook = ChildHook(environment: ["PATH": "/usr/bin:/bin"], limits: Self.shortLimits) { report in
      if case .printed(_, let line) = report { events.append(line) }
    }
    #expect(await hook.run(HookCall(cue: "start", program: "/bin/sh", arguments: [script])) == .timedOut)
    #expect(events.elements == ["first", "last"])
  }

  @Test func `the time limit applies to a hook that has closed its output`() async throws {
    try await HookFixture.withChildren(limits: Self.shortLimits) { fixture, _, _ in
      let quiet = try fixture.script("exec > /dev/null 2>&1; sleep 100")
      #expect(try await fixture.test(quiet) == "\(HookFailure.timedOut)")
    }
  }

  @Test func `the background processes of a hook are ended when the hook exits`() async throws {
    try await HookFixture.withChildren { fixture, _, _ in
      let call = try fixture.script("trap '' TERM; sleep 1000 > /dev/null 2>&1 & echo $! > $folder/left; exit 3")
      #expect(try await fixture.test(call) == "\(HookFailure.exited(3))")
      try await Self.waitForEnd(of: fixture.folder.read("left"))
    }
  }

  @Test(arguments: ["sleep 1000 &", "setsid sh -c 'while [ -e $folder/going ]; do sleep 0.1; done' &"])
  func `a background process that keeps the output open does not delay the result of its hook`(
    background: String
  ) async throws {
    // If the result waited for the background process, the test would exceed the time limit of this suite.
    try await HookFixture.withChildren(limits: Self.longLimits) { fixture, _, reports in
      try fixture.folder.write("", to: "going")
      let call = try fixture.script(
        "export folder; echo first; \(background) echo $! > $folder/left; printf last; exit 3")
      let outcome = try await fixture.test(call)
      #expect(outcome == "\(HookFailure.exited(3))")
      // A signal ends the remaining processes of the hook, but does not reach the process that `setsid` started. The
      // removal of this file ends that process.
      try FileManager.default.removeItem(atPath: fixture.folder.path(of: "going"))
      try await Self.waitForEnd(of: fixture.folder.read("left"))
      #expect(reports.elements == ["first", "last"].map { .printed(call, line: $0) })
    }
  }

  @Test func `at most eight hooks run at the same time, and one report covers all dropped hooks`() async throws {
    try await HookFixture.withChildren { fixture, runner, reports in
      let waiting = try fixture.script("until [ -e $folder/go ]; do sleep 0.05; done; echo ended; exit 9")
      for _ in 0..<12 { runner.run(waiting) }
      #expect(try await fixture.test(waiting) == "\(HookFailure.tooMany)")
      try fixture.folder.write("", to: "go")
      let ends = Mutex(0)
      _ = try await reports.first("eight ends") { report in
        guard report == .printed(waiting, line: "ended") else { return false }
        return ends.withLock { count in
          count += 1
          return count == 8
        }
      }
      _ = try await reports.first("the failure") { $0 == .failed(waiting, .exited(9)) }
      // The reports are eight printed lines, one report of the dropped hooks, and one report of the failures.
      #expect(reports.elements.count(where: { $0 == .dropped(waiting) }) == 1)
      #expect(reports.count == 10)
      // A hook that has printed its last line may still be running, so the next hook is tried until a slot is free.
      let next = try fixture.script("exit 0")
      try await withTimeLimit("a free slot") {
        while try await fixture.test(next) == "\(HookFailure.tooMany)" { await Task.yield() }
      }
      #expect(try await fixture.test(next) == nil)
    }
  }

  @Test func `a hook does not inherit a descriptor of the daemon`() async throws {
    try await HookFixture.withChildren { fixture, _, reports in
      var pair: [CInt] = [0, 0]
      // `pair` has room for both descriptors. socketpair(2) opens them without FD_CLOEXEC.
      #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
      defer { pair.forEach { close($0) } }
      // `ls` inherits the descriptors of the hook, and opens a further descriptor for the folder. The descriptors of
      // the shell are not listed, because they change with each pipe.
      let call = try fixture.script("ls -l /proc/self/fd | grep socket: ; ls /proc/self/fd | xargs")
      #expect(try await fixture.test(call) == nil)
      _ = try await reports.first("the descriptors") { $0 == .printed(call, line: "0 1 2 3") }
      #expect(reports.elements == [.printed(call, line: "0 1 2 3")])
    }
  }

  @Test func `the first lines of the output are reported`() async throws {
    try await HookFixture.withChildren { fixture, _, reports in
      let call = try fixture.script("echo out; echo err >&2; yes | head -n 100000")
      #expect(try await fixture.test(call) == nil)
      let lines = ["out", "err"] + Array(repeating: "y", count: 30)
      _ = try await reports.first("the last line", from: 31) { _ in true }
      #expect(reports.elements == lines.map { .printed(call, line: $0) })
    }
  }

  @Test func `a shutdown ends the running hooks`() async throws {
    // The measured call runs on its own queue, because other tests may occupy all threads of the default executor.
    try await HookFixture.withChildren(limits: Self.longLimits) { fixture, runner, reports in
      let call = try fixture.script("trap 'echo told > $folder/told; exit 0' TERM; echo here; sleep 1000 & wait")
      runner.run(call)
      _ = try await reports.first("the hook") { $0 == .printed(call, line: "here") }
      let duration = await Task(executorPreference: TaskQueue(label: "org.intervald.tests.shutting-down")) {
        await ContinuousClock().measure { await runner.shutDown(within: .milliseconds(100)) }
      }.value
      #expect(duration < promptLimit)
      let wait = "until [ -s \(fixture.folder.path(of: "told")) ]; do sleep 0.05; done"
      #expect(try await Invocation.run("sh", ["-c", wait]).status == 0)
    }
  }

  /// Waits until a process has ended or is a zombie; `process` is the process ID, followed by a line break.
  private static func waitForEnd(of process: String) async throws {
    let wait = "while grep --quiet 'State:.[^Z]' /proc/\(process.dropLast())/status; do sleep 0.05; done"
    #expect(try await Invocation.run("sh", ["-c", wait]).status == 0)
  }
}

@Suite struct HookFailureFilterTests {
  @Test func `a failure is new unless the hook's last result was the same failure of the same program`() {
    let filter = HookFailureFilter()
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
    for (row, (call, failure, isNew)) in table.enumerated() {
      #expect(filter.isNew(failure, of: call) == isNew, "row \(row)")
    }
  }
}
