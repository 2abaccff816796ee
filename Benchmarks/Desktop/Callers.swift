import Glibc
import Varlink

/// Connections on each of which a call is made as soon as so many are unanswered no more.
final class Callers {
  private var watched: [pollfd] = []
  private let call: [UInt8]
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// Connects to a server's socket.
  init(_ count: Int, to path: String, calling method: String) throws {
    call = Array(#"{"method":"\#(method)"}"#.utf8) + [0]
    for _ in 0..<count {
      let descriptor = try UnixSocket.make()
      try UnixSocket.connect(descriptor, to: path)
      watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
  }

  deinit {
    for caller in watched { close(caller.fd) }
  }

  /// Calls for a time, with as many as `ahead` calls of each connection unanswered, and tells how many answers came a
  /// second.
  func rate(over time: Duration, ahead: Int = 1) throws -> Double {
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
        // What is read is no more than the buffer holds.
        let count = unsafe read(caller.fd, &buffer, buffer.count)
        guard count > 0 else { throw CommandFailed(command: "read", status: errno) }
        let came = buffer[..<count].count { $0 == 0 }
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
    let calls = Array(repeatElement(call, count: count).joined())
    // The array outlives the call, and the count is its own.
    guard unsafe write(descriptor, calls, calls.count) == calls.count else {
      throw CommandFailed(command: "write", status: errno)
    }
  }
}
