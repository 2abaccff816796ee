import Glibc
import Varlink

/// Connections on each of which a call is made as soon as so many are unanswered no more.
final class Callers {
  private var watched: [pollfd] = []
  /// A call, as many times as one is made at once.
  private let calls: [UInt8]
  private let ahead: Int
  private let length: Int
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// A call was answered with an error.
  struct Refused: Error {
    let reply: String
  }

  /// How many answers came a second, of so many connections to a server's socket, each with as many as `ahead` calls
  /// unanswered, for a time.
  static func rate(
    of count: Int, to path: String, calling method: String, ahead: Int = 1, over time: Duration
  ) async throws -> Double {
    try await onOwnThread { try Callers(count, to: path, calling: method, ahead: ahead).rate(over: time) }
  }

  /// Connects, and makes a call on each connection to see that it is answered.
  private init(_ count: Int, to path: String, calling method: String, ahead: Int) throws {
    let call = Array(#"{"method":"\#(method)"}"#.utf8) + [0]
    self.ahead = ahead
    length = call.count
    calls = Array(repeatElement(call, count: ahead).joined())
    for _ in 0..<count {
      let descriptor = try UnixSocket.make()
      watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      try UnixSocket.connect(descriptor, to: path)
      try send(1, on: descriptor)
      let reply = String(decoding: try receive(on: descriptor), as: UTF8.self)
      guard reply.hasPrefix(#"{"parameters":"#), !reply.contains(#""error":"#) else { throw Refused(reply: reply) }
    }
  }

  deinit {
    for caller in watched { close(caller.fd) }
  }

  private func rate(over time: Duration) throws -> Double {
    let start = MonotonicClock.nanoseconds
    let end = start + Int(time / .nanoseconds(1))
    for caller in watched { try send(ahead, on: caller.fd) }
    var (answers, unanswered) = (0, ahead * watched.count)
    while unanswered > 0 {
      // The list outlives the call.
      guard unsafe poll(&watched, nfds_t(watched.count), 5000) > 0 else {
        throw CommandFailed(command: "poll", status: errno)
      }
      let isOver = MonotonicClock.nanoseconds >= end
      for caller in watched where caller.revents != 0 {
        var came = 0
        for byte in try receive(on: caller.fd) where byte == 0 { came += 1 }
        answers += came
        unanswered -= came
        if !isOver && came > 0 {
          try send(came, on: caller.fd)
          unanswered += came
        }
      }
    }
    return Double(answers) / (Double(MonotonicClock.nanoseconds - start) / 1e9)
  }

  private func send(_ count: Int, on descriptor: CInt) throws {
    // The array outlives the call, and has so many calls.
    guard unsafe write(descriptor, calls, count * length) == count * length else {
      throw CommandFailed(command: "write", status: errno)
    }
  }

  /// What has come of replies, or comes next.
  private func receive(on descriptor: CInt) throws -> ArraySlice<UInt8> {
    // What is read is no more than the buffer holds.
    let count = unsafe read(descriptor, &buffer, buffer.count)
    guard count > 0 else { throw CommandFailed(command: "read", status: errno) }
    return buffer[..<count]
  }
}
