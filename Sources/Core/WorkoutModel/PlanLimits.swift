/// The limits of a plan, which every plan that a timeline was made of keeps.
package enum PlanLimits {
  /// The shortest interval, before any cutting, and the shortest time that an `until` may take.
  package static let shortestInterval = Duration.seconds(1)
  /// The longest step, and the longest plan: 99:59:59.
  package static let longest = Duration.seconds(359_999)
  /// The shortest piece that an `until` leaves of an interval; a shorter one is dropped.
  package static let shortestPiece = Duration.milliseconds(1)
  /// The most intervals that a step or a plan may have: what fits the longest plan at the shortest interval.
  package static let mostIntervals = 359_999
  package static let counts = 1...9999
  package static let deepestNesting = 16
  /// The shortest distance, in metres; what is shorter counts as nothing.
  package static let shortestDistance = 0.001
  /// The longest distance, in metres.
  package static let longestDistance = 999_990.0
}
