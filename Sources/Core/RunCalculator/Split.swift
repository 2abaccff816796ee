import WorkoutModel

/// One of the equal parts that a distance is told in, of which the last may be shorter.
package struct Split: Equatable, Sendable {
  /// From 1.
  package let number: Int
  /// How long it is.
  package let metres: Double
  package let time: Duration
  /// The metres from the start to its end.
  package let totalMetres: Double
  /// The time from the start to its end.
  package let totalTime: Duration

  /// The average pace of it.
  package var metresPerSecond: Double { metres / time.inSeconds }
}
