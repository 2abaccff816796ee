import ArgumentParser
import FoundationEssentials
import TestSupport

/// Command that compares figures with bounds, for CI.
///
/// The command fails if a figure exceeds its bound.
struct Check: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Compare counts and sizes with the bounds of a file.",
    discussion: """
      The file contains a JSON object of numbers. The command fails if a figure exceeds its bound. If a figure is lower \
      than its bound by more than a tenth, the command prints that the bound could be lower.
      """)

  /// The maximum number of measurements of a figure that exceeds its bound.
  ///
  /// Other programs on the machine only increase a figure, so the lowest measurement is the most exact.
  private static let maxMeasurements = 3

  @Argument(help: "File with the bounds.")
  var bounds: String

  func run() async throws {
    let text = try Data(contentsOf: URL(filePath: bounds))
    let bounds = try JSONDecoder().decode([String: Double].self, from: text)
    let names = Set(Figure.all.map(\.name))
    if let name = names.subtracting(bounds.keys).min() {
      throw ValidationError("'\(name)' lacks a bound")
    }
    if let name = Set(bounds.keys).subtracting(names).min() {
      throw ValidationError("the bound '\(name)' does not match a figure")
    }
    var isExceeded = false
    for figure in Figure.all {
      guard let bound = bounds[figure.name] else { continue }
      var value = try await figure.measure()
      for _ in 1..<Self.maxMeasurements where value > bound { value = min(value, try await figure.measure()) }
      let verdict = value > bound ? "EXCEEDED" : value < 0.9 * bound ? "could be lower" : "met"
      print("\(figure.name): \(value.shown), bound \(bound.shown): \(verdict)")
      isExceeded = isExceeded || value > bound
    }
    guard !isExceeded else { throw ExitCode.failure }
  }
}

/// Figure that hardly depends on the machine or on the load of the machine.
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

  /// Returns the number of instructions in one repetition of a piece of work.
  ///
  /// callgrind counts the instructions of ten and of twenty repetitions. The result is a tenth of the difference.
  private static func instructions(of work: Work) async throws -> Double {
    let some = 10
    let (fewer, more) = (try await count(of: work, times: some), try await count(of: work, times: 2 * some))
    return Double(more - fewer) / Double(some)
  }

  private static func count(of work: Work, times: Int) async throws -> Int {
    // valgrind cannot read the compiler's debug information, so the program is stripped.
    let own = try await StrippedProgram(of: "Benchmarks")
    let run = try await Invocation.run(
      "valgrind",
      ["--tool=callgrind", "--callgrind-out-file=/dev/null", own.path, "repeat", work.rawValue, "\(times)"],
      // With this variable, hash tables have the same order in each process, so each process does the same work.
      environment: ["SWIFT_DETERMINISTIC_HASHING": "1"], within: .seconds(120))
    let total = run.errors.split(separator: "\n").last { $0.contains("Collected") }
    guard run.status == 0, let count = total?.split(separator: " ").last.flatMap({ Int($0) }) else {
      throw CommandFailed(command: "valgrind", status: run.status)
    }
    return count
  }
}

/// Command that repeats a piece of work, for callgrind.
struct Repeat: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Repeat a piece of work.")

  @Argument(help: "Piece of work: \(Work.allCases.map(\.rawValue).joined(separator: ", ")).")
  var work: Work

  @Argument(help: "Number of repetitions.")
  var times: Int

  func run() throws {
    let once = try work.prepared()
    for _ in 0..<times { try once() }
  }
}

extension Work: ExpressibleByArgument {}

/// Copy of a built program without debug information, like an installed program.
///
/// The copy is removed when this object is deallocated.
final class StrippedProgram: Sendable {
  private let folder: TemporaryFolder
  let path: String

  /// Copies and strips a program.
  ///
  /// - Throws: `CommandFailed` if `strip` cannot read the program.
  init(of program: String) async throws {
    folder = try TemporaryFolder()
    path = folder.path(of: program)
    let strip = try await Invocation.run("strip", ["-o", path, try BuiltProgram.path(of: program)])
    guard strip.status == 0 else { throw CommandFailed(command: "strip", status: strip.status) }
  }
}
