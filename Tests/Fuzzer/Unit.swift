import Fuzzing
import Glibc
import Synchronization

/// The runs of one target, held against the time that they may take.
final class Unit: Sendable {
  let target: any FuzzTarget.Type
  private let executor = CallerExecutor()
  private let slowest = Mutex((time: 0.0, bytes: 0))

  /// Up to how many bytes reading and checking are timed together.
  private static let mostBytesAtOnce = 4096

  /// How much of the processor's time may go into reading 64 KiB, in milliseconds.
  ///
  /// It is four times what an ordinary build may take, as that is what libFuzzer's instrumentation costs.
  private static let mostMilliseconds = 400.0

  /// Takes the target from the command line: `--NAME`, which libFuzzer passes over.
  init() {
    let names = CommandLine.arguments.filter { $0.hasPrefix("--") }.map { $0.dropFirst(2) }
    guard let target = fuzzTargets.first(where: { names.contains($0.name[...]) }) else {
      fatalError("one of these is needed: \(fuzzTargets.map { "--\($0.name)" })")
    }
    self.target = target
  }

  /// Checks a unit, which ends the program where something does not hold, or takes too long each of three times.
  func run(_ bytes: [UInt8], called name: String? = nil) {
    // Of what is short all that is checked has to take less than the bound.
    let isLong = bytes.count > Self.mostBytesAtOnce
    func measured() -> Double { isLong ? timed(bytes) { await $0.read($1) } : timed(bytes) { await $0.expect($1) } }
    var time = measured()
    for _ in 0..<2 where time > Self.mostMilliseconds { time = min(time, measured()) }
    if isLong { _ = timed(bytes) { await $0.expect($1) } }
    if let name { say("\(name): \(time) ms for \(bytes.count) bytes") }
    slowest.withLock { if time > $0.time { $0 = (time, bytes.count) } }
    guard time <= Self.mostMilliseconds else { fatalError("\(target.name): \(time) ms for \(bytes.count) bytes") }
  }

  /// Runs some work on a unit, and says how long it took.
  private func timed(
    _ bytes: [UInt8], _ work: @escaping @Sendable (any FuzzTarget.Type, [UInt8]) async -> Void
  ) -> Double {
    let start = milliseconds
    executor.run { [target] in await work(target, bytes) }
    return milliseconds - start
  }

  /// Prints what took longest.
  func report() {
    let (time, bytes) = slowest.withLock(\.self)
    say("the slowest unit took \(time) ms for \(bytes) bytes")
  }

  /// Writes to standard error, as libFuzzer does.
  private func say(_ words: String) {
    let line = "\(target.name): \(words)\n"
    // The string outlives the call, and has as many bytes.
    _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  }

  /// The time that the processor has given this process: clock_gettime(2).
  private var milliseconds: Double {
    var time = timespec()
    // The clock is one that there always is, and the structure outlives the call.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}

extension FuzzTarget {
  /// Checks a unit, and ends the program where something does not hold.
  fileprivate static func expect(_ bytes: [UInt8]) async {
    do {
      try await check(bytes)
    } catch {
      fatalError("\(name): \(error)")
    }
  }
}
