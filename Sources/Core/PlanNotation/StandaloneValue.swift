package import WorkoutModel

/// A value that stands alone, told from the others by its unit.
package enum StandaloneValue: Hashable, Sendable {
  case time(Duration)
  case distance(Distance)
  case pace(Pace)
}
