import Varlink

/// Clients that watch the daemon's events and only count them.
///
/// Further work of theirs would compete with the daemon for the processor.
enum EventReaders {
  private static let call = Array(#"{"method":"org.intervald.Workout.Watch","more":true}"#.utf8) + [0]

  /// First bytes of the event for the start of an interval.
  private static let startEvent = Array(#"{"continues":true,"parameters":{"event":{"cue":"start","#.utf8)

  /// Waits until each of `count` connections has received some start events, which are at most seconds apart.
  static func receive(_ starts: Int, on count: Int, connectionsTo path: String) async throws {
    try await onOwnThread {
      let sockets = try PolledSockets(count, to: path)
      var framers = sockets.indices.map { _ in MessageFramer() }
      var received = sockets.indices.map { _ in 0 }
      for index in sockets.indices { try sockets.send(call[...], on: index) }
      while received.contains(where: { $0 < starts }) {
        for index in try sockets.ready() {
          framers[index].append(try sockets.receive(on: index))
          while let message = try framers[index].next() {
            if message.starts(with: startEvent) { received[index] += 1 }
          }
        }
      }
    }
  }
}
