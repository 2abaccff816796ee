/// Results of a run of the benchmarks.
struct Report: Encodable {
  /// Machine and programs of the run.
  let machine: [Fact]
  /// Names of the measurements that this run omitted.
  let omitted: [String]
  var sections: [Section]

  struct Fact: Encodable {
    let name: String
    let value: String
  }

  /// Results of one measurement.
  struct Section: Encodable {
    let title: String
    /// List of sentences and commands that describe the measurement.
    let methods: [String]
    let columns: [String]
    let rows: [[Cell]]
    let goals: [Goal]
    /// Reasons why a goal may be missed.
    var reasons: [String] = []
  }

  /// Limit of a figure, with the figure.
  struct Goal: Encodable {
    let what: String
    let bound: Bound
    let limit: Cell
    let figure: Cell
    /// Unit of both numbers; empty for a mere number.
    let unit: String
    let isMet: Bool

    enum Bound: String, Encodable {
      case atMost = "at most"
      case atLeast = "at least"
    }
  }
}

extension Report.Goal {
  /// Goal with a maximum, in the unit of the figure.
  init(_ what: String, _ figure: Double, atMost limit: Double, _ unit: String = "") {
    self.init(
      what: what, bound: .atMost, limit: .number(limit), figure: .number(figure), unit: unit, isMet: figure <= limit)
  }

  /// Goal with a minimum, in the unit of the figure.
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
