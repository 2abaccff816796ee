import Dispatch
import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import UserFiles

/// Command line whose run time is measured.
struct TimedCommand {
  let words: [String]
  let environment: [String: String]

  /// Runs the command to its end.
  ///
  /// - Returns: the time just before the command starts, and the time just after it ends, in nanoseconds.
  /// - Throws: `CommandFailed` if the status of the command is not 0.
  @discardableResult func run() async throws -> (start: Int, end: Int) {
    try await onOwnThread {
      let start = MonotonicClock.nanoseconds
      let status = try SpawnedProcess(words, environment: environment).usage().status
      let end = MonotonicClock.nanoseconds
      guard status == 0 else { throw CommandFailed(command: words.joined(separator: " "), status: status) }
      return (start, end)
    }
  }

  /// Measures the run times of commands in several rounds, in milliseconds.
  ///
  /// An additional first round is not measured. The commands run in turn, so that other load on the machine affects all
  /// commands.
  static func times(of commands: [TimedCommand], rounds: Int) async throws -> [Sample] {
    var times = commands.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, command) in commands.enumerated() {
        let (start, end) = try await command.run()
        if round > 0 { times[index].append(Double(end - start) / 1e6) }
      }
    }
    return times.map { Sample($0) }
  }
}

/// Process that is started with few system calls, because system calls would distort a measurement.
struct SpawnedProcess {
  private let identifier: pid_t

  /// Resource usage of a finished process, and of the child processes that it has waited for; see getrusage(2).
  struct Usage {
    /// Status in the format of wait(2).
    let status: Int32
    /// Time in user mode and in the kernel.
    let processorTime: Duration
    let wakeUps: Int
    /// The maximum resident memory of the process or of one of these child processes, but at least that of this process.
    let maximumKibibytes: Int
  }

  /// Starts a program from PATH, without input, and discards the output of the program; see posix_spawnp(3).
  init(_ words: [String], environment: [String: String]) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    // All variables outlive the calls. posix_spawnp copies the strings of `arguments` and `variables`.
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    // Threads of a pool block some signals. The program must receive these signals, so its signal mask is empty.
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

  /// Waits for the end of the process; see wait4(2).
  func usage() throws -> Usage {
    var (status, usage) = (Int32(0), rusage())
    // `status` and `usage` outlive the call.
    while unsafe wait4(identifier, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw SystemError("wait4", .last) }
    }
    let times = [usage.ru_utime, usage.ru_stime].map { Duration.seconds($0.tv_sec) + .microseconds($0.tv_usec) }
    return Usage(
      status: status, processorTime: times[0] + times[1], wakeUps: usage.ru_nvcsw, maximumKibibytes: usage.ru_maxrss)
  }
}

extension SpawnedProcess {
  /// Runs a body with a process, and then terminates the process with SIGTERM.
  ///
  /// - Returns: the value of the body, and the resource usage of the process.
  /// - Throws: the error of the body; `CommandFailed` if the process ended before SIGTERM or with a failure.
  static func with<Value: Sendable>(
    _ words: [String], environment: [String: String], _ body: (ProcessFigures) async throws -> Value
  ) async throws -> (value: Value, usage: Usage) {
    let spawned = try SpawnedProcess(words, environment: environment)
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
    // A program that handles SIGTERM ends with status 0, and any other program is terminated by SIGTERM.
    guard usage.status == 0 || usage.status == SIGTERM else {
      throw CommandFailed(command: words.joined(separator: " "), status: usage.status)
    }
    return (value, usage)
  }
}

extension ProcessFigures {
  /// Returns the resident memory of this process and of its living descendants, in MiB.
  func residentMebibytesOfFamily() throws -> Double {
    let parents = try Self.parents()
    var (family, young) = ([identifier], [identifier])
    while !young.isEmpty {
      young = parents.filter { young.contains($0.value) }.map(\.key)
      family += young
    }
    // A process that has ended in the meantime does not use memory.
    let sizes = family.map { (try? ProcessFigures(identifier: $0).residentKibibytes()) ?? 0 }
    return Double(sizes.reduce(0, +)) / 1024
  }

  /// Returns the parent of each process; see proc(5).
  private static func parents() throws -> [Int32: Int32] {
    let processes = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
    return processes.reduce(into: [:]) { parents, process in
      // The name of the process can contain any character, so the fields after the name begin at the last parenthesis.
      let status = try? textFile("/proc/\(process)/stat").split(separator: ")").last
      parents[process] = status?.split(separator: " ").dropFirst().first.flatMap { Int32($0) }
    }
  }
}

/// Failure of a command.
struct CommandFailed: Error {
  let command: String
  let status: Int32
}

/// Runs a body in its own thread, so that blocking system calls in the body do not block tasks.
///
/// The body runs on a new serial queue, because a serial queue gets a thread at once.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "org.intervald.benchmark").async { continuation.resume(with: Result(catching: body)) }
  }
}

/// CLOCK_MONOTONIC, the clock of the daemon and of the bus monitor.
enum MonotonicClock {
  /// A deadline had already passed.
  struct Passed: Error {
    let nanoseconds: Int
  }

  /// Current time, in nanoseconds.
  static var nanoseconds: Int {
    var time = timespec()
    // `time` outlives the call, and clock_gettime does not store the pointer. The call cannot fail, because this clock
    // always exists.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Waits until a time.
  ///
  /// - Throws: `Passed` if the time has already passed, or `CancellationError`.
  static func sleep(untilNanoseconds deadline: Int) async throws {
    let left = deadline - nanoseconds
    guard left >= 0 else { throw Passed(nanoseconds: -left) }
    try await Task.sleep(for: .nanoseconds(left))
  }
}
