package import WorkoutEngine

/// Drives an engine by its own deadlines, and records what happens when.
package struct WorkoutSimulator {
  package var engine = WorkoutEngine()
  package private(set) var now: Instant
  package private(set) var events: [Event] = []

  package struct Event: Equatable, Sendable {
    package let at: Instant
    package let effect: Effect
    /// How the workout stood behind the effect; nil when idle.
    package let progress: Progress?
  }

  package init(at now: Instant = Instant(sinceOrigin: .seconds(1000))) {
    self.now = now
  }

  /// Lets time pass, with a wake-up `lateness` behind each deadline.
  package mutating func run(for duration: Duration, lateness: Duration = .zero) {
    let end = now + duration
    while let deadline = engine.nextDeadline, deadline + lateness <= end {
      leap(to: max(deadline + lateness, now))
    }
    now = end
  }

  /// Runs until nothing more happens by itself.
  package mutating func runToEnd(lateness: Duration = .zero) {
    while let deadline = engine.nextDeadline { leap(to: max(deadline + lateness, now)) }
  }

  /// One wake-up at an instant.
  package mutating func leap(to instant: Instant) {
    now = instant
    record(engine.advance(to: now))
  }

  /// Drives nothing for a while, and then takes the workout up.
  package mutating func interrupt(for duration: Duration, by interruption: Interruption) {
    now += duration
    record(engine.resume(after: interruption, at: now))
  }

  /// Drives nothing for a while, and then takes the workout up paused as of the beginning of that.
  package mutating func interruptAndPause(for duration: Duration, by interruption: Interruption) {
    now += duration
    record(engine.resumePaused(asOf: now - duration, after: interruption, at: now))
  }

  package mutating func handle(_ command: Command) throws(CommandError) {
    record(engine.advance(to: now))
    record(try engine.handle(command, at: now))
  }

  /// What has been recorded since the last call.
  package mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  private mutating func record(_ effects: [Effect]) {
    events += effects.map { Event(at: now, effect: $0, progress: engine.progress(at: now)) }
  }
}
