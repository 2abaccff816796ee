import Text
import PlanNotation
import WorkoutModel

extension Loss {
  /// What is lost, in a line for a person, without a full stop.
  package var words: String {
    switch self {
    case .settings(let names):
      "\(names.listed("and")) \(names.count == 1 ? "stays" : "stay") behind: only intervald knows such settings"
    case .skippedLast(let kind, let rounds):
      "skip-last \(kind.rawValue): the last of \(repetitions(rounds)) is written out"
    case .counted(let goal, let rounds, let comesTo):
      "until \(goal.phrase) became \(repetitions(rounds))\(comesTo.map { " (\($0))" } ?? "")"
    case .uncertainEnd(let goal):
      "until \(goal.phrase): whether a watch ends it in the middle of a round is not known"
    case .forever(let rounds): "forever became \(repetitions(rounds))"
    case .unrolled(let rounds, let isNested): "\(isNested ? "nested repeat" : "repeat") unrolled \(times(rounds))"
    case .parted(let rounds, let most): "\(repetitions(rounds)) became several repeats of at most \(most)"
    case .goal(let goal, let became): "\(goal.notation) became \(became.notation)"
    case .pace(let pace, let became): "\(pace.notation) became \(became.notation)"
    case .paceInWords(let pace): "pace \(pace.notation) is included as text only: Zwift does not use it as a target"
    case .text(let text, let became): "\"\(text)\" became \"\(became)\""
    case .textLeftOut(let kind, let text): "the \(kind.rawValue) \"\(text)\" is left out"
    case .step(let step, let became): "\(step) became \(became)"
    case .target(let target): "\(target) is kept as a label"
    case .range(let from, let to, let became): "\(from.notation) to \(to.notation) became \(became.notation)"
    case .end(let end): "\(end) became open: next ends it"
    case .expected(let goal): "\(goal.notation), until lap is pressed, became open: next ends it"
    case .repeatEnd(let end): "a repeat \(end) became its steps, once"
    case .announced(let announced, let there): "the file says that it has \(announced) steps, and has \(there)"
    case .dashless(let line): "\"\(line)\" has no '-' before it, and is no step"
    case .toldEarlier(let text, let goal): "\"\(text)\" is told at the beginning, and not \(goal.phrase) later"
    case .sport(let sport): "a workout for \(sport)"
    case .otherWorkouts(let count):
      "\(count) more \(count == 1 ? "workout" : "workouts") in the file \(count == 1 ? "is" : "are") left out"
    }
  }
}

extension Goal {
  /// The goal within a sentence: `40 min`, `5 km`.
  fileprivate var phrase: String {
    switch self {
    case .time(let time): time.unitsText
    case .distance(let distance): distance.phrase
    case .open: "open"
    }
  }
}

private func repetitions(_ count: Int) -> String { count == 1 ? "1 repetition" : "\(count) repetitions" }

private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
