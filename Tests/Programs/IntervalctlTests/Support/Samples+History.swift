import Dates
import FoundationEssentials
import TestSupport
import Testing
import WorkoutReports

@testable import intervalctl

extension Samples {
  /// The text of a history file, one line for each workout.
  static func history(_ summaries: [Report.Summary]) throws -> String {
    try summaries.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }.joined()
  }
}

extension RecordedHistory {
  /// Reads the text of a history file, in UTC by default.
  static func read(
    _ text: String, zone: (Int) -> LocalTime = { LocalTime(secondsSince1970: $0, offset: 0) }
  ) throws -> RecordedHistory {
    let folder = try TemporaryFolder()
    // The history has the file open, so it stays readable when the folder is removed.
    return try #require(try RecordedHistory(path: folder.write(text, to: "history.jsonl"), zone: zone))
  }
}
