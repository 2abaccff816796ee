import Dates
import FoundationEssentials
import TestSupport
import Testing
import ControlInterface

@testable import intervalctl

extension Samples {
  /// A workout of the history: half an hour and five kilometres, done as planned unless it says otherwise.
  static func workout(
    _ id: String, at started: String, title: String? = "30/30", minutes: Int = 30, metres: Double? = 5000,
    completed: Bool = true
  ) -> Wire.Summary {
    Wire.Summary(
      workoutId: id, title: title, planName: title == nil ? nil : "long-run", plan: "30m run @6:00/km",
      completed: completed, startedAt: started, endedAt: started, elapsedMs: minutes * 60_000, pausedMs: 0,
      plannedMs: 1_800_000, distanceM: metres, plannedDistanceM: metres.map { _ in 5000 }, intervals: 1)
  }

  /// The file of a history, a line each.
  static func history(_ summaries: [Wire.Summary]) throws -> String {
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
