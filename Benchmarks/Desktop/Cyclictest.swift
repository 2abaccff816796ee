import FoundationEssentials
import TestSupport

/// How late the kernel wakes threads that have nothing else to do: cyclictest(8).
enum Cyclictest {
  private struct Outcome: Decodable {
    let thread: [String: Thread]

    struct Thread: Decodable {
      /// How often each latency was met, by microseconds.
      let histogram: [String: Int]
    }
  }

  /// Wakes a thread on each core four times a second, at the priority of programs, from a time in nanoseconds on.
  ///
  /// - Returns: How late they were, in milliseconds.
  static func latencies(seconds: Int, from start: Int, on desktop: Desktop) async throws -> Sample {
    try await MonotonicClock.sleep(untilNanoseconds: start)
    let report = desktop.folder.path(of: "cyclictest.json")
    let process = try await desktop.processes.start(
      "cyclictest",
      [
        "--default-system", "--policy=other", "--threads=\(Machine.cores)", "--interval=250000", "--distance=0",
        "--loops=\(4 * seconds)", "--quiet", "--histogram=100000", "--json=\(report)",
      ], environment: desktop.environment)
    try await process.end(within: .seconds(seconds + 60))
    let outcome = try JSONDecoder().decode(Outcome.self, from: Data(contentsOf: URL(filePath: report)))
    return Sample(
      outcome.thread.values.flatMap { thread in
        thread.histogram.flatMap { Array(repeating: (Double($0) ?? .nan) / 1000, count: $1) }
      })
  }
}
