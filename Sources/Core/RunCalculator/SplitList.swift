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

  package var isTruncated: Bool { listed.count < count }

  /// Divides a run into splits at a constant pace; single splits may have an adjusted pace.
  ///
  /// For example, 13.1 mi at 10:00/mi take 2:11:00 in 14 splits; the last split, of 0.1 mi, takes 1:00.
  ///
  /// - Parameters:
  ///   - metres: the whole distance, above zero.
  ///   - every: the length of a split in metres, above zero.
  ///   - metresPerSecond: the speed in splits without an adjustment.
  ///   - adjustments: the speeds of single splits, in metres per second. The key is the number of the split. A key
  ///     that is not the number of a split is ignored.
  ///   - limit: the maximum number of listed splits.
  package init(
    of metres: Double, every: Double, at metresPerSecond: Double, adjustments: [Int: Double] = [:], limit: Int
  ) {
    let marks = SplitMarks(metres: metres, every: every)
    let extra = adjustments.filter { (1...marks.count).contains($0.key) }
      .map { number, adjusted in
        let length = marks.length(of: number)
        return (number, seconds: length / adjusted - length / metresPerSecond)
      }
    self.init(marks, limit: limit) { number in
      .seconds(extra.reduce(marks[number] / metresPerSecond) { $1.0 <= number ? $0 + $1.seconds : $0 })
    }
  }

  /// Returns the speed of all splits that have no adjustment, in metres per second.
  ///
  /// With this speed, the whole distance takes `time`.
  /// The result is nil if the adjusted splits leave no time or no distance for the other splits.
  package static func pace(
    of metres: Double, every: Double, in time: Duration, adjustments: [Int: Double]
  ) -> Double? {
    let marks = SplitMarks(metres: metres, every: every)
    let adjusted = adjustments.filter { (1...marks.count).contains($0.key) }
    let left = adjusted.reduce((metres: metres, seconds: time.inSeconds)) { left, split in
      let length = marks.length(of: split.key)
      return (left.metres - length, left.seconds - length / split.value)
    }
    return adjusted.count < marks.count && left.seconds > 0 ? left.metres / left.seconds : nil
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
}
