package import Dates
import FoundationEssentials
package import WorkoutHistory
import WorkoutModel
package import WorkoutReports

extension Samples {
  /// Returns the text of a history file, with one line for each workout.
  package static func history(_ summaries: [Report.Summary]) -> String {
    history(summaries.map { HistoryLine.workout($0) })
  }

  /// Returns a recorded session of a program with nine weeks of three sessions; by default, the session is done.
  package static func session(
    _ workoutID: String, _ session: String, of program: String = "c25k", at started: String, minutes: Int = 30,
    plannedMetres: Double? = nil, path: String? = nil
  ) -> Report.Summary {
    guard let id = SessionID(session) else { preconditionFailure("\(session) is not a session") }
    var summary = workout(workoutID, at: started, title: "Couch to 5K", minutes: minutes, metres: nil)
    (summary.planName, summary.plannedDistanceM) = (program, plannedMetres)
    let next = id.day < 3 ? SessionID(week: id.week, day: id.day + 1) : SessionID(week: id.week + 1, day: 1)
    summary.session = Report.Session(
      program: program, path: path, week: id.week, day: id.day, weeks: 9, days: 3,
      next: id.week > 9 ? nil : next.description, due: session)
    return summary
  }

  /// Returns the text of a history file.
  package static func history(_ lines: [HistoryLine]) -> String {
    lines.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }
}

extension RecordedHistory {
  /// Reads the text of a history file; the local times are in UTC by default.
  package static func read(
    _ text: String, zone: @escaping (Int) -> LocalTime = { LocalTime(secondsSince1970: $0, offset: 0) }
  ) throws -> RecordedHistory {
    let folder = try TemporaryFolder()
    // The history has the file open, so the file stays readable after the folder is removed.
    guard let history = try RecordedHistory(path: folder.write(text, to: "history.jsonl"), zone: zone) else {
      preconditionFailure("the file exists")
    }
    return history
  }
}
