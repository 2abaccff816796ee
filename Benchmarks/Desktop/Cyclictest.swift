import FoundationEssentials
import TestSupport

/// How late the kernel wakes threads that have nothing else to do: cyclictest(8).
enum Cyclictest {
  private struct Outcome: Decodable {
    let thread: [String: Thread]

    struct Thread: Decodable {
      /// How often each latency was met, by microseconds; longer ones than were asked for are not in it.
      let histogram: [String: Int]
      let cycles: Int
    }
  }

  /// What it is asked to do, but for how long.
  static let options = [
    "--default-system", "--policy=other", "--threads=\(Machine.cores)", "--interval=250000", "--distance=0",
    "--histogram=1000000",
  ]

  /// A latency was longer than a histogram has room for.
  struct Overflow: Error {}

  /// Wakes a thread on each core four times a second, at the priority of programs, from a time in nanoseconds on.
  ///
  /// - Returns: How late they were, in milliseconds.
  /// - Throws: `CommandFailed` where it failed, `Overflow` where it met a latency of more than a second.
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
