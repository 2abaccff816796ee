import FoundationEssentials
import TestSupport

/// Measurement of how late the kernel wakes up idle threads: cyclictest(8).
enum Cyclictest {
  private struct Outcome: Decodable {
    let thread: [String: Thread]

    struct Thread: Decodable {
      /// Number of occurrences of each latency in microseconds; without latencies above the maximum.
      let histogram: [String: Int]
      let cycles: Int
    }
  }

  /// Options, except for the duration.
  static let options = [
    "--default-system", "--policy=other", "--threads=\(Machine.cores)", "--interval=250000", "--distance=0",
    "--histogram=1000000",
  ]

  /// A latency exceeded the range of the histogram.
  struct Overflow: Error {}

  /// Wakes up a thread on each core four times a second, at normal priority, from a time in nanoseconds on.
  ///
  /// - Returns: the latencies, in milliseconds.
  /// - Throws: `CommandFailed` if the program fails, or `Overflow` if a latency exceeds a second.
  static func latencies(seconds: Int, from start: Int, on desktop: Desktop) async throws -> Sample {
    try await MonotonicClock.sleep(untilNanoseconds: start)
    let report = desktop.folder.path(of: "cyclictest.json")
    let run = try await Invocation.run(
      "cyclictest",
      options + ["--loops=\(4 * seconds)", "--quiet", "--histfile=/dev/null", "--json=\(report)"],
      within: .seconds(seconds + 60))
    guard run.status == 0 else { throw CommandFailed(command: "cyclictest", status: run.status) }
    let outcome = try JSONDecoder().decode(Outcome.self, from: Data(contentsOf: URL(filePath: report)))
    guard outcome.thread.values.allSatisfy({ $0.histogram.values.reduce(0, +) == $0.cycles }) else {
      throw Overflow()
    }
    return Sample(
      outcome.thread.values.flatMap { thread in
        thread.histogram.flatMap { Array(repeating: (Double($0) ?? .nan) / 1000, count: $1) }
      })
  }
}
