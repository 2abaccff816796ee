package import WorkoutModel

/// A distance in splits, whose times add up to that of the whole.
package struct SplitList: Equatable, Sendable {
  /// The first splits, as many as were asked for at most.
  package let listed: [Split]
  /// How many splits there are.
  package let count: Int
  /// What all of them amount to.
  package let metres: Double
  package let time: Duration

  package var isTruncated: Bool { listed.count < count }

  /// The splits of a run at one pace, save for those that have their own.
  ///
  /// 13.1 mi at 10:00/mi take 2:11:00 in 14 splits, and the last of them, of 0.1 mi, takes 1:00.
  ///
  /// - Parameters:
  ///   - metres: the whole distance, above zero.
  ///   - every: how many metres a split has, above zero.
  ///   - metresPerSecond: the pace of the splits that have none of their own.
  ///   - adjustments: the metres per second of single splits, by their numbers; numbers of no split count for nothing.
  ///   - limit: the most splits that are listed.
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

  /// The metres a second of the splits that have no pace of their own, so that all take `time`; nil where the others
  /// leave them no time, or no distance.
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

  /// How many splits of `every` metres so many metres are, at least one.
  package static func count(of metres: Double, every: Double) -> Int {
    SplitMarks(metres: metres, every: every).count
  }

  /// The splits of a plan that has an end and a pace for every interval; nil for another.
  ///
  /// - Parameters:
  ///   - timeline: the plan read as time.
  ///   - every: how many metres a split has, above zero.
  ///   - limit: the most splits that are listed.
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

/// The ends of the splits of a distance, by the numbers of the splits; 0 is the start.
private struct SplitMarks {
  let metres: Double
  let every: Double
  let count: Int

  init(metres: Double, every: Double) {
    self.metres = metres
    self.every = every
    // 10 mi are 10 splits of a mile, whatever a division of binary fractions makes of it.
    count = max(1, Int((metres / every * (1 - 1e-12)).rounded(.up)))
  }

  subscript(number: Int) -> Double { number < count ? every * Double(number) : metres }

  func length(of number: Int) -> Double { self[number] - self[number - 1] }
}
