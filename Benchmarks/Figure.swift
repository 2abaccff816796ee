import FoundationEssentials
import TestSupport

/// Figure that is almost the same on an idle machine and on a busy one.
struct Figure: Sendable {
  let name: String
  let measure: @Sendable () async throws -> Double

  static let all =
    Work.allCases.map { work in Figure(name: "instructions to \(work.rawValue)") { try await instructions(of: work) } }
    + [
      Figure(name: "wake-ups per cue, notification only") { try await Running.cost(of: 10).wakeUpsPerCue },
      Figure(name: "private KiB") { try await Memory.idle().own * 1024 },
    ]
    + ["intervald", "intervalctl"].map { program in
      Figure(name: "size of \(program) in KiB") { try await Size.mebibytes(of: program) * 1024 }
    }

  /// Returns the number of instructions of a piece of work.
  ///
  /// It is a tenth of the difference between the counts of callgrind for twenty and for ten repetitions.
  private static func instructions(of work: Work) async throws -> Double {
    let some = 10
    let (fewer, more) = (try await count(of: work, times: some), try await count(of: work, times: 2 * some))
    return Double(more - fewer) / Double(some)
  }

  private static func count(of work: Work, times: Int) async throws -> Int {
    // valgrind cannot read the compiler's debug information.
    let own = try await StrippedProgram(of: "Benchmarks")
    let run = try await Invocation.run(
      "valgrind",
      ["--tool=callgrind", "--callgrind-out-file=/dev/null", own.path, "repeat", work.rawValue, "\(times)"],
      // Otherwise the order of hash tables, and with it the work, differs in each process.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"], within: .seconds(120))
    let total = run.errors.split(separator: "\n").last { $0.contains("Collected") }
    guard run.status == 0, let count = total?.split(separator: " ").last.flatMap({ Int($0) }) else {
      throw CommandFailed(command: "valgrind", status: run.status)
    }
    return count
  }
}
