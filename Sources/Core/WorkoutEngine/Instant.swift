/// Instant on the clock that times a workout, as the time since the origin of the clock.
///
/// The engine only compares and subtracts instants. The caller of the engine chooses the clock.
package struct Instant: Equatable, Codable, Sendable {
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
