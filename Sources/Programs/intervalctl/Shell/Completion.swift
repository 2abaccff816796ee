import PlanLibrary
import Dates
import RunCalculator
import ArgumentParser
import FoundationEssentials
import WorkoutModel

/// What a shell completes values to.
enum Completion {
  /// Plans by their names, and plan files.
  static let plans = CompletionKind.custom { _, _, prefix in
    let shell = CompletionShell.requesting
    // The script of zsh would have it put a backslash before the tilde.
    let home = shell == .zsh ? nil : environment["HOME"]
    return words(planNames + PlanFileCompletion(folder: ".", home: home).candidates(for: prefix), for: shell)
  }

  /// Plans by their names.
  static let names = CompletionKind.custom { _, _, _ in words(planNames, for: CompletionShell.requesting) }

  /// Plans of the person's own folder by their names.
  static let ownNames = CompletionKind.custom { _, _, _ in
    let plans = Library(environment: environment).plans
    return words(plans.entries().filter(plans.isOwn).map(\.name), for: CompletionShell.requesting)
  }

  static let distanceUnits = CompletionKind.list(DistanceUnit.allCases.map(\.rawValue))
  static let paceUnits = CompletionKind.list(PaceUnit.allCases.map(\.rawValue))
  static let channels = CompletionKind.list(Channel.allCases.map(\.rawValue))
  /// Cues, and the kinds of which the start is one.
  static let cues = CompletionKind.list(Cue.allCases.map(\.rawValue) + Kind.allCases.map(\.rawValue))
  static let races = CompletionKind.list(Race.words)
  /// The days that have names.
  static let days = CompletionKind.list(CalendarDay.words)

  private static var planNames: [String] { Library(environment: environment).plans.entries().map(\.name) }

  private static var environment: [String: String] { ProcessInfo.processInfo.environment }
}
