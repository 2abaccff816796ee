import WorkoutModel

/// What a plan comes to, in few words: `43:12   5.00 km   8:38/km   ends about 18:42   75 intervals`.
struct PlanFacts: Equatable {
  /// The answer, which stands out.
  private let time: String
  private let others: [String]
  /// What is left out where it takes a line more.
  private let intervals: String?
  /// Why there is no distance, where the person may expect one.
  private let remark: String?

  init(_ workout: Workout, units: DisplayUnits, clock: (Duration) -> TimeOfDay) {
    let totals = workout.timeline.totals
    time = totals.timeWords
    others = [
      totals.metres.map(units.distance.text), totals.averageMetresPerSecond.map(units.pace.text),
      totals.duration.map { "ends about \(clock($0 + workout.leadIn).text)" },
    ].compactMap(\.self)
    intervals = totals.intervalWords
    // With an open interval or without an end there would be none with all paces either.
    remark = totals.duration == nil || totals.metres != nil ? nil : Self.missingPaces(in: workout.plan)
  }

  /// The facts on as few lines as they take.
  func lines(width: Int, _ style: Style) -> [String] {
    var lines = [style.text(time.cut(to: width), .heading)]
    var left = width - time.columns
    for (index, fact) in (others + [intervals].compactMap(\.self)).enumerated() {
      if fact.columns + Self.gap.count <= left {
        lines[lines.count - 1] += Self.gap + fact
        left -= Self.gap.count + fact.columns
      } else if index < others.count {
        lines.append(fact.cut(to: width))
        left = width - fact.columns
      }
    }
    return lines + (remark?.wrapped(to: width, lines: 2).map { style.text($0, .faint) } ?? [])
  }

  /// `no distance: the cooldown has no pace`; nil where nothing has a pace.
  private static func missingPaces(in plan: Plan) -> String? {
    let paceless = Set(plan.intervals.lazy.filter { $0.pace == nil }.map(\.kind))
    guard !paceless.isEmpty, plan.intervals.contains(where: { $0.pace != nil }) else { return nil }
    let names = Kind.allCases.filter(paceless.contains).map { $0 == .interval ? "an interval" : "the \($0.rawValue)" }
    let list = [names.dropLast().joined(separator: ", "), names[names.count - 1]].filter { !$0.isEmpty }
    return "no distance: \(list.joined(separator: " and ")) \(names.count == 1 ? "has" : "have") no pace"
  }

  private static let gap = "   "
}
