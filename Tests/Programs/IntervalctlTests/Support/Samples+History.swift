import Dates
import FoundationEssentials
import TestSupport
import Testing
import WorkoutReports

@testable import intervalctl

extension Samples {
  /// Returns the text of a history file, with one line for each workout.
  static func history(_ summaries: [Report.Summary]) throws -> String {
    try summaries.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }.joined()
  }
}

extension RecordedHistory {
  /// Reads the text of a history file; the local times are in UTC by default.
  static func read(
    _ text: String, zone: (Int) -> LocalTime = { LocalTime(secondsSince1970: $0, offset: 0) }
  ) throws -> RecordedHistory {
    let folder = try TemporaryFolder()
    // The history has the file open, so the file stays readable after the folder is removed.
    return try #require(try RecordedHistory(path: folder.write(text, to: "history.jsonl"), zone: zone))
  }
}
