import Glibc

/// Everything that passes over a bus, with the time: `busctl monitor`.
package struct BusMonitor: Sendable {
  private let process: TestProcess
  /// What to add to the realtime clock to have the monotonic one, in nanoseconds.
  private let monotonicOffset: Int64

  /// Starts to watch; what is sent after this returns is seen.
  package static func start(
    in processes: TestProcesses, environment: [String: String], address: String
  ) async throws -> BusMonitor {
    let process = try await processes.start(
      "busctl", ["--address=\(address)", "monitor", "--json=short"], environment: environment)
    _ = try await process.errors.first("the bus monitor") { $0.hasPrefix("Monitoring") }
    return BusMonitor(process: process, monotonicOffset: monotonicOffset())
  }

  /// What to add to the realtime clock, by the quickest of some readings: between others something else had its turn.
  private static func monotonicOffset() -> Int64 {
    let readings = (0..<10).map { _ in
      let (before, realtime, after) = (
        nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_REALTIME), nanoseconds(CLOCK_MONOTONIC)
      )
      return (offset: (before + after) / 2 - realtime, took: after - before)
    }
    return readings.min { $0.took < $1.took }?.offset ?? 0
  }

  /// The process that watches.
  package var identifier: Int32 { process.identifier }

  /// How many lines there are so far: a place to search from.
  package var mark: Int { process.output.count }

  package var messages: [BusMessage] {
    process.output.elements.compactMap(BusMessage.init(line:))
  }

  /// The messages that have come since a mark.
  package func messages(from mark: Int) -> [BusMessage] {
    process.output.elements.dropFirst(mark).compactMap(BusMessage.init(line:))
  }

  package var notifications: [NotifyCall] {
    messages.compactMap(NotifyCall.init)
  }

  /// When a message was on the bus, in nanoseconds of CLOCK_MONOTONIC.
  ///
  /// It is later than the truth by what the bus and the monitor took, and as exact as the realtime clock is steady.
  package func monotonicTime(of message: BusMessage) -> Int64 {
    message.realtime * 1000 + monotonicOffset
  }

  /// Finds the first message that meets a condition, waiting for it.
  package func first(
    _ what: String, from mark: Int = 0, within limit: Duration = generousLimit,
    where condition: @escaping @Sendable (BusMessage) -> Bool
  ) async throws -> BusMessage {
    let line = try await process.output.first(what, from: mark, within: limit) { line in
      BusMessage(line: line).map(condition) ?? false
    }
    guard let message = BusMessage(line: line) else { throw TimedOut(what: what, limit: limit) }
    return message
  }

  /// Waits for a notification with this summary.
  package func notification(
    _ summary: String, from mark: Int = 0, within limit: Duration = generousLimit
  ) async throws -> NotifyCall {
    let message = try await first("the notification “\(summary)”", from: mark, within: limit) {
      NotifyCall($0)?.summary == summary
    }
    guard let call = NotifyCall(message) else { throw TimedOut(what: summary, limit: limit) }
    return call
  }

  /// Waits for the number that the server gave to a notification.
  package func number(of call: NotifyCall) async throws -> Int64? {
    let reply = try await first("the reply to “\(call.summary)”") {
      $0.kind == .reply && $0.repliesTo == call.message.cookie && $0.destination == call.message.sender
    }
    return reply.arguments.first?.integer
  }

  /// Waits until a server says that a notification went.
  package func closing(of number: Int64, from mark: Int = 0) async throws -> BusMessage {
    try await first("the end of notification \(number)", from: mark) {
      $0.kind == .signal && $0.member == "NotificationClosed" && $0.arguments.first?.integer == number
    }
  }

  /// Waits until somebody owns a name.
  package func owner(of name: String, from mark: Int = 0) async throws {
    _ = try await first("an owner of \(name)", from: mark) {
      $0.member == "NameOwnerChanged" && $0.arguments.first?.string == name && $0.arguments.last?.string != ""
    }
  }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
