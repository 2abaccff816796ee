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
  /// Each daemon needs its own session, because a session has one media player of this name.
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
  /// The priority makes the time of a message that of the bus, without a delay of the monitor. It requires root.
  static func withTimedNotifications<Value: Sendable>(
    _ body: @escaping @Sendable (Desktop) async throws -> Value
  ) async throws -> Value {
    try await withNotifications { desktop in
      var priority = sched_param(sched_priority: 1)
      // The variable outlives the call: sched_setscheduler(2).
      guard unsafe sched_setscheduler(desktop.monitor.identifier, SCHED_RR, &priority) == 0 else {
        throw SystemError("sched_setscheduler", .last)
      }
      return try await body(desktop)
    }
  }
}
