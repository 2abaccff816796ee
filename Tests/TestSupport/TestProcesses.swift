import Glibc
import Subprocess
import SystemPackage

/// The programs that one test runs in the background.
///
/// The programs never outlive the test. All programs are in one process group. The leader of the group is a shell that
/// kills the group when the shell's standard input ends. The kernel ends this input even if the process of the test is
/// killed.
package struct TestProcesses: Sendable {
  private typealias Launch = @Sendable () async -> Void

  private let groupLeader: pid_t
  private let launches: AsyncStream<Launch>.Continuation
  /// Programs that are not in the process group, but are also killed at the end of the test.
  private let adopted = Recording<TestProcess>()

  /// Runs a body that can start programs, and kills the programs that are still running when the body returns.
  package static func with<Value: Sendable>(
    _ body: @escaping @Sendable (TestProcesses) async throws -> Value
  ) async throws -> Value {
    var ownGroup = PlatformOptions()
    ownGroup.processGroupID = 0
    let leader = try await run(
      .path("/bin/sh"), arguments: ["-c", "read -r line; kill -KILL 0"], platformOptions: ownGroup,
      input: .inputWriter, output: .discarded, error: .discarded
    ) { execution in
      let (launches, launcher) = AsyncStream<Launch>.makeStream()
      let processes = TestProcesses(groupLeader: execution.processIdentifier.value, launches: launcher)
      let value = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          await withDiscardingTaskGroup { running in
            for await launch in launches { running.addTask { await launch() } }
          }
        }
        let outcome: Result<Value, any Error>
        do {
          outcome = .success(try await body(processes))
        } catch {
          outcome = .failure(error)
        }
        launcher.finish()
        for process in processes.adopted.elements { process.send(SIGKILL) }
        kill(-processes.groupLeader, SIGKILL)
        try await group.waitForAll()
        return try outcome.get()
      }
      return value
    }
    return leader.closureResult
  }

  /// Registers a program that was started elsewhere; the end of the test also kills this program.
  package func adopt(_ process: TestProcess) {
    adopted.append(process)
  }

  /// Starts a program, given by a path with a slash or a name in `PATH`, with exactly this environment.
  package func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String]
  ) async throws -> TestProcess {
    let (started, start) = AsyncThrowingStream<TestProcess, any Error>.makeStream()
    let executable: Executable = program.contains("/") ? .path(FilePath(program)) : .name(program)
    let variables = environment.reduce(into: [Environment.Key: String]()) { variables, variable in
      variables[Environment.Key(stringLiteral: variable.key)] = variable.value
    }
    var options = PlatformOptions()
    options.processGroupID = groupLeader
    let ending = Recording<TerminationStatus>()
    launches.yield { [options] in
      do {
        let result = try await run(
          executable, arguments: Arguments(arguments), environment: .custom(variables), platformOptions: options,
          input: .none, output: .sequence, error: .sequence
        ) { execution in
          let process = TestProcess(
            name: program, identifier: execution.processIdentifier.value, output: Recording(), errors: Recording(),
            ending: ending)
          start.yield(process)
          await withDiscardingTaskGroup { group in
            group.addTask { await Self.record(execution.standardOutput, in: process.output) }
            group.addTask { await Self.record(execution.standardError, in: process.errors) }
          }
        }
        ending.append(result.terminationStatus)
      } catch {
        start.finish(throwing: error)
      }
      ending.finish()
      start.finish()
    }
    for try await process in started { return process }
    throw TimedOut(what: "the start of \(program)", limit: .zero)
  }

  private static func record(_ output: SubprocessOutputSequence, in recording: Recording<String>) async {
    defer { recording.finish() }
    var line: [UInt8] = []
    var buffers = output.makeAsyncIterator()
    // Output that cannot be read counts as ended.
    while let buffer = try? await buffers.next() {
      for byte in unsafe buffer.withUnsafeBytes({ unsafe Array($0) }) {
        if byte == UInt8(ascii: "\n") {
          recording.append(String(decoding: line, as: UTF8.self))
          line.removeAll(keepingCapacity: true)
        } else {
          line.append(byte)
        }
      }
    }
    if !line.isEmpty { recording.append(String(decoding: line, as: UTF8.self)) }
  }
}
