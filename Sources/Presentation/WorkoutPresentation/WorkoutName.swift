import PlanNotation
import Text
package import WorkoutEngine
package import WorkoutModel
package import WorkoutReports

extension RunningWorkout {
  /// The title for users: the plan's title or name, and the session of a program; nil for a plan that was typed.
  package var displayTitle: String? {
    let title = title ?? request.planName
    return request.session.map { SessionWords($0).title(title) } ?? title
  }

  package var cueRules: CueRules { CueRules(settings, units: units, title: displayTitle) }
}

/// The name of a workout for users, which includes the session of a program.
package struct WorkoutName: Equatable {
  /// The title of the plan, or otherwise its name, with at most `maxColumns` columns; nil for a plan that was typed.
  package let title: String?
  /// The title with the whole label of the session.
  private let fullTitle: String?
  /// The title and the session without its label: `Couch to 5K, week 3, day 2 of 3`; nil without a session.
  private let placeTitle: String?
  /// The session and the title, in which only the end of the title is cut: `w3d2 Couch to 5K`; nil without a session.
  private let sessionTitle: String?
  private let plan: Plan?
  private let planText: String?

  /// Names the workout of a status.
  ///
  /// `plan` is the parsed plan, or nil if the caller does not have it.
  package init(_ status: Report.Status, plan: Plan? = nil) {
    self.init(status.title ?? status.planName, session: status.session, plan: plan, planText: status.plan)
  }

  package init(_ summary: Report.Summary) {
    self.init(summary.title ?? summary.planName, session: summary.session, plan: nil, planText: summary.plan)
  }

  private init(_ title: String?, session: Report.Session?, plan: Plan?, planText: String?) {
    // The week and the day follow the title of a program, so the title is cut before them.
    let cut = title?.safeForTerminal.cut(to: session == nil ? Self.maxColumns : Self.maxProgramColumns)
    fullTitle = session.map { SessionWords($0).title(cut).safeForTerminal } ?? cut
    self.title = fullTitle?.cut(to: Self.maxColumns)
    placeTitle = session.map { "\(cut ?? $0.program.safeForTerminal), \(SessionWords($0).place)" }
    sessionTitle = session.map { "\($0.id) \(cut ?? $0.program.safeForTerminal)" }
    self.plan = plan
    self.planText = planText
  }

  /// The plan in notation; the text of the plan is parsed only if the parsed plan is missing.
  private var notation: String? {
    (plan ?? planText.flatMap { try? PlanFile($0) }?.plan)?.name.safeForTerminal.cut(to: Self.maxColumns)
  }

  /// Returns the notation of a plan's text, on one line and without settings; nil if the text is not a plan.
  package static func notation(of plan: String) -> String? { (try? PlanFile(plan))?.plan.notation }

  /// The name as a heading: the title, or otherwise the plan in notation.
  package var heading: String { fullTitle ?? notation ?? "Workout" }

  /// The heading for a number of columns: if only the label of the session does not fit, the label is cut; otherwise,
  /// the session is in front of the title.
  package func heading(columns: Int) -> String {
    guard let placeTitle, heading.columns > columns else { return heading }
    return placeTitle.columns <= columns ? heading.cut(to: columns) : shortHeading
  }

  /// The heading for a place that may be too narrow for it: a session is in front of the title.
  package var shortHeading: String { sessionTitle ?? heading }

  /// The name for use within a sentence, with quotes around a title.
  package var phrase: String { fullTitle.map { "\"\($0)\"" } ?? notation ?? "the workout" }

  /// The maximum number of columns of a name.
  private static let maxColumns = 60
  /// The maximum number of columns of the title of a program, before the week and the day of a session.
  private static let maxProgramColumns = 32
}

extension Plan {
  /// The plan in notation, shortened for use as a name.
  ///
  /// A speed with more than two decimals becomes a pace that is rounded to the second. This pace is per mile or per
  /// kilometre: the unit in the plan's first pace, or otherwise the unit of the plan's first distance.
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
