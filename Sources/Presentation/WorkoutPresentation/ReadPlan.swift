package import PlanNotation
import Text
package import WorkoutModel
package import WorkoutReports

/// A parsed plan with its name and warnings.
///
/// It is a class because the code that copies so large a value would make the client larger.
package final class ReadPlan: Sendable {
  package let file: PlanFile
  package let workout: Workout
  /// The name setting, or otherwise the name of the plan or file.
  package let title: String?
  /// The units of the values in the plan, if it was typed on the command line.
  package let entered: UnitPreference
  /// Warnings about losses in the conversion from a workout file.
  package let warnings: [String]

  package init(
    file: PlanFile, workout: Workout, title: String?, entered: UnitPreference = UnitPreference(),
    warnings: [String] = []
  ) {
    self.file = file
    self.workout = workout
    self.title = title
    self.entered = entered
    self.warnings = warnings
  }

  package var totals: Totals { workout.timeline.totals }
}

extension PlanFile {
  /// The units of the values in the plan, unless its settings specify units.
  package var entered: UnitPreference {
    UnitPreference(
      distance: settings.distanceUnits == nil ? plan.entered.distance : nil,
      pace: settings.paceUnits == nil ? plan.entered.pace : nil)
  }
}

extension Totals {
  /// The time of a workout: `43:12`, `until you stop it`.
  package var timeWords: String {
    duration?.clockText() ?? (intervals == nil ? "until you stop it" : "until you say next")
  }

  /// The number of intervals: `75 intervals`; nil without an end.
  package var intervalWords: String? { intervals.map { $0.counted("interval") } }
}

/// The name of a workout for users.
package struct WorkoutName: Equatable {
  /// The title of the plan, or otherwise its name; nil for a plan that was typed.
  package let title: String?
  private let plan: Plan?
  private let planText: String?

  /// Names the workout of a status; `plan` saves parsing the plan's text again if it is known.
  package init(_ status: Report.Status, plan: Plan? = nil) {
    self.init(title: status.title ?? status.planName, plan: plan, planText: status.plan)
  }

  package init(_ summary: Report.Summary) {
    self.init(title: summary.title ?? summary.planName, plan: nil, planText: summary.plan)
  }

  private init(title: String?, plan: Plan?, planText: String?) {
    self.title = title?.safeForTerminal.cut(to: Self.maxColumns)
    self.plan = plan
    self.planText = planText
  }

  /// The plan in notation, whose text is parsed only if the plan is not known.
  private var notation: String? {
    (plan ?? planText.flatMap { try? PlanFile($0) }?.plan)?.name.safeForTerminal.cut(to: Self.maxColumns)
  }

  /// A plan's text in notation, on one line and without its settings; nil for a text that is not a plan.
  package static func notation(of plan: String) -> String? { (try? PlanFile(plan))?.plan.notation }

  /// The name as a heading: the title, or otherwise the plan in notation.
  package var heading: String { title ?? notation ?? "Workout" }

  /// The name within a sentence, with quotes around a title.
  package var phrase: String { title.map { "\"\($0)\"" } ?? notation ?? "the workout" }

  /// The maximum number of columns.
  private static let maxColumns = 60
}

extension Plan {
  /// The plan in notation, as a name: speeds with more than two decimals become paces rounded to the second, in the
  /// unit of the first pace that has one, or of the first distance.
  package var name: String {
    let intervals = intervals
    let entered = UnitPreference(distances: distances, paces: intervals.compactMap(\.pace))
    let unit = (entered.pace?.distance ?? entered.distance) ?? .kilometres
    return Plan(steps.map { $0.rounded(per: unit) }).notation
  }

  private var distances: [Distance] {
    steps.compactMap { step in
      if case .repeat(let `repeat`) = step, case .untilDistance(let distance) = `repeat`.extent {
        distance
      } else {
        nil
      }
    }
  }
}

extension Step {
  fileprivate func rounded(per unit: DistanceUnit) -> Step {
    switch self {
    case .interval(var interval):
      interval.pace = interval.pace?.rounded(per: unit)
      return .interval(interval)
    case .repeat(var `repeat`):
      `repeat`.body = `repeat`.body.map { $0.rounded(per: unit) }
      return .repeat(`repeat`)
    }
  }
}

extension Pace {
  fileprivate func rounded(per unit: DistanceUnit) -> Pace {
    guard case .speed(let value, _) = self, shortestText(value).count > decimalText(value, decimals: 2).count else {
      return self
    }
    return .time(.seconds(Duration.seconds(unit.metres / metresPerSecond).rounded(to: .seconds(1))), per: unit)
  }
}
