import Glibc
import Subprocess

/// Records all messages on a bus with their times: `busctl monitor`.
package struct BusMonitor: Sendable {
  private let process: TestProcess
  /// Difference between the monotonic and the realtime clock, in nanoseconds.
  private let monotonicOffset: Int64

  /// Starts a monitor, which records every message that is sent after this function returns.
  package static func start(
    in processes: TestProcesses, environment: [String: String], address: String
  ) async throws -> BusMonitor {
    let process = try await processes.start(
      "busctl", ["--address=\(address)", "monitor", "--json=short"], environment: environment)
    let monitor = BusMonitor(process: process, monotonicOffset: monotonicOffset())
    try await monitor.waitForRecording(in: processes, environment: environment, address: address)
    return monitor
  }

  /// Calls the bus until the monitor has recorded something, and waits until one more call is recorded completely.
  ///
  /// busctl of systemd 257 does not report when the recording begins.
  private func waitForRecording(
    in processes: TestProcesses, environment: [String: String], address: String
  ) async throws {
    func call(about name: String) async throws {
      let arguments = ["call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner", "s", name]
      let caller = try await processes.start("busctl", ["--address=\(address)"] + arguments, environment: environment)
      guard try await caller.end().isSuccess else { throw TimedOut(what: "the bus at \(address)", limit: .zero) }
    }
    let end = ContinuousClock.now + generousLimit
    while mark == 0 {
      guard ContinuousClock.now < end else { throw TimedOut(what: "the bus monitor", limit: generousLimit) }
      try await call(about: "test.first")
    }
    try await call(about: "test.last")
    let caller = try await first("the last call") { $0.arguments.first?.string == "test.last" }.sender
    _ = try await first("the end of the last caller") {
      $0.member == "NameOwnerChanged" && $0.arguments.first?.string == caller && $0.arguments.last?.string == ""
    }
  }

  /// Measures the difference between the monotonic and the realtime clock, in nanoseconds.
  ///
  /// The quickest of ten readings is used, because the thread may be interrupted during a slower reading.
  private static func monotonicOffset() -> Int64 {
    let readings = (0..<10).map { _ in
      let (before, realtime, after) = (
        nanoseconds(CLOCK_MONOTONIC), nanoseconds(CLOCK_REALTIME), nanoseconds(CLOCK_MONOTONIC)
      )
      return (offset: (before + after) / 2 - realtime, duration: after - before)
    }
    return readings.min { $0.duration < $1.duration }?.offset ?? 0
  }

  /// Process ID of the monitor.
  package var identifier: Int32 { process.identifier }

  /// Number of lines so far, for a search that begins after these lines.
  package var mark: Int { process.output.count }

  package var messages: [BusMessage] {
    process.output.elements.compactMap(BusMessage.init(line:))
  }

  /// Returns the messages after the first `mark` lines of the output.
  package func messages(from mark: Int) -> [BusMessage] {
    process.output.elements.dropFirst(mark).compactMap(BusMessage.init(line:))
  }

  package var notifications: [NotifyCall] {
    messages.compactMap(NotifyCall.init)
  }

  /// Returns the time at which the monitor received a message, in nanoseconds of CLOCK_MONOTONIC.
  ///
  /// The time includes the delays of the bus and of the monitor. After a change of the realtime clock, the time is
  /// wrong.
  package func monotonicTime(of message: BusMessage) -> Int64 {
    message.realtime * 1000 + monotonicOffset
  }

  /// Waits for the first message that meets a condition, and returns the message.
  package func first(
    _ event: String, from mark: Int = 0, within limit: Duration = generousLimit,
    where condition: @escaping @Sendable (BusMessage) -> Bool
  ) async throws -> BusMessage {
    let line = try await process.output.first(event, from: mark, within: limit) { line in
      BusMessage(line: line).map(condition) ?? false
    }
    guard let message = BusMessage(line: line) else { throw TimedOut(what: event, limit: limit) }
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

  /// Waits for the ID that the server assigns to a notification.
  package func number(of call: NotifyCall) async throws -> Int64? {
    let reply = try await first("the reply to “\(call.summary)”") {
      $0.kind == .reply && $0.repliesTo == call.message.cookie && $0.destination == call.message.sender
    }
    return reply.arguments.first?.integer
  }

  /// Waits until a server reports that a notification was closed.
  package func closing(of number: Int64, from mark: Int = 0) async throws -> BusMessage {
    try await first("the end of notification \(number)", from: mark) {
      $0.kind == .signal && $0.member == "NotificationClosed" && $0.arguments.first?.integer == number
    }
  }

  /// Waits until a name has an owner.
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
