import FoundationEssentials
import Glibc
import Concurrency
import Synchronization
import TestSupport
import Testing

@testable import DaemonRuntime

/// Hooks as children of the daemon.
@Suite(.timeLimit(.minutes(2))) struct SystemHookRunnerTests {
  private static let brief = HookLimits(time: .seconds(2), end: .milliseconds(500))
  private static let patient = HookLimits(time: .seconds(1000))

  @Test func `arguments arrive byte for byte`() async throws {
    try await HookBench.withChildren { bench, _, _ in try await HookTests.expectArgumentsToArrive(on: bench) }
  }

  @Test func `the environment is the daemon's without what is only its own, and the place is the home folder`()
    async throws
  {
    try await HookBench.withChildren(environment: HookTests.daemonsOwn) { bench, runner, reports in
      try await HookTests.expectEnvironmentToArrive(on: bench)
    }
  }

  @Test func `how it ended is told`() async throws {
    try await HookBench.withChildren { bench, _, _ in try await HookTests.expectEndingsToBeTold(on: bench) }
  }

  @Test func `how one ended that nobody waits for is reported`() async throws {
    try await HookBench.withChildren { bench, runner, reports in
      let call = try bench.script("exit 7")
      runner.run(call)
      _ = try await reports.first("the failure") { $0 == .failed(call, .exited(7)) }
    }
  }

  @Test func `what cannot be run is told`() async throws {
    try await HookBench.withChildren { bench, _, _ in try await HookTests.expectObstaclesToBeTold(on: bench) }
  }

  @Test func `a program with a NUL in its path is not found`() async throws {
    try await HookBench.withChildren { bench, _, _ in
      let path = try bench.folder.write("#!/bin/sh\n", to: "hook", mode: 0o700)
      let call = HookCall(cue: "start", program: "\(path)\0.sh")
      #expect(try await bench.test(call) == "\(HookFailure.notFound)")
    }
  }

  @Test func `one that takes too long gets SIGTERM, and then SIGKILL`() async throws {
    try await HookBench.withChildren(limits: Self.brief) { bench, _, _ in
      try await HookTests.expectTimeToBeLimited(on: bench)
    }
  }

  @Test func `what is left behind ends with it`() async throws {
    try await HookBench.withChildren { bench, _, _ in
      let leaving = try bench.script("trap '' TERM; sleep 1000 > /dev/null 2>&1 & echo $! > $folder/left; exit 3")
      #expect(try await bench.test(leaving) == "\(HookFailure.exited(3))")
      let left = try bench.folder.read("left").dropLast()
      // Nobody may have seen to the one that has ended.
      let question = "while grep --quiet 'State:.[^Z]' /proc/\(left)/status; do sleep 0.05; done"
      #expect(try await Invocation.run("sh", ["-c", question]).status == 0)
    }
  }

  @Test func `silence is no end`() async throws {
    try await HookBench.withChildren(limits: Self.brief) { bench, _, _ in
      let quiet = try bench.script("exec > /dev/null 2>&1; sleep 100")
      #expect(try await bench.test(quiet) == "\(HookFailure.timedOut)")
    }
  }

  @Test(arguments: ["sleep 1000 &", "setsid sh -c 'while [ -e $folder/going ]; do sleep 0.1; done' &"])
  func `what is left behind with the output open holds up no news of the end`(leaving: String) async throws {
    // News that waited for what is left behind would come when its time is up, long behind the limit of this suite.
    try await HookBench.withChildren(limits: Self.patient) { bench, runner, reports in
      try bench.folder.write("", to: "going")
      let call = try bench.script("export folder; echo first; \(leaving) echo $! > $folder/left; printf last; exit 3")
      let outcome = try await bench.test(call)
      #expect(outcome == "\(HookFailure.exited(3))")
      // Where a session of its own keeps it from being ended, what it prints is nobody's any more.
      try FileManager.default.removeItem(atPath: bench.folder.path(of: "going"))
      let left = try bench.folder.read("left").dropLast()
      // Nobody may have seen to the one that has ended.
      let question = "while grep --quiet 'State:.[^Z]' /proc/\(left)/status; do sleep 0.05; done"
      #expect(try await Invocation.run("sh", ["-c", question]).status == 0)
      #expect(reports.elements == ["first", "last"].map { .printed(call, line: $0) })
    }
  }

  @Test func `eight run at once, and of those beyond one is told`() async throws {
    try await HookBench.withChildren { bench, runner, reports in
      let waiting = try bench.script("until [ -e $folder/go ]; do sleep 0.05; done; echo ended; exit 9")
      for _ in 0..<12 { runner.run(waiting) }
      #expect(try await bench.test(waiting) == "\(HookFailure.tooMany)")
      try bench.folder.write("", to: "go")
      let ends = Mutex(0)
      _ = try await reports.first("eight ends") { report in
        guard report == .printed(waiting, line: "ended") else { return false }
        return ends.withLock { count in
          count += 1
          return count == 8
        }
      }
      _ = try await reports.first("how they ended") { $0 == .failed(waiting, .exited(9)) }
      // As many as ran, and of the others and of how all ended one each.
      #expect(reports.elements.count(where: { $0 == .dropped(waiting) }) == 1)
      #expect(reports.count == 10)
      // A hook that has printed its last line may still have to end.
      let next = try bench.script("exit 0")
      try await withTimeLimit("room for another") {
        while try await bench.test(next) == "\(HookFailure.tooMany)" { await Task.yield() }
      }
      #expect(try await bench.test(next) == nil)
    }
  }

  @Test func `no descriptor of the daemon's gets to a hook`() async throws {
    try await HookBench.withChildren { bench, runner, reports in
      var pair: [CInt] = [0, 0]
      // The array has room for the two that socketpair(2) makes, without FD_CLOEXEC.
      #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
      defer { pair.forEach { close($0) } }
      // A listing inherits what the hook has, and has one of the folder. What the shell has changes with each pipe that
      // it makes, while it is listed.
      let call = try bench.script("ls -l /proc/self/fd | grep socket: ; ls /proc/self/fd | xargs")
      #expect(try await bench.test(call) == nil)
      _ = try await reports.first("the descriptors") { $0 == .printed(call, line: "0 1 2 3") }
      #expect(reports.elements == [.printed(call, line: "0 1 2 3")])
    }
  }

  @Test func `what it prints is reported line by line, within bounds`() async throws {
    try await HookBench.withChildren { bench, runner, reports in
      let call = try bench.script("echo out; echo err >&2; yes | head -n 100000")
      #expect(try await bench.test(call) == nil)
      let lines = ["out", "err"] + Array(repeating: "y", count: 30)
      _ = try await reports.first("the last line", from: 31) { _ in true }
      #expect(reports.elements == lines.map { .printed(call, line: $0) })
    }
  }

  @Test func `shutting down ends what runs`() async throws {
    // What is measured runs on a queue of its own, as the tests' threads may all be taken by others.
    try await HookBench.withChildren(limits: Self.patient) { bench, runner, reports in
      let call = try bench.script("trap 'echo told > $folder/told; exit 0' TERM; echo here; sleep 1000 & wait")
      runner.run(call)
      _ = try await reports.first("the hook") { $0 == .printed(call, line: "here") }
      let taken = await Task(executorPreference: TaskQueue(label: "org.intervald.tests.shutting-down")) {
        await ContinuousClock().measure { await runner.shutDown(within: .milliseconds(100)) }
      }.value
      #expect(taken < .seconds(5))
      let question = "until [ -s \(bench.folder.path(of: "told")) ]; do sleep 0.05; done"
      #expect(try await Invocation.run("sh", ["-c", question]).status == 0)
    }
  }
}
