import FoundationEssentials
import TestSupport

/// How late the kernel wakes threads that have nothing else to do: cyclictest(8).
struct Cyclictest {
  private let process: TestProcess
  private let report: String

  /// Starts it with a thread on each core, woken four times a second, at the priority that programs have.
  static func start(seconds: Int, on desktop: Desktop) async throws -> Cyclictest {
    let report = desktop.folder.path(of: "cyclictest.json")
    let process = try await desktop.processes.start(
      "cyclictest",
      [
        "--default-system", "--policy=other", "--threads=\(Machine.cores)", "--interval=250000",
        "--distance=0", "--loops=\(4 * seconds)", "--quiet", "--histogram=100000", "--json=\(report)",
      ], environment: desktop.environment)
    return Cyclictest(process: process, report: report)
  }

  private struct Outcome: Decodable {
    let thread: [String: Thread]

    struct Thread: Decodable {
      /// How often each latency was met, by microseconds.
      let histogram: [String: Int]
    }
  }

  /// What it measured, in milliseconds, when it is through.
  func latencies() async throws -> Sample {
    try await process.end(within: .seconds(60))
    let outcome = try JSONDecoder().decode(Outcome.self, from: Data(contentsOf: URL(filePath: report)))
    return Sample(
      outcome.thread.values.flatMap { thread in
        thread.histogram.flatMap { Array(repeating: (Double($0) ?? .nan) / 1000, count: $1) }
      })
  }
}
