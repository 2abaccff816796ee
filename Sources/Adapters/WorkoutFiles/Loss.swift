package import WorkoutModel

/// Something that one form of a workout says and the other does not.
///
/// It is data; its words are in `Loss+Words.swift`.
package enum Loss: Hashable, Sendable {
  // From a plan to a file.

  /// Settings that only intervald knows, by their words.
  case settings([String])
  /// A repeat whose last round goes without an interval, and so is written out.
  case skippedLast(Kind, rounds: Int)
  /// A repeat until a goal that has whole rounds instead, and what they come to.
  case counted(goal: Goal, rounds: Int, comesTo: String?)
  /// A repeat until a goal of which is not known whether a watch ends it within a round.
  case uncertainEnd(goal: Goal)
  /// An endless repeat that has so many rounds instead.
  case forever(rounds: Int)
  /// A repeat that is written out, round by round; one with repeats in it, or one without.
  case unrolled(rounds: Int, isNested: Bool)
  /// A repeat of more rounds than can be counted, in parts.
  case parted(rounds: Int, most: Int)
  /// A goal that became another: rounded, or a distance as time at its pace, or an open end as a time.
  case goal(Goal, became: Goal)
  /// A pace that became another: rounded, or in another unit.
  case pace(Pace, became: Pace)
  /// A pace that is told in words, as the format has none but shares of what a runner can do.
  case paceInWords(Pace)
  /// A text that was shortened, or whose characters cannot all be told.
  case text(String, became: String)
  /// A text that has no place.
  case textLeftOut(Text, String)
  /// A step that became another in a way that none of these tells.
  case step(String, became: String)

  // From a file to a plan.

  /// What is asked for beside time, distance and pace, and is kept as words.
  case target(String)
  /// A range of paces of which the middle is kept.
  case range(from: Pace, to: Pace, became: Pace)
  /// An end that no timer can tell: the interval is open.
  case end(String)
  /// A time that was only expected of an open interval.
  case expected(Goal)
  /// A repeat whose end no timer can tell: it is done once.
  case repeatEnd(String)
  /// A line that would be a step if it had a `-`.
  case dashless(String)
  /// A text that is told at the beginning of an interval, and not so much later.
  case toldEarlier(String, than: Goal)
  /// A sport that is not running.
  case sport(String)
  /// More workouts in the file, of which the first is taken.
  case otherWorkouts(Int)
  /// Another number of steps than the file says that it has.
  case announced(Int, there: Int)

  /// What a text is in a plan or a file.
  package enum Text: String, Sendable {
    case name
    case about = "description"
    case label
    case sectionTitle = "section title"
    case message
  }

  /// Its name in JSON.
  package var name: String {
    switch self {
    case .settings: "settings"
    case .skippedLast: "skipLast"
    case .counted: "until"
    case .uncertainEnd: "uncertainEnd"
    case .forever: "forever"
    case .unrolled: "unrolled"
    case .parted: "parted"
    case .goal: "goal"
    case .pace: "pace"
    case .paceInWords: "paceInWords"
    case .text: "text"
    case .textLeftOut: "textLeftOut"
    case .step: "step"
    case .target: "target"
    case .range: "range"
    case .end: "end"
    case .expected: "expected"
    case .repeatEnd: "repeatEnd"
    case .dashless: "dashless"
    case .toldEarlier: "toldEarlier"
    case .sport: "sport"
    case .otherWorkouts: "otherWorkouts"
    case .announced: "announced"
    }
  }
}
