package import Dates
import FoundationEssentials
package import WorkoutHistory
package import WorkoutReports

extension Samples {
  /// Returns the text of a history file, with one line for each workout.
  package static func history(_ summaries: [Report.Summary]) -> String {
    history(summaries.map { HistoryLine.workout($0) })
  }

  /// Returns the text of a history file.
  package static func history(_ lines: [HistoryLine]) -> String {
    lines.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
  }
}

extension RecordedHistory {
  /// Reads the text of a history file; the local times are in UTC by default.
  package static func read(
    _ text: String, zone: (Int) -> LocalTime = { LocalTime(secondsSince1970: $0, offset: 0) }
  ) throws -> RecordedHistory {
    let folder = try TemporaryFolder()
    // The history has the file open, so the file stays readable after the folder is removed.
    guard let history = try RecordedHistory(path: folder.write(text, to: "history.jsonl"), zone: zone) else {
      preconditionFailure("the file exists")
    }
    return history
  }
}
