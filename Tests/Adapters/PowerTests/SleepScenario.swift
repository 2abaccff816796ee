import Power
import TestSupport

/// An inhibitor between a system bus and a desktop, on neither of which a service runs yet.
struct SleepScenario {
  let desktop: Desktop
  let bus: SystemBus
  let inhibitor: SystemSleepInhibitor
  /// The events of the inhibitor so far.
  let events = Recording<SleepEvent>()

  static func with(
    retryInterval: Duration = SystemSleepInhibitor.retryInterval,
    _ body: @escaping @Sendable (SleepScenario) async throws -> Void
  ) async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      let inhibitor = SystemSleepInhibitor(
        systemBus: bus.address, sessionBus: desktop.busAddress, retryInterval: retryInterval)
      let scenario = SleepScenario(desktop: desktop, bus: bus, inhibitor: inhibitor)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await event in inhibitor.events { scenario.events.append(event) } }
        defer { group.cancelAll() }
        try await body(scenario)
      }
    }
  }

  /// Waits until a call reaches the screen saver.
  func screenSaverCall(_ member: String, from mark: Int = 0) async throws -> BusMessage {
    try await desktop.monitor.first("the call of \(member)", from: mark) {
      $0.kind == .call && $0.destination == MockScreenSaver.name && $0.member == member
    }
  }

  /// Waits until the inhibitor reports that a service does not prevent suspend.
  func absence(of service: InhibitorService) async throws {
    _ = try await events.first("the absence of \(service)") { event in
      if case .notInhibited(service, _) = event { true } else { false }
    }
  }
}
