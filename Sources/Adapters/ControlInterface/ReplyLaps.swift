import JSON
import Varlink
import WorkoutReports

/// The laps in a reply, whose length is limited.
extension Report.Summary {
  /// The maximum number of laps in a reply.
  private static let maxLaps = 1000
  /// The maximum length of the laps in a reply, so that a reply with the longest plan still fits in a message.
  private static let maxBytes = MessageFramer.maximumLength / 8

  /// The summary with only the last laps, if all laps would not fit in a reply.
  var withLapsOfReply: Report.Summary {
    guard let laps else { return self }
    var summary = self
    var count = min(laps.laps.count, Self.maxLaps)
    summary.laps = laps.last(count)
    while count > 0, let text = try? JSONValue(encoding: summary.laps).text, text.count > Self.maxBytes {
      count /= 2
      summary.laps = laps.last(count)
    }
    return summary
  }
}
