/// Point on the clock that a workout runs by, as the time since that clock's origin.
///
/// The engine only compares and subtracts instants. Its caller chooses the clock.
package struct Instant: Hashable, Codable, Sendable {
  package var sinceOrigin: Duration

  package init(sinceOrigin: Duration) {
    self.sinceOrigin = sinceOrigin
  }
}

extension Instant: Comparable {
  package static func < (left: Instant, right: Instant) -> Bool { left.sinceOrigin < right.sinceOrigin }

  package static func + (instant: Instant, duration: Duration) -> Instant {
    Instant(sinceOrigin: instant.sinceOrigin + duration)
  }

  package static func += (instant: inout Instant, duration: Duration) { instant = instant + duration }

  package static func - (instant: Instant, duration: Duration) -> Instant {
    Instant(sinceOrigin: instant.sinceOrigin - duration)
  }

  package static func - (left: Instant, right: Instant) -> Duration { left.sinceOrigin - right.sinceOrigin }
}
