package import WorkoutModel

/// Splits of a distance; the times of all splits add up to the total time.
package struct SplitList: Equatable, Sendable {
  /// The first splits, at most the requested number.
  package let listed: [Split]
  /// Number of all splits.
  package let count: Int
  /// Total length of all splits in metres.
  package let metres: Double
  /// Total time of all splits.
  package let time: Duration
  /// Time of the first half of the distance if a negative split was requested; nil otherwise.
  package private(set) var firstHalf: Duration?

  package var isTruncated: Bool { listed.count < count }

  /// Divides a run into splits at a constant pace; some splits may have an adjusted pace.
  ///
  /// For example, 13.1 mi at 10:00/mi take 2:11:00 in 14 splits; the last split, of 0.1 mi, takes 1:00.
  ///
  /// - Parameters:
  ///   - metres: the whole distance, above zero.
  ///   - every: the length of a split in metres, above zero.
  ///   - metresPerSecond: the speed in splits without an adjustment.
  ///   - adjustments: the splits with another speed; no split may be in two adjustments. Splits that do not exist are
  ///     ignored.
  ///   - limit: the maximum number of listed splits.
  package init(
    of metres: Double, every: Double, at metresPerSecond: Double, adjustments: [SplitAdjustment] = [], limit: Int
  ) {
    let marks = SplitMarks(metres: metres, every: every)
    self.init(marks, limit: limit) { number in
      .seconds(
        adjustments.reduce(marks[number] / metresPerSecond) { seconds, adjustment in
          let length = marks.length(of: adjustment.splits, upTo: number)
          return seconds + length / adjustment.metresPerSecond - length / metresPerSecond
        })
    }
  }

  /// Returns the speed of all splits that have no adjustment, in metres per second.
  ///
  /// With this speed, the whole distance takes `time`.
  /// The result is nil if the adjusted splits leave no time or no distance for the other splits.
  package static func pace(
    of metres: Double, every: Double, in time: Duration, adjustments: [SplitAdjustment]
  ) -> Double? {
    let marks = SplitMarks(metres: metres, every: every)
    let adjusted = adjustments.reduce(0) { $0 + $1.splits.clamped(to: 1...marks.count).count }
    let left = adjustments.reduce((metres: metres, seconds: time.inSeconds)) { left, adjustment in
      let length = marks.length(of: adjustment.splits, upTo: marks.count)
      return (left.metres - length, left.seconds - length / adjustment.metresPerSecond)
    }
    return adjusted < marks.count && left.seconds > 0 ? left.metres / left.seconds : nil
  }

  /// Divides a run with a negative split: the second half of the distance is faster than the first half.
  ///
  /// Each half has a constant pace, and both halves together take exactly `time`. The time of the second half is the
  /// time of the first half, reduced by the fraction `reduction`: with 0.02, a first half in 1:00:00 is followed by a
  /// second half in 58:48. For a total time T and a reduction r, the first half takes T / (2 − r). Calculators of
  /// negative splits define the percentage in this way: the pace of the second half is the pace of the first half,
  /// times 1 − r (for example cal57.calculator.city/negative-split-calculator.html).
  ///
  /// - Parameters:
  ///   - metres: the whole distance, above zero.
  ///   - every: the length of a split in metres, above zero.
  ///   - time: the time of the whole distance.
  ///   - reduction: the difference between the times of the halves, as a fraction of the first; from 0 to below 1.
  ///   - limit: the maximum number of listed splits.
  package init(of metres: Double, every: Double, in time: Duration, secondHalfReducedBy reduction: Double, limit: Int) {
    let marks = SplitMarks(metres: metres, every: every)
    let (half, firstHalf) = (metres / 2, time.inSeconds / (2 - reduction))
    self.init(marks, limit: limit) { number in
      guard number < marks.count else { return time }
      let beyond = marks[number] - half
      return .seconds(firstHalf * (1 + beyond / half * (beyond > 0 ? 1 - reduction : 1)))
    }
    self.firstHalf = .seconds(firstHalf)
  }

  /// Returns the number of splits if each split has `every` metres; the number is at least one.
  package static func count(of metres: Double, every: Double) -> Int {
    SplitMarks(metres: metres, every: every).count
  }

  /// Divides a workout into splits; nil if the plan is endless, or if an interval has no pace or no end.
  ///
  /// - Parameters:
  ///   - timeline: the timeline of the plan.
  ///   - every: the length of a split in metres, above zero.
  ///   - limit: the maximum number of listed splits.
  package init?(of timeline: Timeline, every: Double, limit: Int) {
    guard let metres = timeline.totals.metres, metres > 0, let time = timeline.totals.duration else { return nil }
    let marks = SplitMarks(metres: metres, every: every)
    self.init(marks, limit: limit) { number in
      number < marks.count ? timeline.time(atMetres: marks[number]) ?? time : time
    }
  }

  private init(_ marks: SplitMarks, limit: Int, time: (_ mark: Int) -> Duration) {
    var listed: [Split] = []
    for number in 1...min(marks.count, limit) {
      let totalTime = time(number)
      listed.append(
        Split(
          number: number, metres: marks.length(of: number), time: totalTime - (listed.last?.totalTime ?? .zero),
          totalMetres: marks[number], totalTime: totalTime))
    }
    self.listed = listed
    count = marks.count
    metres = marks.metres
    self.time = time(marks.count)
  }
}

/// Speed of some consecutive splits of a run.
package struct SplitAdjustment: Equatable, Sendable {
  /// Numbers of the splits; the first split of a run has the number 1.
  package let splits: ClosedRange<Int>
  package let metresPerSecond: Double

  package init(_ splits: ClosedRange<Int>, metresPerSecond: Double) {
    self.splits = splits
    self.metresPerSecond = metresPerSecond
  }
}

/// Part of a distance; all parts are equally long, except that the last part may be shorter.
package struct Split: Equatable, Sendable {
  /// Number of the split, from 1.
  package let number: Int
  /// Length of the split.
  package let metres: Double
  package let time: Duration
  /// Metres from the start of the whole distance to the end of this split.
  package let totalMetres: Double
  /// Time from the start of the whole distance to the end of this split.
  package let totalTime: Duration

  /// Average pace of the split.
  package var metresPerSecond: Double { metres / time.inSeconds }
}

/// Positions at which the splits of a distance end; the subscript is the number of a split, and number 0 is the start.
private struct SplitMarks {
  let metres: Double
  let every: Double
  let count: Int

  init(metres: Double, every: Double) {
    self.metres = metres
    self.every = every
    // The factor prevents an empty last split that rounding could cause: 10 mi must be exactly 10 splits of a mile.
    count = max(1, Int((metres / every * (1 - 1e-12)).rounded(.up)))
  }

  subscript(number: Int) -> Double { number < count ? every * Double(number) : metres }

  func length(of number: Int) -> Double { self[number] - self[number - 1] }

  /// Returns the total length of the splits in a range; splits after `last` do not count.
  func length(of splits: ClosedRange<Int>, upTo last: Int) -> Double {
    let end = min(splits.upperBound, last)
    return splits.lowerBound <= end ? self[end] - self[splits.lowerBound - 1] : 0
  }
}
