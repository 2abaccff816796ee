import TerminalUI
import Text
import WorkoutModel

/// The profile of a workout in characters: rows of blocks, an axis of times, and a legend of the colours.
struct ProfilePicture {
  private let workout: Workout
  private let profile: Profile
  /// The width of the drawing, in characters; `fullWidth` is the width of the terminal.
  private let width: Int
  private let fullWidth: Int

  /// Draws a workout, at most `width` characters wide.
  init(_ workout: Workout, width: Int) {
    self.workout = workout
    fullWidth = width
    // The last character is for the mark that follows an endless workout.
    self.width = max(1, workout.timeline.totals.intervals == nil ? width - 1 : width)
    profile = Profile(
      workout.timeline, columns: self.width * 2, openColumns: Pattern.openWidth * 2,
      height: PaceHeights(workout.plan).height)
  }

  func lines(_ style: Style) -> [String] {
    var lines = ProfileColumns(
      profile, count: width * 2, levels: Self.rows * 2, isColoured: style.isColoured
    ).lines(rows: Self.rows, style)
    if !profile.isWhole { lines[lines.count - 1] += style.text("…", .faint) }
    lines += [axis, labels].map { style.text($0, .faint) }
    return lines + legend(style) + caption.wrapped(to: fullWidth).filter { !$0.isEmpty }
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
    min(Int((time / profile.span * Double(width)).rounded()), width - 1)
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

  /// The legend; empty if the picture has only one colour.
  private func legend(_ style: Style) -> [String] {
    let kinds = Set(workout.plan.intervals.map(\.kind))
    let groups = [Kind.Effort.fast, .slow, .neutral].compactMap { effort in
      let names = Kind.allCases.filter { kinds.contains($0) && $0.effort == effort }
        .map { $0 == .interval ? "other" : $0.phrase }
      return names.isEmpty ? nil : (effort.look, names.joined(separator: ", "))
    }
    guard style.isColoured, groups.count > 1 else { return [] }
    let entries = groups.map { (look, names) in (style.text("█", look), names) }
    let columns = entries.reduce(0) { $0 + $1.1.columns + 2 } + 3 * (entries.count - 1)
    guard columns > fullWidth else { return [entries.map { "\($0) \($1)" }.joined(separator: "   ")] }
    return entries.flatMap { mark, names in
      names.wrapped(to: max(1, fullWidth - 2)).enumerated().map { "\($0 == 0 ? mark : " ") \($1)" }
    }
  }

  /// A caption that names the drawn part and explains the marks; empty if the drawing needs no explanation.
  private var caption: String {
    let parts = [
      profile.extent.caption(of: workout.timeline.totals), profile.firstOpen == nil ? nil : Pattern.openLegend,
    ]
    return parts.compactMap(\.self).joined(separator: "   ")
  }
}

extension Profile {
  /// The part of the workout that is drawn.
  var extent: Pattern.Extent {
    guard !isWhole else { return .whole }
    return .beginning(intervals: stretches.reduce(0) { $0 + $1.count }, firstOpen == nil ? span : nil)
  }
}
