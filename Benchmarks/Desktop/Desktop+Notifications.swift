import Glibc
import SystemPackage
import TestSupport
import UserFiles

extension Desktop {
  /// Gives a body a desktop with a notification server.
  static func withNotifications<Value: Sendable>(
    _ body: @escaping @Sendable (Desktop) async throws -> Value
  ) async throws -> Value {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      return try await body(desktop)
    }
  }

  /// Gives a body so many desktops, each with a notification server: a session has one daemon that is its media player.
  static func withNotifications<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable ([Desktop]) async throws -> Value
  ) async throws -> Value {
    guard count > 0 else { return try await body([]) }
    return try await withNotifications { desktop in
      try await withNotifications(count - 1) { try await body([desktop] + $0) }
    }
  }

  /// Gives a body a desktop with a notification server, and with a bus monitor that has its turn before programs.
  ///
  /// So a message has the time at which it was on the bus, and not at which the monitor came to look. It takes root.
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
