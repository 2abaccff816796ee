import TerminalUI
import Text
import WorkoutModel

/// The profile of a workout in characters: rows of blocks, an axis of times, and a legend of the colours.
struct ProfilePicture {
  private let plan: Plan
  private let totals: Totals
  private let profile: Profile
  /// The width of the profile, in half columns.
  private let halfColumns: Double
  /// The width of the drawing, in characters; `fullWidth` is the width of the terminal.
  private let width: Int
  private let fullWidth: Int

  /// Draws a workout, at most `width` characters wide.
  ///
  /// The drawing is narrower if equal intervals then have equal widths.
  init(_ workout: Workout, width: Int) {
    self.init(workout.plan, workout.timeline, width: width)
  }

  /// Draws intervals that have been done, each with its time as the goal.
  init(done intervals: [Interval], width: Int) {
    self.init(Plan(intervals.map(Step.interval)), Timeline(done: intervals), width: width)
  }

  private init(_ plan: Plan, _ timeline: Timeline, width: Int) {
    self.plan = plan
    totals = timeline.totals
    fullWidth = width
    // The last character is for the mark that follows an endless workout.
    let maxWidth = max(1, totals.intervals == nil ? width - 1 : width)
    profile = Profile(
      timeline, columns: maxWidth * 2, openColumns: Pattern.openWidth * 2, height: PaceHeights(plan).height)
    halfColumns = profile.evenColumns(atMost: maxWidth * 2) ?? Double(maxWidth * 2)
    self.width = Int((halfColumns / 2).rounded(.up))
  }

  /// Whether there is nothing to draw.
  var isEmpty: Bool { profile.stretches.isEmpty }

  func lines(_ style: Style) -> [String] {
    var lines = profileColumns(style).lines(rows: Self.rows, style)
    if !profile.isWhole { lines[lines.count - 1] += style.text("…", .faint) }
    lines += [axis, labels].map { style.text($0, .faint) }
    return lines + legend(style) + caption.wrapped(to: fullWidth).filter { !$0.isEmpty }
  }

  func profileColumns(_ style: Style) -> ProfileColumns {
    ProfileColumns(profile, count: halfColumns, levels: Self.rows * 2, isColoured: style.isColoured)
  }

  private static let rows = 6

  // MARK: Times

  private var marks: [Duration] {
    TimeAxis.marks(of: profile, maxCount: width / Self.labelWidth) {
      start(of: $0) + $0.clockText().columns < start(of: $1)
    }
  }

  /// The column at which the label of a time begins.
  private func start(of mark: Duration) -> Int { min(column(at: mark), width - mark.clockText().columns) }

  private func column(at time: Duration) -> Int {
    min(Int((time / profile.span * halfColumns / 2).rounded()), width - 1)
  }

  private var axis: String {
    let end = profile.stretches.last.map { column(at: $0.end) } ?? 0
    let ticks = Set(marks.map(column))
    return (0...end).map { $0 == 0 ? "└" : ticks.contains($0) ? "┴" : "─" }.joined()
  }

  private var labels: String {
    marks.reduce("") { line, mark in
      start(of: mark) < line.columns ? line : line.padded(to: start(of: mark)) + mark.clockText()
    }
  }

  /// The width of the longest label and of the gap after the label, in columns.
  private static let labelWidth = 10

  // MARK: Words

  /// The legend in lines that fit the width; empty if the picture has only one colour.
  private func legend(_ style: Style) -> [String] {
    let kinds = Set(plan.intervals.map(\.kind))
    guard style.isColoured, kinds.count > 1 else { return [] }
    let entries = Kind.allCases.filter(kinds.contains).map { kind in
      StyledLine("█", kind.barLook) + StyledLine(" \(kind == .interval ? "other" : kind.phrase)")
    }
    return entries.flowed(to: fullWidth).map { $0.text(style) }
  }

  /// A caption that names the drawn part and explains the marks; empty if the drawing needs no explanation.
  private var caption: String {
    let parts = [
      profile.extent.caption(of: totals), profile.firstOpen == nil ? nil : Pattern.openLegend,
    ]
    return parts.compactMap(\.self).joined(separator: "   ")
  }
}

extension Profile {
  /// Returns the width at which each interval has a whole number of columns; an interval that an `until` cuts may have
  /// any width.
  ///
  /// Nil if this width is less than half of `maxColumns`, if several intervals share a column, or if an interval is
  /// open.
  fileprivate func evenColumns(atMost maxColumns: Int) -> Double? {
    guard firstOpen == nil, stretches.allSatisfy({ $0.count == 1 }) else { return nil }
    let durations = stretches.filter { !$0.interval.isCut }.map(\.width)
    guard let shortest = durations.min() else { return nil }
    let share = shortest / span
    let maxUnits = Int(Double(maxColumns) * share + 1e-9)
    guard maxUnits >= 1 else { return nil }
    let minUnits = max(1, Int((Double(maxColumns) * share / 2).rounded(.up)))
    return EvenWidths.unitsOfShortest(durations, in: min(minUnits, maxUnits)...maxUnits).map { Double($0) / share }
  }

  /// The part of the workout that is drawn.
  var extent: Pattern.Extent {
    guard !isWhole else { return .whole }
    return .beginning(intervals: stretches.reduce(0) { $0 + $1.count }, firstOpen == nil ? span : nil)
  }
}
