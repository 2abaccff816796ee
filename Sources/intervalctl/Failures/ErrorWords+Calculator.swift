import PlanNotation
import WorkoutModel

/// The words for what cannot be calculated; those of run/walk plans are in `ErrorWords+RunWalk.swift`.
extension Failure {
  /// Too few values for `calc`.
  static let tooLittleToCalculate = Failure(
    status: .usage, message: "two of distance, time and pace are needed, or a plan",
    hints: ["for example: intervalctl calc 5km 30:00"])

  /// Too few values for `splits`, or too many.
  static let tooLittleToSplit = Failure(
    status: .usage, message: "a distance and either a time or a pace are needed, or a plan",
    hints: ["for example: intervalctl splits half 2:10:00"])

  /// A word among values that is none.
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

  /// Two values of one kind, of which a run has one.
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

  /// A run of which several paces are given.
  static let repeatedPace = Failure(
    status: .usage, message: "--pace is given twice", hints: ["several paces are for the intervals of a plan"])

  /// A pace for a kind of interval, where there is no plan.
  static func paceOfKind(_ value: String, alone pace: String) -> Failure {
    Failure(
      status: .usage, message: "--pace: '\(value)' is for the intervals of a plan",
      excerpt: Excerpt(lineText: value, column: 1), hints: ["write the pace alone: --pace \(pace)"])
  }

  /// A distance that `predict` knows no race of.
  static func noSuchRace(_ word: String) -> Failure {
    Failure(
      status: .usage, message: "'\(word)' is not one of the races", excerpt: Excerpt(lineText: word, column: 1),
      hints: ["the races are \(Race.words.listed("and"))"])
  }

  /// A plan of no race, or of several.
  static let notOneRaceToPlan = Failure(
    status: .usage, message: "--as-plan needs one race",
    hints: ["for example: intervalctl predict 9:00 10km --as-plan"])

  /// A unit that a value is not measured in.
  static func noUnitOf(_ value: String, _ unit: String, known: [String]) -> Failure {
    Failure(
      status: .usage, message: unit.isEmpty ? "no unit to convert to" : "\(value) cannot be converted to '\(unit)'",
      hints: ["the units are \(known.listed("and"))"])
  }

  /// A distance where a plan, or a distance and something else, was wanted.
  static func loneDistance(_ distance: Distance) -> Failure {
    Failure(
      status: .usage, message: "a distance alone gives neither time nor pace",
      hints: ["add a time such as 30:00, or a pace such as \((distance.unit ?? .kilometres).examplePace)"])
  }

  /// Time, distance and pace that are not those of one run.
  static let disagreement = Failure(
    status: .refused, message: "time, distance and pace do not agree",
    hints: ["leave one out, and it is worked out"])

  /// A goal that repeating a set cannot have, as an option's value.
  static func goalOutOfReach(_ option: String, _ value: String, _ error: TimelineError) -> Failure {
    let error = NotationError(.unusable(error.reason), line: 1, column: 1, lineText: value)
    // The hints are for plans.
    return Failure(
      status: .usage, message: "\(option): \(error.message)", excerpt: Excerpt(lineText: value, column: 1))
  }

  /// A split that there is not, or that is given twice.
  static func wrongSplit(_ value: String, _ why: String) -> Failure {
    Failure(status: .usage, message: "--adjust: \(why)", excerpt: Excerpt(lineText: value, column: 1))
  }

  /// Splits of which those with paces of their own leave nothing for the others.
  static func noTimeLeft(_ time: Duration) -> Failure {
    Failure(
      status: .refused, message: "the adjusted splits leave no time for the others in \(time.clockText())",
      hints: ["give --pace instead of --time, and the total time follows"])
  }

  /// A plan of which no splits can be told.
  static func noSplits(_ kindWithoutPace: Kind?, units: DisplayUnits) -> Failure {
    guard let kind = kindWithoutPace?.rawValue else {
      return Failure(status: .invalidPlan, message: "a plan without an end has no splits")
    }
    return Failure(
      status: .invalidPlan, message: "the \(kind) has no pace, so its splits are unknown",
      hints: ["give it one, such as: --pace \(kind)=\(units.pace.distance.examplePace)"])
  }
}
