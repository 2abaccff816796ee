import FoundationEssentials
import Glibc
import Processes
import TestSupport
import TestTraits
import Testing

@Suite(.hangLimit) struct ChildProgramTests {
  /// A program that runs a shell script with captured output.
  private static func shell(
    _ script: String, group: ChildProcess.Group = .own, maxOutput: Int = 1 << 20
  ) -> ChildProgram {
    ChildProgram("sh", ["-c", script], streams: .separate, group: group, maxOutput: maxOutput)
  }

  @Test func `the output, the errors and the exit status of a program are returned`() async throws {
    let result = try await Self.shell("echo out; echo err >&2; exit 3").run()
    #expect(result.status == .exited(3))
    #expect(result.output == Array("out\n".utf8))
    #expect(result.error == "err\n")
  }

  @Test func `arguments arrive unchanged`() async throws {
    let arguments = ["a b", "", "$HOME", "'\"\\", "é"]
    let printf = ChildProgram("printf", ["%s\n"] + arguments, streams: .separate, group: .own, maxOutput: 1000)
    #expect(String(decoding: try await printf.run().output, as: UTF8.self) == arguments.map { "\($0)\n" }.joined())
  }

  @Test func `a program inherits the environment and has an empty input`() async throws {
    let result = try await Self.shell("echo \"$PATH\"; cat").run()
    // getenv(3) returns a C string, and no test changes the environment.
    let path = unsafe getenv("PATH").map { unsafe String(cString: $0) }
    #expect(String(decoding: result.output, as: UTF8.self) == "\(path ?? "")\n")
  }

  @Test(arguments: [
    "yes out | head -c 1000000; yes err | head -c 300000 >&2",
    "yes err | head -c 300000 >&2; yes out | head -c 1000000",
  ])
  func `both streams can have more bytes than a pipe holds, and long errors are cut`(script: String) async throws {
    let result = try await Self.shell(script).run()
    #expect(result.status == .exited(0))
    #expect(result.output.count == 1_000_000)
    #expect(result.error.utf8.count == 65536)
  }

  @Test func `output above the limit ends the program`() async {
    await #expect(throws: ChildError.tooMuchOutput) { try await Self.shell("yes", maxOutput: 100_000).run() }
  }

  @Test func `output with the length of the limit is accepted`() async throws {
    #expect(try await Self.shell("printf 12345", maxOutput: 5).run().output.count == 5)
    await #expect(throws: ChildError.tooMuchOutput) { try await Self.shell("printf 123456", maxOutput: 5).run() }
  }

  @Test(arguments: ["no-such-program", "/etc/no-such-program", "/etc/passwd/sh", "/etc/passwd"])
  func `a missing program and a file that is not executable are not found`(name: String) async {
    let program = ChildProgram(name, [], streams: .separate, group: .own)
    await #expect(throws: ChildError.notFound) { try await program.run() }
  }

  @Test func `a signal that ends a program is returned`() async throws {
    #expect(try await Self.shell("kill -TERM $$").run().status == .signalled(SIGTERM))
  }

  @Test func `a program has the default handling of signals that this process ignores`() async throws {
    // This signal is not sent in the tests of this process.
    _ = signal(SIGUSR2, SIG_IGN)
    defer { _ = signal(SIGUSR2, SIG_DFL) }
    #expect(try await Self.shell("kill -USR2 $$").run().status == .signalled(SIGUSR2))
  }

  @Test(arguments: [ChildProcess.Group.own, .ownSession, .shared])
  func `a cancellation ends a program with SIGKILL`(group: ChildProcess.Group) async throws {
    let folder = try TemporaryFolder()
    let fifo = folder.path(of: "started")
    #expect(unsafe mkfifo(fifo, 0o600) == 0)
    let program = Self.shell(
      "trap '' TERM INT; echo started > \(fifo); while :; do read line < \(fifo); done", group: group)
    let run = Task { try await program.run() }
    // The shell opens the FIFO only when this process reads from it.
    let line = try await ChildProgram("cat", [fifo], streams: .separate, group: .own, maxOutput: 100).run()
    #expect(line.output == Array("started\n".utf8))
    run.cancel()
    #expect(try await run.value.status == .signalled(SIGKILL))
  }

  @Test func `a program of a cancelled task is ended at once`() async throws {
    let run = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await Self.shell("sleep 1000").run()
    }
    #expect(try await run.value.status == .signalled(SIGKILL))
  }

  @Test func `a background process that keeps the pipes open does not delay the result`() async throws {
    // If the result waited for the background process, the test would exceed the time limit of this suite.
    let result = try await Self.shell("sleep 1000 & echo started; exit 4").run()
    #expect(result.status == .exited(4))
    #expect(result.output == Array("started\n".utf8))
  }

  @Test func `a program can share the streams and the process group of this process`() async throws {
    let folder = try TemporaryFolder()
    let list = "for n in 0 1 2; do readlink /proc/$$/fd/$n; done | cat > \(folder.path)/streams"
    let script = "\(list); cut -d ' ' -f 5 /proc/$$/stat > \(folder.path)/group"
    let program = ChildProgram("/bin/sh", ["-c", script], streams: .inherited, group: .shared)
    let result = try await program.run()
    #expect(result.status == .exited(0))
    #expect(result.output.isEmpty)
    let own = try (0...2).map { try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
    #expect(try folder.read("streams") == own.map { "\($0)\n" }.joined())
    #expect(try folder.read("group").filter(\.isNumber) == "\(getpgrp())")
  }

  @Test(arguments: [(ChildProcess.Group.own, false), (.ownSession, true)])
  func `a program can have its own process group or its own session`(
    group: ChildProcess.Group, hasSession: Bool
  ) async throws {
    let output = try await Self.shell("cut -d ' ' -f 1,5,6 /proc/$$/stat", group: group).run().output
    let numbers = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    #expect(numbers == [numbers[0], numbers[0], hasSession ? numbers[0] : getsid(0)])
  }
}
