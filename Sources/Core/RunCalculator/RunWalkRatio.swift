import WorkoutModel

/// How long to run and how long to walk, in turn.
package struct RunWalkRatio: Equatable, Sendable {
  package let run: Duration
  package let walk: Duration

  /// The ratio for an average pace, as the time that a mile takes, which counts by its nearest second.
  ///
  /// The table is Jeff Galloway's, of jeffgalloway.com. A row holds from its own pace up to the next row's: 9:15 a mile
  /// takes two minutes of run, 10:45 one. What is faster than 7:00 takes the first row, and what is slower than 20:00
  /// the last.
  package init(forMileIn time: Duration) {
    let seconds = time.rounded(to: .seconds(1))
    let row = Self.rows.last(where: { $0.mile <= seconds }) ?? Self.rows[0]
    run = .seconds(row.run)
    walk = .seconds(30)
  }

  /// In seconds, the fastest first.
  private static let rows: [(mile: Int, run: Int)] = [
    (420, 360), (450, 300), (480, 240), (510, 180), (540, 120), (570, 90), (645, 60), (735, 30), (870, 15),
    (945, 10), (1020, 8), (1110, 5),
  ]
}
