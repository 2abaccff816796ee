import ArgumentParser
import FoundationEssentials

/// Program that measures intervald and other timers.
@main
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks",
    abstract: "Measure intervald.",
    subcommands: [Measure.self, Page.self, Check.self, Repeat.self],
    defaultSubcommand: Measure.self)
}

/// Command that measures some or all figures, and prints or writes a report.
struct Measure: AsyncParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Measure, and print or write a report.")

  @Argument(help: "Figures to measure (default: all): \(measurements.map { $0.name }.joined(separator: ", ")).")
  var names: [String] = []

  @Flag(help: "Measure for seconds instead of minutes, as a test; the figures are not meaningful.")
  var quick = false

  @Option(
    help: ArgumentHelp(
      "Replace the measured sections of performance.md and performance.json in a folder.", valueName: "folder"))
  var into: String?

  static let measurements: [any Measurement.Type] = [
    CueLateness.self, Start.self, ClientTime.self, Idle.self, Running.self, Memory.self, Size.self, Load.self,
    Scale.self, History.self, Peers.self, Hour.self, Drift.self,
  ]

  /// Long measurements that run at the same time as other measurements.
  private static let background = [Hour.name, Drift.name]
  /// Sensitive measurements; while they run, the only other measurement is Drift.
  private static let undisturbed = [CueLateness.name, Start.name, ClientTime.name]

  private var thoroughness: Thoroughness { quick ? .quick : .full }

  mutating func validate() throws {
    for name in names where !Self.measurements.contains(where: { $0.name == name }) {
      throw ValidationError("unknown measurement '\(name)'")
    }
  }

  func run() async throws {
    let chosen = Self.measurements.filter { names.isEmpty || names.contains($0.name) }
    let run = try await BenchmarkReport.Run.current()
    var report = try into.map { try BenchmarkReport(in: $0) } ?? BenchmarkReport()
    async let drift = chosen.contains { $0 == Drift.self } ? Drift(thoroughness: thoroughness).measure() : nil
    // Drift runs alone until its first hundred cues have been given.
    if chosen.contains(where: { $0 == Drift.self }), chosen.count > 1 {
      try await Task.sleep(for: .seconds(thoroughness.part(of: Drift.beginning)))
    }
    let others = chosen.filter { !Self.background.contains($0.name) }
    try await measure(others.filter { Self.undisturbed.contains($0.name) }, in: run, into: &report)
    async let hour = chosen.contains { $0 == Hour.self } ? Hour(thoroughness: thoroughness).measure() : nil
    try await measure(others.filter { !Self.undisturbed.contains($0.name) }, in: run, into: &report)
    if let hour = try await hour { try add(hour, named: Hour.name, in: run, to: &report) }
    if let drift = try await drift { try add(drift, named: Drift.name, in: run, to: &report) }
    if into == nil { print(report.markdown) }
  }

  private func measure(
    _ measurements: [any Measurement.Type], in run: BenchmarkReport.Run, into report: inout BenchmarkReport
  ) async throws {
    for measurement in measurements {
      print("\(measurement.name) …")
      let section = try await measurement.init(thoroughness: thoroughness).measure()
      try add(section, named: measurement.name, in: run, to: &report)
    }
  }

  /// Adds a section, and writes the report so far, so that the results remain if a later measurement fails.
  private func add(
    _ section: BenchmarkReport.Section, named name: String, in run: BenchmarkReport.Run,
    to report: inout BenchmarkReport
  ) throws {
    report.add(BenchmarkReport.Result(name: name, run: run, section: section))
    if let into { try report.write(to: into) }
  }
}

/// Command that writes the page again, for example after a change of its words.
struct Page: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Write performance.md from performance.json.")

  @Argument(help: "Folder of both files.")
  var folder: String

  func run() throws { try BenchmarkReport(in: folder).write(to: folder) }
}

extension BenchmarkReport {
  /// Reads performance.json in a folder; without this file, the report has no results.
  init(in folder: String) throws {
    let path = "\(folder)/performance.json"
    self =
      FileManager.default.fileExists(atPath: path)
      ? try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path))) : Self()
  }

  /// Writes performance.md and performance.json.
  func write(to folder: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try Data(markdown.utf8).write(to: URL(filePath: "\(folder)/performance.md"))
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: "\(folder)/performance.json"))
  }
}

/// Measurement whose results are one section of the report.
protocol Measurement: Sendable {
  /// Name on the command line.
  static var name: String { get }

  init(thoroughness: Thoroughness)

  func measure() async throws -> BenchmarkReport.Section
}

/// Duration of the measurements.
enum Thoroughness: Double {
  /// Full duration, for docs/performance.md.
  case full = 1
  /// Duration of some seconds, to check that the benchmarks work.
  case quick = 0.02

  /// Returns the number of repetitions, at least two; `count` is the number for the full duration.
  func part(of count: Int) -> Int { max(2, Int(Double(count) * rawValue)) }
}
