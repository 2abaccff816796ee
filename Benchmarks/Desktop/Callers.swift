/// Connections that make a new call for each answer.
struct Callers {
  private let sockets: PolledSockets
  /// The calls that are sent at once.
  private let calls: [UInt8]
  private let ahead: Int

  /// A call was answered with an error.
  struct Refused: Error {
    let reply: String
  }

  /// Returns the number of answers per second.
  ///
  /// `count` connections to a server's socket call a method for some time, each with up to `ahead` calls in flight.
  static func rate(
    of count: Int, to path: String, calling method: String, ahead: Int = 1, over time: Duration
  ) async throws -> Double {
    try await onOwnThread { try Callers(count, to: path, calling: method, ahead: ahead).rate(over: time) }
  }

  /// Connects, and checks on each connection that a call is answered.
  private init(_ count: Int, to path: String, calling method: String, ahead: Int) throws {
    self.ahead = ahead
    let call = Array(#"{"method":"\#(method)"}"#.utf8) + [0]
    calls = Array(repeatElement(call, count: ahead).joined())
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
    for index in sockets.indices { try send(ahead, on: index) }
    var (answers, unanswered) = (0, ahead * sockets.indices.count)
    while unanswered > 0 {
      let ready = try sockets.ready()
      let isOver = MonotonicClock.nanoseconds >= end
      for index in ready {
        var came = 0
        for byte in try sockets.receive(on: index) where byte == 0 { came += 1 }
        answers += came
        unanswered -= came
        if !isOver && came > 0 {
          try send(came, on: index)
          unanswered += came
        }
      }
    }
    return Double(answers) / (Double(MonotonicClock.nanoseconds - start) / 1e9)
  }

  private func send(_ count: Int, on index: Int) throws {
    try sockets.send(calls[..<(calls.count / ahead * count)], on: index)
  }
}
