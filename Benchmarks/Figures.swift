import FoundationEssentials
import TestSupport

/// What is the same on a quiet machine and on a busy one, or nearly so.
enum Figures {
  static func all() async throws -> [(name: String, figure: Double)] {
    var figures: [(name: String, figure: Double)] = []
    for work in Work.allCases {
      figures.append(("instructions to \(work.rawValue)", try await instructions(of: work)))
    }
    let cost = try await Running.cost(of: 10)
    figures.append(("wake-ups a cue, notification alone", cost.wakeUpsPerCue))
    figures.append(("private KiB", try await Memory.idle().own * 1024))
    for program in ["intervald", "intervalctl"] {
      figures.append(("size of \(program) in KiB", try Size.mebibytes(of: program) * 1024))
    }
    return figures
  }

  /// How many instructions a piece of work takes: what callgrind counts for twenty, less what it counts for ten.
  private static func instructions(of work: Work) async throws -> Double {
    let some = 10
    let (fewer, more) = (try await count(of: work, times: some), try await count(of: work, times: 2 * some))
    return Double(more - fewer) / Double(some)
  }

  private static func count(of work: Work, times: Int) async throws -> Int {
    let own = try BuiltProgram.path(of: "Benchmarks")
    let run = try await Invocation.run(
      "valgrind", ["--tool=callgrind", "--callgrind-out-file=/dev/null", own, "repeat", work.rawValue, "\(times)"],
      // Else a table's order, and with it the work, is another in each process.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"], within: .seconds(120))
    let total = run.errors.split(separator: "\n").last { $0.contains("Collected") }
    guard let count = total?.split(separator: " ").last.flatMap({ Int($0) }) else {
      throw CommandFailed(command: "valgrind", status: run.status)
    }
    return count
  }
}
