import Fuzzing
import Glibc
import Synchronization

// libFuzzer contains the main function, which calls these two functions. See llvm.org/docs/LibFuzzer.html.

/// Checks the long texts of the target before the first input, because mutations of inputs would not produce them.
@c(LLVMFuzzerInitialize) package func initialize(
  _ argumentCount: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
  for (name, text) in runner.target.longTexts { runner.run(text, name: name) }
  atexit { runner.printSlowestInput() }
  return 0
}

/// Checks one input.
@c(LLVMFuzzerTestOneInput) package func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // SAFETY: libFuzzer passes `count` bytes, which do not change during the call.
  runner.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let runner = TargetRunner()

/// Runs one target, and ends the program if a check fails or takes too long.
private final class TargetRunner: Sendable {
  let target: any FuzzTarget.Type
  private let executor = CallingThreadExecutor()
  private let slowest = Mutex((time: 0.0, bytes: 0))

  /// Maximum size of an input whose checks count towards the time limit.
  ///
  /// For larger inputs, only reading counts.
  private static let maxTimedCheckBytes = 4096

  /// Maximum processor time for an input in milliseconds.
  ///
  /// The maximum is four times the limit of an ordinary build, because the instrumentation of libFuzzer slows the
  /// program down.
  private static let maxMilliseconds = 400.0

  /// Finds the target in the command line: `--NAME`, which libFuzzer ignores.
  init() {
    let names = CommandLine.arguments.filter { $0.hasPrefix("--") }.map { $0.dropFirst(2) }
    guard let target = fuzzTargets.first(where: { names.contains($0.name[...]) }) else {
      fatalError("no target given: use one of \(fuzzTargets.map { "--\($0.name)" })")
    }
    self.target = target
  }

  /// Checks an input.
  ///
  /// An input is too slow if it exceeds the time limit three times in a row.
  func run(_ bytes: [UInt8], name: String? = nil) {
    let isLong = bytes.count > Self.maxTimedCheckBytes
    func measureInput() -> Double {
      isLong ? measure(bytes) { await $0.read($1) } : measure(bytes) { await $0.checkOrExit($1) }
    }
    var time = measureInput()
    for _ in 0..<2 where time > Self.maxMilliseconds { time = min(time, measureInput()) }
    if isLong { _ = measure(bytes) { await $0.checkOrExit($1) } }
    if let name { printError("\(name): \(time) ms for \(bytes.count) bytes") }
    slowest.withLock { if time > $0.time { $0 = (time, bytes.count) } }
    guard time <= Self.maxMilliseconds else { fatalError("\(target.name): \(time) ms for \(bytes.count) bytes") }
  }

  /// Runs an operation on an input, and returns its processor time in milliseconds.
  private func measure(
    _ bytes: [UInt8], _ operation: @escaping @Sendable (any FuzzTarget.Type, [UInt8]) async -> Void
  ) -> Double {
    let start = processorMilliseconds
    executor.run { [target] in await operation(target, bytes) }
    return processorMilliseconds - start
  }

  /// Prints the time of the slowest input.
  func printSlowestInput() {
    let (time, bytes) = slowest.withLock(\.self)
    printError("the slowest input took \(time) ms for \(bytes) bytes")
  }

  /// Writes a line to standard error, where libFuzzer writes its messages.
  private func printError(_ message: String) {
    let line = "\(target.name): \(message)\n"
    // SAFETY: the string has `line.utf8.count` bytes and outlives the call.
    _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  }

  /// Processor time of this process in milliseconds; see clock_gettime(2).
  private var processorMilliseconds: Double {
    var time = timespec()
    // SAFETY: the clock always exists, and the structure outlives the call.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

extension FuzzTarget {
  /// Checks an input, and ends the program if a check fails.
  fileprivate static func checkOrExit(_ bytes: [UInt8]) async {
    do {
      try await check(bytes)
    } catch {
      fatalError("\(name): \(error)")
    }
  }
}

/// Runs a task on the thread that waits for it, because switching threads for each input would be slow.
private final class CallingThreadExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs an operation that only waits for tasks on this executor.
  func run(_ operation: @escaping @Sendable () async -> Void) {
    Task(executorPreference: self) { await operation() }
    while let job = jobs.withLock({ $0.popLast() }) {
      // SAFETY: the executor outlives the job, which runs once.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
