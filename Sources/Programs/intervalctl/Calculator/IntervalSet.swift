import PlanNotation
import RunCalculator
import WorkoutModel
import WorkoutPresentation

/// A set of intervals from the command line, which is repeated as a whole.
struct IntervalSet {
  let parts: [Part]
  /// The units of the values of `--interval`; empty for a plan, whose settings contain its units.
  let entered: UnitPreference
  /// Warnings about losses in the conversion from a workout file.
  private(set) var warnings: [String] = []

  /// A plan, or the value of one `--interval`.
  struct Part {
    /// The plan with the paces of the settings.
    let plan: Plan
    let totals: Totals
    let settings: Settings
    fileprivate let file: PlanFile
    fileprivate let source: Source

    fileprivate enum Source {
      case option(String)
      case plan(path: String?)
    }

    fileprivate init(_ file: PlanFile, over configuration: Settings, from source: Source) throws(Failure) {
      self.file = file
      self.source = source
      settings = file.settings(over: configuration)
      plan = file.plan.withPaces(settings.paces)
      do {
        // `skip-last` does not apply, because this setting concerns only the end of a workout.
        totals = try Timeline(plan).totals
      } catch {
        throw Self.failure(for: error, in: file, from: source)
      }
    }
  }

  /// Makes a set from one plan, which has its own settings.
  init(_ text: PlanText, over configuration: Settings) throws(Failure) {
    let plan = try text.read(over: configuration)
    parts = [try Part(plan.file, over: configuration, from: .plan(path: text.path))]
    entered = UnitPreference()
    warnings = plan.warnings
  }

  /// Reads the values of `--interval`; each value may contain any steps.
  init(intervals: [String], over configuration: Settings) throws(Failure) {
    var parts: [Part] = []
    for text in intervals {
      let file: PlanFile
      do {
        file = try PlanFile(text)
      } catch {
        throw .invalidArgument("--interval", text, error)
      }
      parts.append(try Part(file, over: configuration, from: .option(text)))
    }
    self.parts = parts
    let entered = parts.map { $0.file.plan.entered() }
    self.entered = UnitPreference(
      distance: entered.lazy.compactMap(\.distance).first, pace: entered.lazy.compactMap(\.pace).first)
  }

  /// The settings that apply to the results.
  var settings: Settings { parts.first?.settings ?? Settings() }

  /// Returns the repetitions that reach a goal.
  ///
  /// `option` is the option that gives the goal, and `text` is the value of this option.
  func repetitions(to goal: Repetitions.Goal, of option: String, _ text: String) throws(Failure) -> Repetitions {
    do {
      return try Repetitions(of: parts.flatMap(\.plan.steps), to: goal)
    } catch {
      var step = error.step
      for part in parts where !step.isEmpty {
        guard step[0] >= part.plan.steps.count else {
          throw Part.failure(for: TimelineError(reason: error.reason, step: step), in: part.file, from: part.source)
        }
        step[0] -= part.plan.steps.count
      }
      throw .goalOutOfReach(option, text, error)
    }
  }
}

extension IntervalSet.Part {
  fileprivate static func failure(for error: TimelineError, in file: PlanFile, from source: Source) -> Failure {
    let error = file.notationError(for: error)
    return switch source {
    case .option(let text): .invalidArgument("--interval", text, error)
    case .plan(let path): .invalidPlan(error, path: path)
    }
  }
}
