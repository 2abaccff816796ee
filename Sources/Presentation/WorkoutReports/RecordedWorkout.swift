package import Dates
import FoundationEssentials
package import WorkoutModel

/// The start, time, distance and session of a recorded workout.
package struct RecordedWorkout: Equatable {
  /// The daemon's identifier of the workout.
  package let id: String
  package let started: LocalTime
  package let elapsed: Duration
  package let distance: KnownDistance
  /// The planned time; nil if the plan has no end.
  package let planned: Duration?
  /// The session of a program; nil if the workout is not a session of a program.
  package let session: Session?

  /// A session of a program.
  package struct Session: Equatable {
    /// The name of the program.
    package let program: String
    package let id: SessionID
    /// Whether the session counts as done; see `Report.Summary.isSessionDone`.
    package let isDone: Bool
    /// The corrected distance with which the session counts as done; see `Report.Summary.doneMetres`.
    package let doneMetres: Double?

    package init(program: String, id: SessionID, isDone: Bool, doneMetres: Double? = nil) {
      self.program = program
      self.id = id
      self.isDone = isDone
      self.doneMetres = doneMetres
    }
  }

  package init(
    id: String, started: LocalTime, elapsed: Duration, distance: KnownDistance, planned: Duration? = nil,
    session: Session? = nil
  ) {
    self.id = id
    self.started = started
    self.elapsed = elapsed
    self.distance = distance
    self.planned = planned
    self.session = session
  }
}

extension RecordedWorkout {
  /// Reads a summary with possible values; nil if its start is not a time.
  package init?(_ summary: Report.Summary, in zone: (Int) -> LocalTime) {
    guard let started = Report.secondsSince1970(summary.startedAt) else { return nil }
    self.init(
      id: summary.workoutId, started: zone(started), elapsed: .milliseconds(summary.elapsedMs),
      distance: summary.distance, planned: summary.plannedMs.map(Duration.milliseconds),
      session: summary.session.map {
        Session(program: $0.program, id: $0.id, isDone: summary.isSessionDone, doneMetres: summary.doneMetres)
      })
  }

  /// The workout after a correction of its distance, like `Report.Summary.correct(toMetres:)`.
  package func corrected(toMetres metres: Double) -> RecordedWorkout {
    let distance = KnownDistance(metres: metres, time: elapsed)
    return RecordedWorkout(
      id: id, started: started, elapsed: elapsed, distance: distance, planned: planned,
      session: session.map { session in
        Session(
          program: session.program, id: session.id, isDone: session.doneMetres.map(distance.reaches) ?? false,
          doneMetres: session.doneMetres)
      })
  }
}

extension Report {
  /// Converts a time in the format of RFC 3339 to whole seconds since 1970; nil if `text` is not in this format.
  package static func secondsSince1970(_ text: String) -> Int? {
    Date(rfc3339: text).flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }
  }
}
