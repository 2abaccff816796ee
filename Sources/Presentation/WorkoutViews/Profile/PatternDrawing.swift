import WorkoutModel

/// The first intervals of a workout that fit on a number of columns, for a pattern.
///
/// A whole workout is drawn in half columns, and the beginning of a workout in whole columns.
struct PatternDrawing {
  private(set) var intervals: [ScheduledInterval] = []
  /// Whether all requested intervals fit.
  private(set) var isWhole = false
  /// The width of the drawing in units.
  private let width: Int
  /// The minimum number of units of an interval.
  private let minUnits: Int
  /// The width of a unit in half columns: 1 or 2.
  private let unit: Int
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
  }

  /// Takes at most `count` intervals, beginning at `start`; each interval has at least one column.
  ///
  /// `lengths` are the real durations of intervals, by the numbers of the intervals.
  init(
    _ timeline: Timeline, from start: Position, intervals count: Int, columns width: Int,
    lengths: [Int: Duration] = [:]
  ) {
    self.init(width: width * 2, minUnits: 2, unit: 1)
    var position: Position? = start
    func interval(at position: Position) -> ScheduledInterval {
      let interval = timeline.interval(at: position)
      return lengths[position.number].map(interval.lasting) ?? interval
    }
    while let current = position, intervals.count < count, add(interval(at: current)) {
      position = timeline.position(after: current)
    }
    isWhole = (position == nil || intervals.count == count) && (units(of: span) >= minUnits || intervals.count == 1)
  }

  /// Takes the first intervals that have at least `minColumns` columns each.
  private init(_ intervals: [ScheduledInterval], columns width: Int, minColumns: Int) {
    self.init(width: width, minUnits: minColumns, unit: 2)
    for interval in intervals where !add(interval) { return }
  }

  private init(width: Int, minUnits: Int, unit: Int) {
    (self.width, self.minUnits, self.unit) = (width, minUnits, unit)
  }

  /// Adds an interval if it fits, and returns whether it was added; the first interval always fits.
  private mutating func add(_ interval: ScheduledInterval) -> Bool {
    var next = span
    next.add(interval)
    guard intervals.isEmpty || units(of: next) >= minUnits else { return false }
    span = next
    intervals.append(interval)
    return true
  }

  /// The number of units of an open interval.
  private var openUnits: Int { Pattern.openWidth * 2 / unit }

  /// Returns the maximum number of units of the shortest interval.
  private func units(of span: Span) -> Int { Int(exactUnits(of: span) + 1e-9) }

  /// Returns the number of units of the shortest interval in a drawing that fills the width.
  private func exactUnits(of span: Span) -> Double {
    let left = Double(max(0, width - span.open * openUnits - span.cut))
    return span.duration > .zero ? left * ((span.shortest ?? span.duration) / span.duration) : left
  }

  /// Returns the drawing of the beginning of a workout that does not fit as a whole.
  func beginning(columns width: Int) -> PatternDrawing {
    // The drawings differ in the minimum number of columns of an interval.
    let drawings = (1...4).map { PatternDrawing(intervals, columns: width, minColumns: $0) }
    let best = drawings.dropFirst().first { $0.evenUnits != nil } ?? drawings[1]
    guard best.intervals.count == 1 else { return best }
    return drawings.last { $0.minUnits < best.minUnits && $0.intervals.count > 1 } ?? best
  }

  var duration: Duration? { span.open > 0 ? nil : span.duration }

  /// The number of units of the shortest interval, chosen so that every interval has a whole number of units.
  ///
  /// If several numbers are possible, the result is the greatest. If no number is possible, the result is nil. An
  /// interval that an `until` cuts may have any width. A whole workout is drawn on at least two thirds of the width. If
  /// whole columns cover most of the width, no half columns are used, because two intervals that share a character
  /// cannot have different heights in different colours.
  private var evenUnits: Int? {
    let max = units(of: span)
    let durations = intervals.filter { !$0.isCut }.compactMap(\.duration)
    // `share` is the minimum share of the width that the drawing covers.
    func even(_ share: Double, multipleOf step: Int = 1) -> Int? {
      let min = Swift.max(minUnits, Int((exactUnits(of: span) * share).rounded(.up)))
      return min <= max ? EvenWidths.unitsOfShortest(durations, in: min...max, multipleOf: step) : nil
    }
    return isWhole ? even(0.85, multipleOf: 2) ?? even(2.0 / 3) : even(0)
  }

  /// Returns the half columns of the drawing.
  func columns(heights: PaceHeights) -> [Pattern.Column] {
    // The shortest interval has a whole number of units, so that equal intervals have equal widths.
    let perShortest = Double(evenUnits ?? max(1, units(of: span)))
    let timeOfUnit = (span.shortest ?? span.duration).inSeconds / perShortest
    var elapsed = 0.0
    var columns: [Pattern.Column] = []
    for (index, interval) in intervals.enumerated() {
      let count: Int
      if let seconds = interval.duration?.inSeconds {
        let end = ((elapsed + seconds) / timeOfUnit).rounded(.toNearestOrAwayFromZero)
        count = max(1, Int(end) - Int((elapsed / timeOfUnit).rounded(.toNearestOrAwayFromZero))) * unit
        elapsed += seconds
      } else {
        count = Pattern.openWidth * 2
      }
      let height = heights.height(of: interval)
      let looksLikeNext =
        index + 1 < intervals.count && intervals[index + 1].kind.effort == interval.kind.effort
        && abs(heights.height(of: intervals[index + 1]) - height) < 1.0 / 16
      // A gap is a column wide, or half a column in an interval of fewer than two columns.
      let gap = looksLikeNext && count > unit ? (count >= 4 ? 2 : 1) : 0
      for column in 0..<count {
        columns.append(
          Pattern.Column(
            kind: interval.kind, number: index + 1, height: height, isOpen: interval.duration == nil,
            isGap: column >= count - gap))
      }
    }
    return columns
  }
}

/// The widths of intervals in a drawing in which equal intervals have equal widths.
enum EvenWidths {
  /// Returns the greatest width of the shortest duration for which all widths are multiples of `step`; nil if there is
  /// none.
  ///
  /// A width counts as a multiple if it differs from a multiple by at most a hundredth.
  static func unitsOfShortest(
    _ durations: [Duration], in range: ClosedRange<Int>, multipleOf step: Int = 1
  ) -> Int? {
    guard let shortest = durations.min(), shortest > .zero else { return nil }
    let shares = Set(durations).map { $0 / shortest }
    return range.last { units in
      shares.allSatisfy { share in
        let exact = share * Double(units)
        return abs(exact - (exact / Double(step)).rounded() * Double(step)) <= 0.01
      }
    }
  }
}

extension ScheduledInterval {
  /// Whether an `until` ends the interval before its goal.
  var isCut: Bool {
    switch interval.goal {
    case .time(let time): duration.map { $0 < time } ?? false
    case .distance(let distance): metres.map { $0 < distance.metres } ?? false
    case .open: false
    }
  }
}
