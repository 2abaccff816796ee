import TerminalUI
import Text
import WorkoutModel

/// A small drawing of a workout to scale: each column is a part of the time, and its height is the pace.
///
/// Only the part of a plan that is drawn is expanded into intervals.
struct Pattern: Equatable {
  /// The columns from left to right.
  let columns: [Column]
  let extent: Extent

  /// One column of the drawing.
  struct Column: Equatable {
    let kind: Kind
    /// The number of the interval, from 1.
    let number: Int
    /// The height of the column, above 0 and at most 1.
    ///
    /// The height is the pace as a fraction of the plan's fastest pace. For an interval without a pace, the height
    /// depends on the effort.
    let height: Double
    /// Whether the interval is open; the width of an open interval is not to scale.
    let isOpen: Bool
    /// Whether the column is a gap between two intervals that look the same.
    let isGap: Bool
  }

  /// The part of the workout that is drawn.
  enum Extent: Equatable {
    case whole
    /// The number of intervals from the start, and their total time; the time is nil if one of the intervals is open.
    case beginning(intervals: Int, Duration?)
  }

  /// Draws a workout on at most `width` columns.
  ///
  /// The whole workout is drawn if each interval fits with at least one column. An interval that an `until` cuts always
  /// has at least one column.
  ///
  /// Otherwise only the beginning is drawn, and each interval has at least two columns. If two columns would give equal
  /// intervals different widths, each interval has at least three or four columns. If only the first interval would
  /// fit, the minimum is lower.
  init(_ workout: Workout, width: Int) {
    self.init(workout, from: workout.timeline.start, intervals: .max, width: width)
  }

  /// Draws the part of a workout that begins at `start` and has at most `intervals` intervals.
  ///
  /// The rules are those of `init(_:width:)`.
  init(_ workout: Workout, from start: Position, intervals: Int, width: Int) {
    let whole = Drawing(workout.timeline, from: start, intervals: intervals, columns: width)
    // If intervals are left out, the last column is for the `…` after the drawing.
    let maxColumns = whole.isWhole ? width : width - 1
    let drawn = whole.isWhole ? whole : whole.beginning(columns: maxColumns)
    extent = whole.isWhole ? .whole : .beginning(intervals: drawn.intervals.count, drawn.duration)
    columns = Array(drawn.columns(heights: PaceHeights(workout.plan)).prefix(max(maxColumns, 0)))
  }

  /// The number of columns of an open interval.
  static let openWidth = 5
}

/// The first intervals that fit on a number of columns.
private struct Drawing {
  private(set) var intervals: [ScheduledInterval] = []
  /// Whether all requested intervals fit.
  private(set) var isWhole = false
  private let width: Int
  private let minColumns: Int
  private var span = Span()

  /// The properties of a list of intervals that determine the widths of the intervals.
  private struct Span {
    var duration = Duration.zero
    /// The duration of the shortest interval; intervals that an `until` cuts do not count.
    var shortest: Duration?
    var open = 0
    var cut = 0

    mutating func add(_ interval: ScheduledInterval) {
      guard let time = interval.duration else {
        open += 1
        return
      }
      duration += time
      if interval.isCut { cut += 1 } else { shortest = min(shortest ?? time, time) }
    }

    /// Returns the number of columns of the shortest interval in a drawing of `width` columns.
    func columns(on width: Int) -> Int {
      let left = width - open * Pattern.openWidth - cut
      guard left > 0, duration > .zero else { return left >= 0 ? left : 0 }
      return Int(Double(left) * ((shortest ?? duration) / duration) + 1e-9)
    }
  }

  /// Takes at most `count` intervals, beginning at `start`; each interval has at least one column.
  init(_ timeline: Timeline, from start: Position, intervals count: Int, columns width: Int) {
    self.init(width: width, minColumns: 1)
    var position: Position? = start
    while let current = position, intervals.count < count, add(timeline.interval(at: current)) {
      position = timeline.position(after: current)
    }
    isWhole =
      (position == nil || intervals.count == count) && (span.columns(on: width) >= minColumns || intervals.count == 1)
  }

  /// Takes the first intervals that have at least `minColumns` columns each.
  private init(_ intervals: [ScheduledInterval], columns width: Int, minColumns: Int) {
    self.init(width: width, minColumns: minColumns)
    for interval in intervals where !add(interval) { return }
  }

  private init(width: Int, minColumns: Int) {
    self.width = width
    self.minColumns = minColumns
  }

  /// Adds an interval if it fits, and returns whether it was added; the first interval always fits.
  private mutating func add(_ interval: ScheduledInterval) -> Bool {
    var next = span
    next.add(interval)
    guard intervals.isEmpty || next.columns(on: width) >= minColumns else { return false }
    span = next
    intervals.append(interval)
    return true
  }

  /// Returns the drawing of the beginning of a workout that does not fit as a whole.
  func beginning(columns width: Int) -> Drawing {
    // The drawings differ in the minimum number of columns of an interval.
    let drawings = (1...4).map { Drawing(intervals, columns: width, minColumns: $0) }
    let best = drawings.dropFirst().first { $0.evenColumns != nil } ?? drawings[1]
    guard best.intervals.count == 1 else { return best }
    return drawings.last { $0.minColumns < best.minColumns && $0.intervals.count > 1 } ?? best
  }

