import WorkoutReports
import Synchronization
import Varlink

/// The replies to Watch: all who watch are told the same, and so it is encoded once.
final class EventReplies: Sendable {
  private let latest = Mutex<(event: Report.Event, reply: EncodedReply)?>(nil)

  /// The reply that tells an event.
  func reply(telling event: Report.Event) throws -> EncodedReply {
    if let latest = latest.withLock({ $0 }), latest.event == event { return latest.reply }
    let results = try JSONValue.object(encoding: WorkoutInterface.EventResult(event: event))
    let reply = EncodedReply(Reply(results, continues: true))
    latest.withLock { $0 = (event, reply) }
    return reply
  }
}
