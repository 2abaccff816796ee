package import Dates
import SystemPackage
package import UserFiles
import WorkoutModel
package import WorkoutReports

/// The recorded workouts in the history file, after all changes.
///
/// Only an index is in memory; a summary is read from the file when it is requested.
package final class RecordedHistory {
  /// All workouts that are not removed, in the order of the file.
  package private(set) var workouts: [RecordedWorkout] = []
  /// The number of invalid or incomplete lines; empty lines do not count.
  package private(set) var unreadableLines = 0
  /// The last change that is not undone; nil if the history has no such change.
  package private(set) var lastChange: LastChange?
  package let path: String
  private let lines: LineReader
  /// The places of the workouts in `workouts`.
  private var places: [Place] = []
  /// The moves in programs that are not undone, with the offsets of their lines.
  private var moves: [(move: HistoryChange, offset: Int)] = []

  /// The last change that is not undone, and its effect.
  package struct LastChange {
    package let change: HistoryChange
    /// The workout without the change; nil if the change is a move in a program.
    package let workout: Report.Summary?
    /// Whether another change removes the workout.
    package let isStillRemoved: Bool
  }

  /// A workout in the file.
  private struct Place {
    var range: Range<Int>
    var changes: [HistoryChange] = []

    var isRemoved: Bool { changes.contains { $0.change == .remove } }
  }

  /// Reads the file at a path; returns nil if the file does not exist.
  ///
  /// If several lines record the same workout, the first of them counts; the others are copies, for example because the
  /// files of two machines were joined. Callers that start a plan from the file must set `requireTrusted`. `zone`
  /// converts seconds since 1970 to local time.
  package init?(
    path: String, requireTrusted: Bool = false, zone: (Int) -> LocalTime = LocalTime.init(secondsSince1970:)
  ) throws(FileReadError) {
    self.path = path
    do {
      lines = LineReader(file: try OpenFile.regular(path, requireTrusted: requireTrusted))
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
    try SystemError.wrapped(in: FileReadError.system, read(zone))
  }

  private func read(_ zone: (Int) -> LocalTime) throws(SystemError) {
    var numbers: [String: Int] = [:]
    var recorded: [(workout: RecordedWorkout, place: Place)] = []
    var changes: [(change: HistoryChange, offset: Int)] = []
    try lines.read { line in
      guard !line.range.isEmpty else { return }
      switch line.bytes.flatMap({ HistoryLine($0, hasLaps: false) }) {
      case .change(let change):
        // A change has no effect before its workout, or if its workout is in a damaged line.
        guard change.workoutId.map({ numbers[$0] != nil }) ?? true else { return }
        Self.add(change, at: line.range.lowerBound, to: &changes)
      case .workout(let summary):
        guard numbers[summary.workoutId] == nil, let workout = RecordedWorkout(summary, in: zone) else { return }
        numbers[workout.id] = recorded.count
        recorded.append((workout, Place(range: line.range)))
      case nil: unreadableLines += 1
      }
    }
    var changed: Set<Int> = []
    for (change, offset) in changes {
      if let number = change.workoutId.flatMap({ numbers[$0] }) {
        recorded[number].place.changes.append(change)
        changed.insert(number)
      } else {
        moves.append((change, offset))
      }
    }
    for number in changed {
      let summary = try summary(at: recorded[number].place, hasLaps: false)
      if let workout = RecordedWorkout(summary, in: zone) { recorded[number].workout = workout }
    }
    if let change = changes.last?.change {
      var place = change.workoutId.flatMap { numbers[$0] }.map { recorded[$0].place }
      place?.changes.removeLast()
      lastChange = LastChange(
        change: change,
        workout: try place.map { (place) throws(SystemError) in try summary(at: place, hasLaps: false) },
        isStillRemoved: place?.isRemoved ?? false)
    }
    recorded.removeAll(where: \.place.isRemoved)
    (workouts, places) = (recorded.map(\.workout), recorded.map(\.place))
  }

  /// Adds a change; `undo` removes the last change of its subject instead.
  private static func add(
    _ change: HistoryChange, at offset: Int, to changes: inout [(change: HistoryChange, offset: Int)]
  ) {
    guard change.change == .undo else { return changes.append((change, offset)) }
    if let last = changes.lastIndex(where: { $0.change.subject == change.subject }) { changes.remove(at: last) }
  }

  /// Reads the summary of a workout by its index in `workouts`; if `hasLaps` is false, the summary has no laps.
  package func summary(at index: Int, hasLaps: Bool = true) throws(FileReadError) -> Report.Summary {
    try SystemError.wrapped(in: FileReadError.system, summary(at: places[index], hasLaps: hasLaps))
  }

  private func summary(at place: Place, hasLaps: Bool) throws(SystemError) -> Report.Summary {
    guard case .workout(let summary)? = HistoryLine(try lines.bytes(at: place.range)[...], hasLaps: hasLaps) else {
      throw SystemError(path, .ioError)
    }
    return summary.applying(place.changes)
  }
}

/// The training programs in the history.
extension RecordedHistory {
  /// The names of the programs, in the order in which they were begun.
  package var programs: [String] {
    var names: [String] = []
    for event in programEvents where !names.contains(event.program) { names.append(event.program) }
    return names
  }

  /// The progress in the program with a name.
  package func progress(of program: String) -> ProgramProgress {
    var progress = ProgramProgress()
    for event in programEvents where event.program == program {
      switch event.content {
      case .session(let workout): progress.add(workout)
      case .move(let session): progress.move(to: session)
      }
    }
    return progress
  }

  /// A session of a program, or a move in a program.
  private struct ProgramEvent {
    let program: String
    let content: Content
    let offset: Int

    enum Content {
      case session(RecordedWorkout)
      case move(SessionID)
    }
  }

  /// All events in the order of the file.
  private var programEvents: [ProgramEvent] {
    let sessions = zip(workouts, places).compactMap { workout, place in
      workout.session.map {
        ProgramEvent(program: $0.program, content: .session(workout), offset: place.range.lowerBound)
      }
    }
    let moves = moves.compactMap { move, offset -> ProgramEvent? in
      guard let program = move.program, let session = move.session.flatMap(SessionID.init) else { return nil }
      return ProgramEvent(program: program, content: .move(session), offset: offset)
    }
    return (sessions + moves).sorted { $0.offset < $1.offset }
  }
}

extension RecordedHistory {
  /// Returns the indices of the workouts that started on or after a day; if the day is nil, returns all indices.
  package func indices(since day: CalendarDay?) -> [Int] {
    guard let day else { return Array(workouts.indices) }
    return workouts.indices.filter { workouts[$0].started.day >= day }
  }

  /// Returns the index of a workout in `workouts`, given its ID or its number; the last workout has the number 1.
  package func index(of which: String) -> Int? {
    if let number = Int(which), (1...max(1, workouts.count)).contains(number), !workouts.isEmpty {
      return workouts.count - number
    }
    return workouts.lastIndex { $0.id == which }
  }

  /// The warnings about lines of the file that could not be read.
  package var warnings: [String] {
    switch unreadableLines {
    case 0: []
    case 1: ["1 line of \(path) could not be read"]
    default: ["\(unreadableLines) lines of \(path) could not be read"]
    }
  }
}
