import Dates
import FoundationEssentials
import TestSupport
import Testing
import WorkoutReports

@testable import intervalctl

extension Samples {
  /// The file of a history, a line each.
  static func history(_ summaries: [Report.Summary]) throws -> String {
    try summaries.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }.joined()
  }
}

extension RecordedHistory {
  /// Reads what a file has in it, in universal time unless another zone is given.
  static func read(
    _ text: String, zone: (Int) -> LocalTime = { LocalTime(secondsSince1970: $0, offset: 0) }
  ) throws -> RecordedHistory {
    let folder = try TemporaryFolder()
    // What is open is there for as long as it is.
    return try #require(try RecordedHistory(path: folder.write(text, to: "history.jsonl"), zone: zone))
  }
}
