/// What a run of the benchmarks came to.
struct Report: Encodable {
  /// What it ran on.
  let machine: [Fact]
  /// What was not measured in this run, of all that can be.
  let omitted: [String]
  var sections: [Section]

  struct Fact: Encodable {
    let name: String
    let value: String
  }

  /// One thing that was measured.
  struct Section: Encodable {
    let title: String
    /// How, in a few sentences.
    let method: String
    let columns: [String]
    let rows: [[Cell]]
    let goals: [Goal]
    /// Why a goal of these may be missed.
    var obstacle: String?
  }

  /// What something should come to, and came to.
  struct Goal: Encodable {
    let what: String
    let bound: Bound
    let limit: Cell
    let figure: Cell
    /// Of both; empty for a mere number.
    let unit: String
    let isMet: Bool

    enum Bound: String, Encodable {
      case atMost = "at most"
      case atLeast = "at least"
    }
  }
}

extension Report.Goal {
  /// A goal that something comes to no more than a limit, both in one unit.
  init(_ what: String, _ figure: Double, atMost limit: Double, _ unit: String = "") {
    self.init(
      what: what, bound: .atMost, limit: .number(limit), figure: .number(figure), unit: unit, isMet: figure <= limit)
  }

  /// A goal that something comes to no less than a limit, both in one unit.
  init(_ what: String, _ figure: Double, atLeast limit: Double, _ unit: String = "") {
    self.init(
      what: what, bound: .atLeast, limit: .number(limit), figure: .number(figure), unit: unit, isMet: figure >= limit)
  }

  /// The goal and what it was held against, as people read it, with a word for whether it is met.
  var row: [String] {
    let sign = bound == .atMost ? "≤" : "≥"
    return [what, "\(sign) \(words(limit))", words(figure), isMet ? "met" : "**missed**"]
  }

  private func words(_ number: Cell) -> String { unit.isEmpty ? number.shown : "\(number.shown) \(unit)" }
}
