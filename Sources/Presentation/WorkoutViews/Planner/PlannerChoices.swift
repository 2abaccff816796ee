package import PlanNotation
package import WorkoutModel

/// The input and the result of a planner.
extension Planner {
  /// The options of the command line, and the existing plans.
  package struct Choices {
    /// Whether to start the plan without a question.
    package var start: Bool
    /// Whether to overwrite, without a question, the plan that the command line names.
    package var overwrite: Bool
    /// Returns the location of the existing plan with a name; nil for a new plan.
    package var predecessor: @Sendable (PlanName) -> Predecessor?
    /// Returns the names of all plans.
    package var planNames: @Sendable () -> [String]
    /// Returns the names of all training programs.
    package var programNames: @Sendable () -> [String]
    /// Returns the plan with a name; nil if it does not fit on a line.
    package var plan: @Sendable (String) -> Source?
    /// Returns whether the user already has a plan with the given name.
    package var isTaken: @Sendable (PlanName) -> Bool
    /// Returns the session of a program that is due, from its name and its text; nil if all sessions are done.
    package var dueSession: @Sendable (PlanName, String) -> SessionID?
    /// Returns the problem if a name cannot be used because of an existing plan or program of the other type.
    package var conflict: @Sendable (PlanName) -> NameProblem?

    package init(
      start: Bool = false, overwrite: Bool = false,
      isTaken: @escaping @Sendable (PlanName) -> Bool = { _ in false },
      predecessor: @escaping @Sendable (PlanName) -> Predecessor? = { _ in nil },
      planNames: @escaping @Sendable () -> [String] = { [] },
      programNames: @escaping @Sendable () -> [String] = { [] },
      plan: @escaping @Sendable (String) -> Source? = { _ in nil },
      dueSession: @escaping @Sendable (PlanName, String) -> SessionID? = { _, _ in SessionID(week: 1, day: 1) },
      conflict: @escaping @Sendable (PlanName) -> NameProblem? = { _ in nil }
    ) {
      self.start = start
      self.overwrite = overwrite
      self.predecessor = predecessor
      self.planNames = planNames
      self.programNames = programNames
      self.plan = plan
      self.isTaken = isTaken
      self.dueSession = dueSession
      self.conflict = conflict
    }
  }

  /// The location of an existing plan.
  package enum Predecessor {
    /// The plan is in the user's own folder.
    case own
    /// The plan is in a folder that is searched after the user's own.
    case installed
  }

  /// The reason why a name cannot be used.
  package struct NameProblem: Error, Equatable, Sendable {
    package let message: String
    package let hint: String

    package init(message: String, hint: String) {
      self.message = message
      self.hint = hint
    }
  }

  /// The result of the planner.
  package enum Ending: Equatable {
    /// The user left the planner while the line was empty.
    case left
    case done(Decision)
  }

  /// The decision about a plan or a program.
  package struct Decision: Equatable {
    /// The settings and comments before the line, or the whole program; empty for a plan that the user typed.
    package var header = ""
    /// The steps of the plan; empty for a program.
    package let line: String
    /// The name under which the plan is saved; nil if the plan is not saved.
    package let name: PlanName?
    /// Whether an existing plan with the name may be overwritten.
    package let overwrites: Bool
    package let starts: Bool
  }
}
