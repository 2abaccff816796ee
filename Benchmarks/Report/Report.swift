/// What a run of the benchmarks came to.
struct Report: Codable {
  /// What it ran on.
  let machine: [Fact]
  /// What was not measured in this run, of all that can be.
  let omitted: [String]
  var sections: [Section]

  struct Fact: Codable {
    let name: String
    let value: String
  }

  /// One thing that was measured.
  struct Section: Codable {
    let title: String
    /// How, in a few sentences.
    let method: String
    let columns: [String]
    var rows: [[String]]
    var goals: [Goal]
    /// Why a goal of these may be missed.
    var obstacle: String?
  }

  /// What something should come to, and came to.
  struct Goal: Codable {
    let what: String
    let goal: String
    let measured: String
    let isMet: Bool
  }
}

extension Report.Goal {
  /// A goal that something comes to no more than a limit, both in one unit.
  init(_ what: String, _ measured: Double, atMost limit: Double, _ unit: String) {
    self.init(
      what: what, goal: "≤ \(limit.shown)\(unit)", measured: "\(measured.shown)\(unit)", isMet: measured <= limit)
  }

  /// A goal that something comes to no less than a limit, both in one unit.
  init(_ what: String, _ measured: Double, atLeast limit: Double, _ unit: String) {
    self.init(
      what: what, goal: "≥ \(limit.shown)\(unit)", measured: "\(measured.shown)\(unit)", isMet: measured >= limit)
  }
}
