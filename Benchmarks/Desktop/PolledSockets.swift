import Glibc
import SystemPackage
import TestSupport
import UserFiles
import Varlink

/// Connections to a server's socket; a single thread uses all connections.
final class PolledSockets {
  private var watched: [pollfd] = []
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// The server closed a connection.
  struct Closed: Error {}

  /// Makes `count` connections.
  init(_ count: Int, to path: String) throws {
    for _ in 0..<count {
      let descriptor = try UnixSocket.make()
      watched.append(pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0))
      try UnixSocket.connect(descriptor, to: path)
    }
  }

  deinit {
    for socket in watched { close(socket.fd) }
  }

  /// Numbers of all connections.
  var indices: Range<Int> { watched.indices }

  /// Waits at most five seconds until a connection has data; see poll(2).
  ///
  /// - Returns: the numbers of the connections with data.
  func ready() throws -> [Int] {
    // `watched` outlives the call.
    let count = unsafe poll(&watched, nfds_t(watched.count), 5000)
    guard count > 0 else { throw SystemError("poll", count == 0 ? .timedOut : .last) }
    return indices.filter { watched[$0].revents != 0 }
  }

  /// Sends bytes, which must fit into the buffer of the socket.
  func send(_ bytes: ArraySlice<UInt8>, on index: Int) throws {
    // The bytes outlive the call.
    let sent = unsafe bytes.withUnsafeBytes { unsafe write(watched[index].fd, $0.baseAddress, $0.count) }
    guard sent == bytes.count else { throw SystemError("write", .last) }
  }

  /// Reads the next bytes, and waits for data if necessary.
  func receive(on index: Int) throws -> ArraySlice<UInt8> {
    // `read` writes at most `buffer.count` bytes, and `buffer` outlives the call.
    let count = unsafe read(watched[index].fd, &buffer, buffer.count)
    guard count >= 0 else { throw SystemError("read", .last) }
    guard count > 0 else { throw Closed() }
    return buffer[..<count]
  }
}

/// Load generator: each connection makes a further call after each answer.
struct Callers {
  private let sockets: PolledSockets
  /// The first calls of a connection; all bytes are sent together.
  private let calls: [UInt8]
  private let inFlight: Int

  /// A call was answered with an error.
  struct Refused: Error {
    let reply: String
  }

  /// Calls a method of a server for some time, and returns the number of answers per second.
  ///
  /// The calls are made on `count` connections. On each connection, up to `inFlight` calls wait for an answer at the
  /// same time.
  static func rate(
    of count: Int, to path: String, calling method: String, inFlight: Int = 1, over time: Duration
  ) async throws -> Double {
    try await onOwnThread { try Callers(count, to: path, calling: method, inFlight: inFlight).rate(over: time) }
  }

  /// Connects, and checks on each connection that a call is answered.
  private init(_ count: Int, to path: String, calling method: String, inFlight: Int) throws {
    self.inFlight = inFlight
    let call = Array(#"{"method":"\#(method)"}"#.utf8) + [0]
    calls = Array(repeatElement(call, count: inFlight).joined())
    sockets = try PolledSockets(count, to: path)
    for index in sockets.indices {
      try send(1, on: index)
      let reply = String(decoding: try sockets.receive(on: index), as: UTF8.self)
      guard reply.hasPrefix(#"{"parameters":"#), !reply.contains(#""error":"#) else { throw Refused(reply: reply) }
    }
  }

  private func rate(over time: Duration) throws -> Double {
    let start = MonotonicClock.nanoseconds
    let end = start + Int(time / .nanoseconds(1))
    for index in sockets.indices { try send(inFlight, on: index) }
    var (answers, unanswered) = (0, inFlight * sockets.indices.count)
    while unanswered > 0 {
      let ready = try sockets.ready()
      let isOver = MonotonicClock.nanoseconds >= end
      for index in ready {
        var count = 0
        for byte in try sockets.receive(on: index) where byte == 0 { count += 1 }
        answers += count
        unanswered -= count
        if !isOver && count > 0 {
          try send(count, on: index)
          unanswered += count
        }
      }
    }
    return Double(answers) / (Double(MonotonicClock.nanoseconds - start) / 1e9)
  }

  private func send(_ count: Int, on index: Int) throws {
    try sockets.send(calls[..<(calls.count / inFlight * count)], on: index)
  }
}

/// Clients that watch the daemon, and only count the events that they receive.
///
/// The clients do not decode the events, because more work would compete with the daemon for the processor.
enum EventReaders {
  private static let call = Array(#"{"method":"org.intervald.Workout.Watch","more":true}"#.utf8) + [0]

  /// First bytes of the event for the start of an interval.
  private static let startEvent = Array(#"{"continues":true,"parameters":{"event":{"cue":"start","#.utf8)

  /// Waits until each of `count` connections has received `starts` start events.
  ///
  /// The time between two events must be at most five seconds.
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
