import FoundationEssentials
import TestSupport

/// Results of the benchmarks, which can be from several runs.
struct BenchmarkReport: Codable {
  /// The results, in the order of `Measure.measurements`.
  private(set) var results: [Result] = []

  /// The result of one measurement, and the run that measured it.
  struct Result: Codable {
    /// Name of the measurement on the command line.
    let name: String
    let run: Run
    let section: Section
  }

  /// A run of the benchmarks.
  struct Run: Codable, Equatable {
    /// The measured commit, with `-dirty` after changes.
    let commit: String
    /// The day of the run, such as 2026-11-28.
    let date: String
    /// Facts about the machine and the programs.
    let facts: [Fact]
  }

  struct Fact: Codable, Equatable {
    let name: String
    let value: String
  }

  /// Figures of one measurement.
  struct Section: Codable {
    let title: String
    /// List of sentences and commands that describe the measurement.
    let methods: [String]
    let columns: [String]
    let rows: [[Cell]]
    let goals: [Goal]
    /// Possible reasons for missed goals; shown only if a goal is missed.
    var reasons: [String] = []
  }

  /// Limit of a figure, and the measured figure.
  struct Goal: Codable {
    let what: String
    let bound: Bound
    let limit: Cell
    let figure: Cell
    /// Unit of the limit and the figure; empty if they have no unit.
    let unit: String
    let isMet: Bool

    enum Bound: String, Codable {
      case atMost = "at most"
      case atLeast = "at least"
    }
  }
}

extension BenchmarkReport.Goal {
  /// Makes a goal with a maximum; the maximum and the figure have the same unit.
  init(_ what: String, _ figure: Double, atMost limit: Double, _ unit: String = "") {
    self.init(
      what: what, bound: .atMost, limit: .number(limit), figure: .number(figure), unit: unit, isMet: figure <= limit)
  }

  /// Makes a goal with a minimum; the minimum and the figure have the same unit.
  init(_ what: String, _ figure: Double, atLeast limit: Double, _ unit: String = "") {
    self.init(
      what: what, bound: .atLeast, limit: .number(limit), figure: .number(figure), unit: unit, isMet: figure >= limit)
  }

  /// Row of the table of goals: name, limit, figure and result.
  var row: [String] {
    let sign = bound == .atMost ? "≤" : "≥"
    return [what, "\(sign) \(words(limit))", words(figure), isMet ? "met" : "**missed**"]
  }

  private func words(_ number: Cell) -> String { unit.isEmpty ? number.shown : "\(number.shown) \(unit)" }
}

extension BenchmarkReport {
  /// Adds a result, which replaces an earlier result of the same measurement.
  mutating func add(_ result: Result) {
    results.removeAll { $0.name == result.name }
    results.append(result)
    let order = Measure.measurements.map { $0.name }
    results.sort { order.firstIndex(of: $0.name) ?? 0 < order.firstIndex(of: $1.name) ?? 0 }
  }