  var duration: Duration? { span.open > 0 ? nil : span.duration }

  /// The number of columns of the shortest interval, chosen so that every interval has a whole number of columns.
  ///
  /// If several numbers are possible, the result is the greatest. If no number is possible, the result is nil. A width
  /// counts as whole if it differs from a whole number by at most a hundredth of a column.
  private var evenColumns: Int? {
    let shortest = span.shortest ?? span.duration
    let shares = intervals.filter { !$0.isCut }.compactMap(\.duration).map { $0 / shortest }
    let maxColumns = span.columns(on: width)
    guard maxColumns >= minColumns else { return nil }
    return (minColumns...maxColumns).last { columns in
      shares.allSatisfy { share in
        let exact = share * Double(columns)
        return abs(exact - exact.rounded()) <= 0.01
      }
    }
  }

  func columns(heights: PaceHeights) -> [Pattern.Column] {
    // The shortest interval has a whole number of columns, so that equal intervals have equal widths.
    let perShortest = Double((isWhole ? nil : evenColumns) ?? max(1, span.columns(on: width)))
    let unit = (span.shortest ?? span.duration).inSeconds / perShortest
    var elapsed = 0.0
    var columns: [Pattern.Column] = []
    for (index, interval) in intervals.enumerated() {
      let count: Int
      if let seconds = interval.duration?.inSeconds {
        let end = ((elapsed + seconds) / unit).rounded(.toNearestOrAwayFromZero)
        count = max(1, Int(end) - Int((elapsed / unit).rounded(.toNearestOrAwayFromZero)))
        elapsed += seconds
      } else {
        count = Pattern.openWidth
      }
      let height = heights.height(of: interval)
      let looksLikeNext =
        index + 1 < intervals.count && intervals[index + 1].kind.effort == interval.kind.effort
        && abs(heights.height(of: intervals[index + 1]) - height) < 1.0 / 16
      for column in 0..<count {
        columns.append(
          Pattern.Column(
            kind: interval.kind, number: index + 1, height: height, isOpen: interval.duration == nil,
            isGap: looksLikeNext && count > 1 && column == count - 1))
      }
    }
    return columns
  }
}

extension ScheduledInterval {
  /// Whether an `until` ends the interval before its goal.
  fileprivate var isCut: Bool {
    switch interval.goal {
    case .time(let time): duration.map { $0 < time } ?? false
    case .distance(let distance): metres.map { $0 < distance.metres } ?? false
    case .open: false
    }
  }
}

extension Pattern {
  /// The drawing in rows of block characters, followed by `…` if intervals are omitted.
  ///
  /// The first `finished` columns recede, because their time is over.
  func lines(rows: Int, _ style: Style, finished: Int = 0) -> [String] {
    let looks = columns.enumerated().map { $0 < finished ? $1.kind.finishedBarLook : $1.kind.barLook }
    let isMixed = columns.contains { $0.kind.effort != .slow }
    let heights = columns.map {
      style.isColoured || !isMixed ? $0.height : PaceHeights.withoutColours($0.height, $0.kind)
    }
    return (0..<rows).map { row in
      let cells = zip(columns, heights).map { $0.cell(above: rows - 1 - row, of: rows, height: $1) }
      var line = ""
      var start = 0
      while start < columns.count {
        let look = looks[start]
        let end = looks[start...].firstIndex { $0 != look } ?? columns.count
        line += style.text(cells[start..<end].joined(), look)
        start = end
      }
      guard row < rows - 1 else { return extent == .whole ? line : line + style.text("…", .faint) }
      return line
    }
  }

  /// A caption that names the drawn part and explains the marks; nil if the drawing needs no explanation.
  func caption(of totals: Totals) -> String? {
    let open = columns.contains(where: \.isOpen) ? Self.openLegend : nil
    return [extent.caption(of: totals), open].compactMap(\.self).joined(separator: "   ").nonEmpty
  }

  static let openCell = "░"
  static let openLegend = "\(openCell) until you say next"
  fileprivate static let eighths = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}

extension Pattern.Extent {
  /// A caption that names the drawn part: `first 22:00 of 43:12`; nil if the whole workout is drawn.
  func caption(of totals: Totals) -> String? {
    guard case .beginning(let intervals, let duration) = self else { return nil }
    if let duration {
      return "first \(duration.clockText())" + (totals.duration.map { " of \($0.clockText())" } ?? ", and so on")
    }
    return "first \(intervals)" + (totals.intervals.map { " of \($0) intervals" } ?? " intervals, and so on")
  }
}

extension Pattern.Column {
  /// Returns the character of the column in one row; `row` is the number of rows below this row.
  fileprivate func cell(above row: Int, of rows: Int, height: Double) -> String {
    guard !isGap else { return " " }
    let eighths = max(1, Int((height * Double(rows * 8)).rounded())) - row * 8
    guard eighths > 0 else { return " " }
    return isOpen ? Pattern.openCell : Pattern.eighths[min(eighths, 8) - 1]
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
