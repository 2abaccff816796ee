import WorkoutModel

/// A workout's pattern to scale: a column is a stretch of time, its kind the interval's then, its height the pace.
///
/// A plan is never unrolled beyond what there are columns for.
struct Pattern: Equatable {
  /// Left to right.
  let columns: [Column]
  let extent: Extent

  /// One column of the picture.
  struct Column: Equatable {
    let kind: Kind
    /// The interval's number, from 1.
    let number: Int
    /// The pace as a part of the plan's fastest, or without paces how hard the kind is; above 0, at most 1.
    let height: Double
    /// Whether nobody knows how long the interval will take, so that its width means nothing.
    let isOpen: Bool
    /// Whether nothing but this column tells an interval from the next, which looks the same.
    let isGap: Bool
  }

  /// What part of the intervals is drawn.
  enum Extent: Equatable {
    case whole
    /// So many intervals from the start, with the time that they take unless an open one is among them.
    case beginning(intervals: Int, Duration?)
  }

  /// Draws a workout on at most so many columns.
  ///
  /// It is drawn whole if then each interval has a column, what an `until` leaves of its last one apart, which gets one
  /// in any case. Otherwise it is as much of the beginning as gives each interval two columns: or three or four, where
  /// only then equal intervals come out equal, and one where nothing but the first would be seen.
  init(_ workout: Workout, width: Int) {
    self.init(workout, from: workout.timeline.start, intervals: .max, width: width)
  }

  /// Draws some intervals of a workout in the same way, from a position on.
  init(_ workout: Workout, from start: Position, intervals: Int, width: Int) {
    let whole = Drawing(workout.timeline, from: start, intervals: intervals, columns: width)
    // One column is for the mark that there is more.
    let most = whole.isWhole ? width : width - 1
    let drawn = whole.isWhole ? whole : whole.beginning(columns: most)
    extent = whole.isWhole ? .whole : .beginning(intervals: drawn.intervals.count, drawn.duration)
    columns = Array(drawn.columns(heights: PaceHeights(workout.plan)).prefix(max(most, 0)))
  }

  /// The columns of an open interval.
  static let openWidth = 5
}

/// As many of the first intervals as have a place on so many columns.
private struct Drawing {
  private(set) var intervals: [ScheduledInterval] = []
  /// Whether they are all.
  private(set) var isWhole = false
  private let width: Int
  private let fewest: Int
  private var span = Span()

  /// What the width of some intervals follows from.
  private struct Span {
    var duration = Duration.zero
    /// The shortest interval, those that were cut apart.
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

    /// How many columns the shortest interval can have on so many.
    func columns(on width: Int) -> Int {
      let left = width - open * Pattern.openWidth - cut
      guard left > 0, duration > .zero else { return left >= 0 ? left : 0 }
      return Int(Double(left) * ((shortest ?? duration) / duration) + 1e-9)
    }
  }

  /// The first of some intervals from a position on, each with a column.
  init(_ timeline: Timeline, from start: Position, intervals count: Int, columns width: Int) {
    self.init(width: width, fewest: 1)
    var position: Position? = start
    while let current = position, intervals.count < count, add(timeline.interval(at: current)) {
      position = timeline.position(after: current)
    }
    isWhole =
      (position == nil || intervals.count == count) && (span.columns(on: width) >= fewest || intervals.count == 1)
  }

  /// The first of some intervals that are not all, as many as can have so many columns, at least.
  private init(_ intervals: [ScheduledInterval], columns width: Int, fewest: Int) {
    self.init(width: width, fewest: fewest)
    for interval in intervals where !add(interval) { return }
  }

  private init(width: Int, fewest: Int) {
    self.width = width
    self.fewest = fewest
  }

  /// Takes one more, where it has a place; the first has in any case.
  private mutating func add(_ interval: ScheduledInterval) -> Bool {
    var next = span
    next.add(interval)
    guard intervals.isEmpty || next.columns(on: width) >= fewest else { return false }
    span = next
    intervals.append(interval)
    return true
  }

  /// The beginning of what does not fit as a whole, on fewer columns.
  func beginning(columns width: Int) -> Drawing {
    // Whatever has a place with more columns each has one here.
    let drawings = (1...4).map { Drawing(intervals, columns: width, fewest: $0) }
    let best = drawings.dropFirst().first { $0.evenColumns != nil } ?? drawings[1]
    guard best.intervals.count == 1 else { return best }
    return drawings.last { $0.fewest < best.fewest && $0.intervals.count > 1 } ?? best
  }

  var duration: Duration? { span.open > 0 ? nil : span.duration }

  /// The most columns of the shortest interval with which all have a whole number of them, to a hundredth; nil for none.
  private var evenColumns: Int? {
    let shortest = span.shortest ?? span.duration
    let shares = intervals.filter { !$0.isCut }.compactMap(\.duration).map { $0 / shortest }
    let most = span.columns(on: width)
    guard most >= fewest else { return nil }
    return (fewest...most).last { columns in
      shares.allSatisfy { share in
        let exact = share * Double(columns)
        return abs(exact - exact.rounded()) <= 0.01
      }
    }
  }

  func columns(heights: PaceHeights) -> [Pattern.Column] {
    // The shortest has a whole number of columns, so that all like it are drawn alike.
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
  /// Whether an `until` has ended it before its goal.
  fileprivate var isCut: Bool {
    switch interval.goal {
    case .time(let time): duration.map { $0 < time } ?? false
    case .distance(let distance): metres.map { $0 < distance.metres } ?? false
    case .open: false
    }
  }
}
