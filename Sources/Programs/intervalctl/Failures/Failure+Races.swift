import ControlInterface
import PlanNotation
import RunCalculator
import Text
import WorkoutModel

/// The messages for errors of `splits`.
extension Failure {
  /// Too few or too many values for `splits`.
  static let tooLittleToSplit = Failure(
    status: .usage, message: "a distance and either a time or a pace are required, or a plan",
    hints: ["for example: intervalctl splits half 2:10:00"])

  /// An adjustment of splits that do not exist; `meant` is the same adjustment of the splits that exist, or nil.
  static func noSuchSplit(_ value: String, count: Int, meant: String?) -> Failure {
    let splits = count == 1 ? "there is only one split" : "there are only \(count) splits"
    return wrongSplit(value, splits, hint: meant.map { "write \($0)" } ?? "set the length of a split with --every")
  }

  /// A range of splits whose first number is greater than its last number.
  static func reversedSplits(_ value: String, meant: String) -> Failure {
    wrongSplit(value, "the first split is after the last", hint: "write \(meant)")
  }

  /// Splits that are adjusted twice.
  static func splitsGivenTwice(_ value: String, _ splits: ClosedRange<Int>) -> Failure {
    let isOne = splits.count == 1
    return wrongSplit(
      value,
      isOne
        ? "split \(splits.lowerBound) is given twice"
        : "splits \(splits.lowerBound) to \(splits.upperBound) are given twice",
      hint: "give \(isOne ? "the split" : "each split") only one pace")
  }

  private static func wrongSplit(_ value: String, _ why: String, hint: String) -> Failure {
    Failure(status: .usage, message: "--adjust: \(why)", excerpt: Excerpt(lineText: value, column: 1), hints: [hint])
  }

  /// A value of `splits --start` or `export --at` that is not a time of day.
  static func invalidStart(_ value: String, of option: String = "--start") -> Failure {
    invalid(
      value, of: option, "is not a time of day", hint: "write a time from 0:00 to 23:59, such as 7:00 or 18:30")
  }

  /// A value of `splits --negative` that is not a valid percentage.
  static func invalidPercentage(_ value: String) -> Failure {
    invalid(value, of: "--negative", "is not a percentage from 0% to 50%", hint: "write a percentage such as 2%")
  }

  /// A value of an option that has another form.
  private static func invalid(_ value: String, of option: String, _ why: String, hint: String) -> Failure {
    Failure(
      status: .usage, message: "\(option): '\(value)' \(why)", excerpt: Excerpt(lineText: value, column: 1),
      hints: [hint])
  }

  /// Adjusted splits that leave no time for the other splits.
  static func noTimeLeft(_ time: Duration) -> Failure {
    Failure(
      status: .refused, message: "the adjusted splits leave no time for the others in \(time.clockText())",
      hints: ["give --pace instead of --time, and the total time follows"])
  }
}

/// The messages for errors of `predict`.
extension Failure {
  /// `predict` without a timed mile and without the result of a race.
  static let nothingToPredictFrom = Failure(
    status: .usage, message: "missing MILE",
    hints: ["time of one fast mile, such as 9:00", "or give the result of a race, such as --race 5km=25:00"])

  /// The result of a race without `--race`.
  ///
  /// `mile` and `race` are the words if they may also be the time of a slow mile and the race to predict.
  static func resultAsWords(
    _ typed: String, _ result: String, others: [String], mile: String? = nil, race: String = ""
  ) -> Failure {
    let words = ([""] + others.map { $0.safeForTerminal.shellWord }).joined(separator: " ")
    return Failure(
      status: .usage, message: "'\(typed.safeForTerminal)' is the result of a race, which requires --race",
      hints: ["write intervalctl predict --race \(result.safeForTerminal.shellWord)\(words)"]
        + (mile.map { ["or for a mile in \($0): intervalctl predict \($0)/mi \(race)\(words)"] } ?? []))
  }

  /// A value of `predict --race` that does not have a distance and a time.
  static func noResult(_ value: String) -> Failure {
    invalid(value, of: "--race", "is not the result of a race", hint: "write a distance and a time, such as 5km=25:00")
  }

  /// A result of a race that is faster or slower than any valid pace.
  static func invalidResult(_ value: String, time: String) -> Failure {
    invalid(
      value, of: "--race", "has a pace outside 1:00/mi to 59:59/mi",
      hint: HoursHint.text(for: time) ?? "check the distance and the time")
  }

  /// A second result over the same distance.
  static func resultGivenTwice(_ value: String) -> Failure {
    invalid(value, of: "--race", "has a distance that is given twice", hint: "give only the better result")
  }

  /// Results of races from which no plausible time follows.
  static func contradictoryResults(isFasterWhenLonger: Bool) -> Failure {
    Failure(
      status: .refused,
      message: isFasterWhenLonger
        ? "the results do not fit together: the pace is faster over the longer distance"
        : "the results do not fit together: the pace falls too much over the longer distance",
      hints: ["leave out the results of races that were not at full effort"])
  }

  /// Results of races that predict a pace outside the valid range.
  static func predictionOutOfRange(_ race: Race) -> Failure {
    Failure(
      status: .refused, message: "the pace for \(race.distance.notation) would be out of range: 1:00/mi to 59:59/mi",
      hints: ["leave out this race, or give the result of a race over a similar distance"])
  }

  /// A word that is not a race of `predict`.
  static func noSuchRace(_ word: String) -> Failure {
    Failure(
      status: .usage, message: "'\(word)' is not one of the races", excerpt: Excerpt(lineText: word, column: 1),
      hints: ["the races are \(Race.words.listed("and"))"])
  }

  /// `--as-plan` without a race, or with several races.
  static let notOneRaceToPlan = Failure(
    status: .usage, message: "--as-plan requires exactly one race",
    hints: ["for example: intervalctl predict 9:00 10km --as-plan"])
}
