import Dates
import WorkoutModel
import WorkoutReports

/// What the index of the history contains about one line of the history.
struct HistoryRecord: Equatable {
  /// The range of the line in the history, in bytes, without its newline.
  let line: Range<Int>
  /// The end, in the index, of the last earlier record that is a session of a program or a change.
  let previousEvent: Int
  let content: Content

  enum Content: Equatable {
    /// The first line with the ID of a workout; a copy has no record.
    case workout(RecordedWorkout)
    /// A change; `isEffective` is false if no earlier line records the workout that it changes.
    case change(HistoryChange, isEffective: Bool)
  }

  init(line: Range<Int>, previousEvent: Int, content: Content) {
    self.line = line
    self.previousEvent = previousEvent
    self.content = content
  }

  /// Whether the record is a session of a program or a change.
  var isEvent: Bool { if case .workout(let workout) = content { workout.session != nil } else { true } }

  private enum Kind: Int {
    case workout
    case change
    case changeWithoutWorkout
  }
}

/// The bytes of a record.
extension HistoryRecord {
  /// The values of the record, with a check value and the number of bytes at the end.
  var bytes: [UInt8] {
    var values = IndexBytes()
    values.add(line.lowerBound)
    values.add(line.count)
    values.add(previousEvent)
    switch content {
    case .workout(let workout):
      values.add(Kind.workout.rawValue)
      values.add(workout.id)
      values.add(workout.started.secondsSince1970)
      values.add(workout.elapsed.inMilliseconds)
      values.add(workout.distance.metres)
      values.add(workout.distance.time.inMilliseconds)
      values.add(workout.distance.isPartial)
      values.add(workout.planned?.inMilliseconds)
      values.add(workout.session?.program)
      if let session = workout.session {
        values.add(session.id.week)
        values.add(session.id.day)
        values.add(session.isDone)
        values.add(session.doneMetres)
      }
    case .change(let change, let isEffective):
      values.add((isEffective ? Kind.change : .changeWithoutWorkout).rawValue)
      values.add(change.change.rawValue)
      values.add(change.at)
      values.add(change.workoutId)
      values.add(change.program)
      values.add(change.distanceM)
      values.add(change.note)
      values.add(change.session)
    }
    return values.finished
  }

  /// Reads a record; `zone` converts seconds since 1970 to local time.
  init(_ bytes: ArraySlice<UInt8>, in zone: (Int) -> LocalTime) throws(IndexDamage) {
    var values = try IndexBytes(finished: bytes)
    let (begin, count, event) = (try values.int(), try values.int(), try values.int())
    guard begin >= 0, count >= 0, begin <= Int.max - count, let kind = Kind(rawValue: try values.int()) else {
      throw IndexDamage()
    }
    line = begin..<begin + count
    previousEvent = event
    content =
      kind == .workout
      ? .workout(try Self.workout(&values, in: zone))
      : .change(try Self.change(&values), isEffective: kind == .change)
  }

  private static func workout(
    _ values: inout IndexBytes, in zone: (Int) -> LocalTime
  ) throws(IndexDamage) -> RecordedWorkout {
    let (id, started, elapsed) = (try values.string(), try values.int(), try values.int())
    let distance = KnownDistance(
      metres: try values.double(), time: .milliseconds(try values.int()), isPartial: try values.bool())
    let planned = try values.optionalInt()
    let session = try values.optionalString().map { (program) throws(IndexDamage) in
      RecordedWorkout.Session(
        program: program, id: SessionID(week: try values.int(), day: try values.int()), isDone: try values.bool(),
        doneMetres: try values.optionalDouble())
    }
    return RecordedWorkout(
      id: id, started: zone(started), elapsed: .milliseconds(elapsed), distance: distance,
      planned: planned.map { .milliseconds($0) }, session: session)
  }

  private static func change(_ values: inout IndexBytes) throws(IndexDamage) -> HistoryChange {
    guard let action = HistoryChange.Action(rawValue: try values.string()) else { throw IndexDamage() }
    return HistoryChange(
      at: try values.string(), change: action, workoutId: try values.optionalString(),
      program: try values.optionalString(), distanceM: try values.optionalDouble(), note: try values.optionalString(),
      session: try values.optionalString())
  }
}
