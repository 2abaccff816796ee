import Glibc
import SystemPackage
import TestSupport
import UserFiles

extension Desktop {
  /// Runs a body with a desktop that has a notification server.
  static func withNotifications<Value: Sendable>(
    _ body: @escaping @Sendable (Desktop) async throws -> Value
  ) async throws -> Value {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      return try await body(desktop)
    }
  }

  /// Runs a body with `count` desktops, each with a notification server.
  ///
  /// Each daemon needs its own session, because only one daemon in a session can own the bus name of the media player.
  static func withNotifications<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable ([Desktop]) async throws -> Value
  ) async throws -> Value {
    guard count > 0 else { return try await body([]) }
    return try await withNotifications { desktop in
      try await withNotifications(count - 1) { try await body([desktop] + $0) }
    }
  }

  /// Runs a body with a desktop that has a notification server and a bus monitor with real-time priority.
  ///
  /// The priority prevents delays of the monitor, so that the monitor records exactly when a message was on the bus.
  /// Real-time priority requires root.
  static func withTimedNotifications<Value: Sendable>(
    _ body: @escaping @Sendable (Desktop) async throws -> Value
  ) async throws -> Value {
    try await withNotifications { desktop in
      var priority = sched_param(sched_priority: 1)
      // `priority` outlives the call of sched_setscheduler(2).
      guard unsafe sched_setscheduler(desktop.monitor.identifier, SCHED_RR, &priority) == 0 else {
        throw SystemError("sched_setscheduler", .last)
      }
      return try await body(desktop)
    }
  }
}

extension BusMonitor {
  /// Waits for the end of a workout, and returns the lateness of its notifications in milliseconds.
  ///
  /// The first notification belongs to the lead-in and is ignored.
  ///
  /// - Parameters:
  ///   - origin: the end of the lead-in, in nanoseconds.
  ///   - cues: the expected number of cues, including the finish.
  ///   - offset: returns the time from the origin to a cue, given the number of the cue.
  /// - Returns: the lateness of all cues, in order; nil for a cue that was not shown before the next cue was due.
  /// - Throws: an error if the workout does not finish.
  func lateness(
    from origin: Int, cues: Int, dueAfter offset: (Int) -> Int = { $0 * 1_000_000_000 }
  ) async throws -> [Double?] {
    _ = try await notification("Workout finished")
    var lateness = [Double?](repeating: nil, count: cues)
    var number = 0
    for call in notifications.dropFirst() {
      let elapsed = Int(monotonicTime(of: call.message)) - origin
      // The tolerance of 100 µs allows for a difference between the monitor's clock and the daemon's clock.
      while number + 1 < cues, offset(number + 1) <= elapsed + 100_000 { number += 1 }
      if lateness[number] == nil { lateness[number] = Double(elapsed - offset(number)) / 1e6 }
    }
    return lateness
  }
}
