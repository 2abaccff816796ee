import Varlink

/// Watchers that hear of the daemon's events and make nothing of them, as that would not be the daemon's work.
enum EventReaders {
  private static let call = Array(#"{"method":"org.intervald.Workout.Watch","more":true}"#.utf8) + [0]

  /// How what tells of an interval's beginning begins.
  private static let beginning = Array(#"{"continues":true,"parameters":{"event":{"cue":"start","#.utf8)

  /// Has each of so many connections to a server's socket hear of so many beginnings, which are seconds apart at most.
  static func hear(_ beginnings: Int, on count: Int, connectionsTo path: String) async throws {
    try await onOwnThread {
      let sockets = try PolledSockets(count, to: path)
      var framers = sockets.indices.map { _ in MessageFramer() }
      var heard = sockets.indices.map { _ in 0 }
      for index in sockets.indices { try sockets.send(call[...], on: index) }
      while heard.contains(where: { $0 < beginnings }) {
        for index in try sockets.ready() {
          framers[index].append(try sockets.receive(on: index))
          while let message = try framers[index].next() {
            if message.starts(with: beginning) { heard[index] += 1 }
          }
        }
      }
    }
  }
}
