import Text
import RunCalculator
import PlanNotation
import WorkoutModel

/// The words for errors of the calculator; those of `solve` are in `ErrorWords+RunWalk.swift`.
extension Failure {
  /// Too few values for `calc`.
  static let tooLittleToCalculate = Failure(
    status: .usage, message: "two of distance, time and pace are needed, or a plan",
    hints: ["for example: intervalctl calc 5km 30:00"])

  /// Too few values for `splits`, or too many.
  static let tooLittleToSplit = Failure(
    status: .usage, message: "a distance and either a time or a pace are needed, or a plan",
    hints: ["for example: intervalctl splits half 2:10:00"])

  /// A word among values that is not a value.
  static func noRunValue(_ word: String, in words: [String]) -> Failure {
    let line = words.joined(separator: " ")
    let column = line.firstRange(of: word).map { line[..<$0.lowerBound].unicodeScalars.count + 1 } ?? 1
    return Failure(
      status: .usage, message: "'\(word)' is not a time, a distance or a pace",
      excerpt: Excerpt(lineText: line, column: column),
      hints: [
        nearestWord(to: word, in: ["half", "marathon"]).map { "did you mean '\($0)'?" }
          ?? "write a time such as 30:00, a distance such as 10km or a pace such as 5:00/km"
      ])
  }

  /// Two values of one kind.
  static func secondValue(_ kind: ValueKind, _ first: String, _ second: String) -> Failure {
    let others =
      switch kind {
      case .distance: "a time or a pace"
      case .time: "a distance or a pace"
      case .pace: "a distance or a time"
      }
    return Failure(
      status: .usage, message: "two \(kind.rawValue)s are given: \(first) and \(second)",
      hints: ["give one \(kind.rawValue), and \(others)"])
  }

  /// Several paces for one run.
  static let repeatedPace = Failure(
    status: .usage, message: "--pace is given twice", hints: ["several paces are for the intervals of a plan"])

  /// The pace of a kind of interval, given without a plan.
  static func paceOfKind(_ value: String, alone pace: String) -> Failure {
    Failure(
      status: .usage, message: "--pace: '\(value)' is for the intervals of a plan",
      excerpt: Excerpt(lineText: value, column: 1), hints: ["write the pace alone: --pace \(pace)"])
  }

  /// A word that is not a race of `predict`.
  static func noSuchRace(_ word: String) -> Failure {
    Failure(
      status: .usage, message: "'\(word)' is not one of the races", excerpt: Excerpt(lineText: word, column: 1),
      hints: ["the races are \(Race.words.listed("and"))"])
  }

  /// `--as-plan` without a race, or with several.
  static let notOneRaceToPlan = Failure(
    status: .usage, message: "--as-plan needs one race",
    hints: ["for example: intervalctl predict 9:00 10km --as-plan"])

  /// A unit that does not fit the value.
  static func noUnitOf(_ value: String, _ unit: String, known: [String]) -> Failure {
    Failure(
      status: .usage, message: unit.isEmpty ? "no unit to convert to" : "\(value) cannot be converted to '\(unit)'",
      hints: ["the units are \(known.listed("and"))"])
  }

  /// A distance without a time or a pace.
  static func loneDistance(_ distance: Distance) -> Failure {
    Failure(
      status: .usage, message: "a distance alone gives neither time nor pace",
      hints: ["add a time such as 30:00, or a pace such as \((distance.unit ?? .kilometres).examplePace)"])
  }

  /// Time, distance and pace that do not belong to one run.
  static let disagreement = Failure(
    status: .refused, message: "time, distance and pace do not agree",
    hints: ["leave one out, and it is worked out"])

  /// A goal that a set cannot be repeated up to.
  static func goalOutOfReach(_ option: String, _ value: String, _ error: TimelineError) -> Failure {
    let error = NotationError(.unusable(error.reason), line: 1, column: 1, lineText: value)
    // Its hints are about plans.
    return Failure(
      status: .usage, message: "\(option): \(error.message)", excerpt: Excerpt(lineText: value, column: 1))
  }

  /// A split that does not exist, or that is adjusted twice.
  static func wrongSplit(_ value: String, _ why: String) -> Failure {
    Failure(status: .usage, message: "--adjust: \(why)", excerpt: Excerpt(lineText: value, column: 1))
  }

  /// The failure for adjusted splits that leave no time for the others.
  static func noTimeLeft(_ time: Duration) -> Failure {
    Failure(
      status: .refused, message: "the adjusted splits leave no time for the others in \(time.clockText())",
      hints: ["give --pace instead of --time, and the total time follows"])
  }

  /// A plan without an end, or with an interval without a pace.
  static func noSplits(_ kindWithoutPace: Kind?, units: DisplayUnits) -> Failure {
    guard let kind = kindWithoutPace?.rawValue else {
      return Failure(status: .invalidPlan, message: "a plan without an end has no splits")
    }
    return Failure(
      status: .invalidPlan, message: "the \(kind) has no pace, so its splits are unknown",
      hints: ["give it one, such as: --pace \(kind)=\(units.pace.distance.examplePace)"])
  }
}
