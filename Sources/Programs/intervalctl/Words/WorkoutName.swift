import Text
import PlanNotation
import ControlInterface

/// What a workout is called.
struct WorkoutName: Equatable {
  /// The plan's title, or else its name; nil for a plan that was typed.
  let title: String?
  private let notation: String?

  init(_ status: Wire.Status) {
    self.init(title: status.title ?? status.planName, plan: status.plan)
  }

  init(_ summary: Wire.Summary) {
    self.init(title: summary.title ?? summary.planName, plan: summary.plan)
  }

  private init(title: String?, plan: String?) {
    self.title = title?.safeForTerminal.cut(to: Self.longest)
    notation = plan.flatMap { try? PlanFile($0) }?.plan.name.safeForTerminal.cut(to: Self.longest)
  }

  /// A plan's text in notation, on one line and without its settings; nil for what cannot be read.
  static func notation(of plan: String) -> String? { (try? PlanFile(plan))?.plan.notation }

  /// For a heading: the title, or else the plan in notation.
  var heading: String { title ?? notation ?? "Workout" }

  /// Within a sentence: a title has quotes.
  var phrase: String { title.map { "\"\($0)\"" } ?? notation ?? "the workout" }

  /// The columns that it takes at most.
  private static let longest = 60
}
