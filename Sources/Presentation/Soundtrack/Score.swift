package import WorkoutReports
import FoundationEssentials
import WorkoutEngine
package import WorkoutModel
import WorkoutPresentation

/// What is heard of a workout, moment by moment: the daemon's own engine, driven by its deadlines.
///
/// The next moment is worked out when it is asked for, so that a score takes no more room for a longer workout.
package struct Score: Sendable {
  private var rehearsal: Rehearsal
  /// The moment of the start, until it was asked for.
  private var start: Moment?
  /// When the workout is stopped, if it goes on for so long.
  private let stop: Instant?
  private let rules: CueRules

  /// - Parameters:
  ///   - request: the workout, which has an end unless it is stopped.
  ///   - length: after how much time, without the lead-in, it is stopped; nil for never.
  ///   - configuration: the person's settings.
  ///   - environment: the variables that say which units cues are told in.
  package init(
    _ request: RequestedWorkout, stoppedAfter length: Duration?, configuration: Settings,
    environment: [String: String]
  ) {
    let workout = request.workout
    rehearsal = Rehearsal(configuration: configuration, environment: environment)
    let origin = Instant(sinceOrigin: .zero)
    let events = rehearsal.start(request, at: origin, on: Date(timeIntervalSince1970: 0))
    start = Moment(at: .zero, events)
    rules = CueRules(
      workout.settings, units: workout.settings.units(inLocaleOf: environment), title: workout.settings.name)
    // What ends by itself just then has come to its end.
    let isStopped = length.map { length in workout.timeline.totals.duration.map { $0 > length } ?? true } ?? false
    stop = isStopped ? length.map { origin + workout.leadIn + $0 } : nil
  }

  /// The next moment; nil behind the end.
  ///
  /// They come in their order, and some of them are silent.
  package mutating func next() -> Moment? {
    if let start {
      self.start = nil
      return start
    }
    guard rehearsal.isRunning else { return nil }
    let deadline = rehearsal.nextDeadline
    if let stop, deadline.map({ $0 >= stop }) ?? true { return end(at: stop) }
    guard let deadline else { preconditionFailure("a workout without an end is stopped") }
    return Moment(at: deadline.sinceOrigin, rehearsal.advance(to: deadline))
  }

  /// Stops the workout, as one that is over; what would begin at that very moment does not.
  private mutating func end(at stop: Instant) -> Moment {
    do {
      let events = try rehearsal.handle(.stop, at: stop)
      return Moment(at: stop.sinceOrigin, finishing: events.drop { $0.outcome == nil }, of: rules)
    } catch {
      preconditionFailure("what runs cannot be stopped: \(error)")
    }
  }
}
