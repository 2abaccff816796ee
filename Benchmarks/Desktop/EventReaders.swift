import Glibc
import Varlink

/// Connections on each of which the daemon tells its events, and a thread that reads them.
///
/// It does no more with them, as what programs make of events is not the daemon's.
final class EventReaders {
  private var watched: [pollfd] = []
  private var framers: [MessageFramer] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// How what tells of an interval's beginning begins.
  private static let beginning = Array(#"{"continues":true,"parameters":{"event":{"cue":"start","#.utf8)

  /// Has so many connections to a server's socket each hear of so many beginnings, which are seconds apart at the most.
  static func hear(_ beginnings: Int, on count: Int, connectionsTo path: String) async throws {
    try await onOwnThread { try EventReaders(count, to: path).hear(beginnings) }
  }

  private init(_ count: Int, to path: String) throws {
    let call = Array(#"{"method":"org.intervald.Workout.Watch","more":true}"#.utf8) + [0]
    for _ in 0..<count {
      let descriptor = try UnixSocket.make()
      watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      framers.append(MessageFramer())
      try UnixSocket.connect(descriptor, to: path)
      // The array outlives the call.
      guard unsafe write(descriptor, call, call.count) == call.count else {
        throw CommandFailed(command: "write", status: errno)
      }
    }
  }

  deinit {
    for reader in watched { close(reader.fd) }
  }

  private func hear(_ beginnings: Int) throws {
    var heard = watched.map { _ in 0 }
    while heard.contains(where: { $0 < beginnings }) {
      // The list outlives the call.
      guard unsafe poll(&watched, nfds_t(watched.count), 5000) > 0 else {
        throw CommandFailed(command: "poll", status: errno)
      }
      for index in watched.indices where watched[index].revents != 0 {
        // What is read is no more than the buffer holds.
        let count = unsafe read(watched[index].fd, &buffer, buffer.count)
        guard count > 0 else { throw CommandFailed(command: "read", status: errno) }
        framers[index].append(buffer[..<count])
        while let message = try framers[index].next() {
          if message.starts(with: Self.beginning) { heard[index] += 1 }
        }
      }
    }
  }
}
