import Glibc
import SystemPackage
import TestSupport
import UserFiles

/// Process that is started with few system calls, so that they do not distort a measurement.
struct Spawned {
  private let identifier: pid_t

  /// Resource usage of a finished process and of the children that it has waited for: getrusage(2).
  struct Usage {
    /// Status in the format of wait(2).
    let status: Int32
    /// Time in user mode and in the kernel.
    let processorTime: Duration
    let wakeUps: Int
  }

  /// Starts a program from PATH, without input, and discards its output: posix_spawnp(3).
  init(_ words: [String], environment: [String: String]) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    // The variables outlive the calls. The strings of the lists outlive the spawn, which copies them.
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    // Threads of a pool block signals that the program must receive.
    var (attributes, noSignals) = (posix_spawnattr_t(), sigset_t())
    unsafe sigemptyset(&noSignals)
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
    var started = pid_t()
    let error = unsafe posix_spawnp(&started, words[0], &actions, &attributes, &arguments, &variables)
    guard error == 0 else { throw CommandFailed(command: words.joined(separator: " "), status: error) }
    identifier = started
  }

  /// Waits for the end of the process: wait4(2).
  func usage() throws -> Usage {
    var (status, usage) = (Int32(0), rusage())
    // Both variables outlive the call.
    while unsafe wait4(identifier, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw SystemError("wait4", .last) }
    }
    let times = [usage.ru_utime, usage.ru_stime].map { Duration.seconds($0.tv_sec) + .microseconds($0.tv_usec) }
    return Usage(status: status, processorTime: times[0] + times[1], wakeUps: usage.ru_nvcsw)
  }
}

extension Spawned {
  /// Runs a body with a process, and then terminates the process with SIGTERM.
  ///
  /// - Returns: the value of the body, and the resource usage of the process.
  /// - Throws: the error of the body; `CommandFailed` if the process ended earlier or with a failure.
  static func with<Value: Sendable>(
    _ words: [String], environment: [String: String], _ body: (ProcessFigures) async throws -> Value
  ) async throws -> (value: Value, usage: Usage) {
    let spawned = try Spawned(words, environment: environment)
    let outcome: Result<Value, any Error>
    do {
      outcome = .success(try await body(ProcessFigures(identifier: spawned.identifier)))
    } catch {
      outcome = .failure(error)
    }
    // Only this code waits for the process, so the identifier is still valid.
    kill(spawned.identifier, SIGTERM)
    let usage = try await onOwnThread { try spawned.usage() }
    let value = try outcome.get()
    // A program that handles the signal ends with status 0, and others end by the signal.
    guard usage.status == 0 || usage.status == SIGTERM else {
      throw CommandFailed(command: words.joined(separator: " "), status: usage.status)
    }
    return (value, usage)
  }
}
