import PlanNotation
import Text
package import WorkoutModel
package import WorkoutReports

/// The name of a workout, for a person.
package struct WorkoutName: Equatable {
  /// The plan's title, or else its name; nil for a plan that was typed.
  package let title: String?
  private let notation: String?

  /// Names the workout of a status; `plan` spares parsing the plan's text again if it is known.
  package init(_ status: Report.Status, plan: Plan? = nil) {
    self.init(title: status.title ?? status.planName, plan: plan ?? Self.plan(status.plan))
  }

  package init(_ summary: Report.Summary) {
    self.init(title: summary.title ?? summary.planName, plan: Self.plan(summary.plan))
  }

  /// The text is parsed only if there is no title.
  private init(title: String?, plan: @autoclosure () -> Plan?) {
    self.title = title?.safeForTerminal.cut(to: Self.maxColumns)
    notation = title == nil ? plan()?.name.safeForTerminal.cut(to: Self.maxColumns) : nil
  }

  private static func plan(_ text: String?) -> Plan? { text.flatMap { try? PlanFile($0) }?.plan }

  /// A plan's text in notation, on one line and without its settings; nil for a text that is not a plan.
  package static func notation(of plan: String) -> String? { (try? PlanFile(plan))?.plan.notation }

  /// The name as a heading: the title, or else the plan in notation.
  package var heading: String { title ?? notation ?? "Workout" }

  /// The name within a sentence, with quotes around a title.
  package var phrase: String { title.map { "\"\($0)\"" } ?? notation ?? "the workout" }

  /// The maximum number of columns.
  private static let maxColumns = 60
}

extension Plan {
  /// The plan in notation, as a name: speeds with more than two decimals become paces rounded to the second, in the unit
  /// of the first pace that has one, or of the first distance.
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