  /// Text of docs/performance.md.
  var markdown: String {
    let goals = results.flatMap(\.section.goals)
    let met = goals.count(where: \.isMet)
    let latest = results.map(\.run).max { $0.date < $1.date }
    var lines = [
      "# Performance", "",
      "These are results of `make bench` on one machine. The ratios are also meaningful for other machines; the other",
      "figures are not. performance.json contains the same results for programs.", "",
    ]
    lines += Self.list([
      "Each section names the commit that it measured.",
      "`make bench` measures the section Drift, with two cues in 1.15 s, at the same time as all other sections.",
      "It measures the section An hour of 30/30, with four daemons, at the same time as Idle and the later sections.",
    ])
    let missing = Measure.measurements.map { $0.name }.filter { name in !results.contains { $0.name == name } }
    if !missing.isEmpty { lines += Self.list(["Not measured: \(missing.joined(separator: ", "))."]) }
    lines.append("")
    lines += Self.table(["latest run", ""], latest.map { $0.rows.map { [$0.name, $0.value] } } ?? []) + [""]
    let others = Self.list(latest.map(differences) ?? [])
    if !others.isEmpty { lines += ["In other runs, these facts were different:", ""] + others + [""] }
    lines += ["## Goals", "", "\(met) of \(goals.count) goals are met.", ""]
    lines += Self.table(["figure", "goal", "measured", "result"], goals.map(\.row))
    for result in results {
      let section = result.section
      lines +=
        ["", "## \(section.title)", ""]
        + Self.list(["Measured on \(result.run.date) at commit \(result.run.commit)."] + section.methods) + [""]
        + Self.table(section.columns, section.rows.map { $0.map(\.shown) })
      if !section.reasons.isEmpty, !section.goals.allSatisfy(\.isMet) {
        lines += ["", "Reasons for missed goals:", ""] + Self.list(section.reasons)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The facts of the other runs that differ from those of the latest run.
  private func differences(from latest: Run) -> [String] {
    results.map(\.run).reduce(into: []) { lines, run in
      for fact in run.facts where !latest.facts.contains(fact) {
        let line = "\(run.date), commit \(run.commit), \(fact.name): \(fact.value)"
        if !lines.contains(line) { lines.append(line) }
      }
    }
  }

  private static func list(_ sentences: [String]) -> [String] { sentences.map { "- \($0)" } }

  private static func table(_ columns: [String], _ rows: [[String]]) -> [String] {
    ([columns, columns.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
  }
}

/// Cell of a table: text or a number.
enum Cell: Codable {
  case text(String)
  case number(Double)

  /// Text of the cell in the document.
  var shown: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.shown
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .number(container.decodeNil() ? .nan : try container.decode(Double.self))
    }
  }

  /// Encodes a number with all digits; a number that is not finite is encoded as null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number.isFinite ? number : nil)
    }
  }
}

extension Sample {
  /// Returns a cell for each requested quantile; 0 requests the minimum, and 1 the maximum.
  func cells(_ parts: Double...) -> [Cell] { parts.map { .number(quantile($0)) } }
}

extension Double {
  /// The number as text: at least three significant digits, or five decimals for small numbers.
  var shown: String {
    guard isFinite else { return "–" }
    let places = [100, 10, 1, 0.1, 0.01].firstIndex { magnitude >= $0 } ?? 5
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let rounded = (self * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// All readings of one figure.
struct Sample {
  private let sorted: [Double]

  init(_ readings: some Sequence<Double>) {
    sorted = readings.sorted()
  }

  var count: Int { sorted.count }
  var min: Double { sorted.first ?? .nan }
  var max: Double { sorted.last ?? .nan }
  var median: Double { quantile(0.5) }

  /// Returns a quantile, interpolated between two readings; NaN without readings.
  ///
  /// `part` is from 0 to 1: 0 means the minimum, and 1 means the maximum. For example, the median of 1, 2, 3 and 4 is
  /// 2.5.
  ///
  /// Source: definition 7 of Hyndman and Fan, “Sample Quantiles in Statistical Packages” (1996).
  func quantile(_ part: Double) -> Double {
    guard let last = sorted.last else { return .nan }
    let position = part * Double(sorted.count - 1)
    let below = Int(position)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (position - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}

extension BenchmarkReport.Run {
  /// The present run.
  static func current() async throws -> Self {
    let describe = ["-C", packageRoot, "describe", "--always", "--abbrev=8", "--exclude=*", "--dirty"]
    let commit = try await Invocation.run("git", describe).answer
    return Self(
      commit: commit.isEmpty ? "unknown" : commit, date: Date.now.formatted(.iso8601.year().month().day()),
      facts: try await Machine.facts())
  }

  /// The commit, the date and the facts.
  fileprivate var rows: [BenchmarkReport.Fact] {
    [.init(name: "commit", value: commit), .init(name: "date", value: date)] + facts
  }
}

/// Facts about the machine and the programs of a run.
enum Machine {
  static func facts() async throws -> [BenchmarkReport.Fact] {
    let processor = try lines("/proc/cpuinfo").first { $0.hasPrefix("model name") }?.split(separator: ":").last
    return [
      BenchmarkReport.Fact(
        name: "processor", value: "\(cores) × \(processor.map { String($0.drop { $0 == " " }) } ?? "unknown")"),
      BenchmarkReport.Fact(
        name: "memory", value: try lines("/proc/meminfo").first.map { String($0.dropFirst(9).drop { $0 == " " }) } ?? ""
      ),
      BenchmarkReport.Fact(name: "kernel", value: try await Invocation.run("uname", ["-sr"]).answer),
      BenchmarkReport.Fact(name: "system", value: try system()),
      BenchmarkReport.Fact(name: "intervald", value: try await version()),
      BenchmarkReport.Fact(name: "compiler", value: try await compiler()),
      BenchmarkReport.Fact(name: "Debian packages", value: try await packages()),
      BenchmarkReport.Fact(
        name: "from PyPI", value: try lines("\(packageRoot)/Benchmarks/requirements.txt").joined(separator: ", ")),
    ]
  }

  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  private static func version() async throws -> String {
    try await Invocation.run(BuiltProgram.path(of: "intervald"), ["--version"]).answer
  }

  /// Version of the Swift compiler; the programs contain the runtime of this version.
  private static func compiler() async throws -> String {
    let words = try await Invocation.run("swift", ["--version"]).output
    return words.split(separator: "\n").first { $0.contains("Swift version") }.map(String.init) ?? "unknown"
  }

  /// Versions of the other timers, and of the programs that the measurements use.
  private static func packages() async throws -> String {
    let names = [
      "dbus", "dunst", "gnome-shell-pomodoro", "libnotify-bin", "rt-tests", "sleepenh", "systemd", "libglib2.0-0",
      "util-linux",
    ]
    let query = try await Invocation.run("dpkg-query", ["--show", "--showformat=${Package} ${Version}\n"] + names)
    // A package that is not installed has no version.
    return query.output.split(separator: "\n").filter { $0.last != " " }.joined(separator: ", ")
  }

  private static func system() throws -> String {
    let name = try lines("/etc/os-release").first { $0.hasPrefix("PRETTY_NAME=") }
    return name.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "unknown"
  }

  private static func lines(_ path: String) throws -> [Substring] {
    String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n")
  }
}
