import WorkoutModel

/// The words for options of plans that are missing, or make no sense.
extension Failure {
  /// A command that needs a plan, and was given none.
  static func noPlanGiven(example: String) -> Failure {
    Failure(
      status: .usage, message: "no PLAN given",
      hints: ["for example: \(example)", "list the plans with: intervalctl plans"])
  }

  /// A command that writes a file, and was not told where.
  static func noOutputGiven(example: String) -> Failure {
    Failure(status: .usage, message: "no output file given", hints: ["for example: \(example)"])
  }

  /// A step below zero, which the argument parser would take for an option.
  static func negativeStep(_ text: String) -> Failure {
    Failure(
      status: .invalidPlan, message: "a step cannot begin with '-'", excerpt: Excerpt(lineText: text, column: 1),
      hints: ["write \(text.drop { $0 == "-" })"])
  }

  static func negativeLeadIn(_ value: String) -> Failure {
    Failure(
      status: .usage, message: "--lead-in: a lead-in cannot be negative",
      excerpt: Excerpt(lineText: value, column: 1), hints: ["for no lead-in: --lead-in off"])
  }

  /// A `--pace` of a kind without its pace.
  static func kindWithoutPace(_ kind: Kind) -> Failure {
    Failure(
      status: .usage, message: "--pace: the pace of '\(kind.rawValue)' is missing",
      excerpt: Excerpt(lineText: kind.rawValue, column: kind.rawValue.count + 1),
      hints: ["write \(kind.rawValue)=6:00/km or \(kind.rawValue)=10:00/mi"])
  }

  /// A speed that a dry run cannot have.
  static func wrongSpeed(_ value: String, _ range: ClosedRange<Int>) -> Failure {
    Failure(
      status: .usage, message: "--speed must be a number from \(range.lowerBound) to \(range.upperBound)",
      excerpt: Excerpt(lineText: value, column: 1))
  }

  /// An option of the list of plans, where a plan is removed or renamed.
  static func listOptionWithPlan(_ command: String) -> Failure {
    Failure(status: .usage, message: "--json is for the list of plans, not for '\(command)'")
  }
}
