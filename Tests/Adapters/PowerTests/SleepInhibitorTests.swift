import Glibc
import Power
import TestSupport
import Testing

/// Tests of the sleep inhibitor with a mock of logind and a mock of the screen saver.
@Suite struct SleepInhibitorTests {
  @Test func `both services prevent suspend until the locks are released`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      _ = try await MockScreenSaver.start(on: scenario.desktop)
      for _ in 1...2 {
        let mark = scenario.desktop.monitor.mark
        scenario.inhibitor.inhibit()
        try await logind.awaitLocks("idle block", "sleep delay")
        let call = try await scenario.awaitScreenSaverCall("Inhibit", from: mark)
        #expect(call.arguments.map(\.string) == ["Interval timer", "A workout is running"])
        scenario.inhibitor.inhibit()
        scenario.inhibitor.release()
        try await logind.awaitLocks()
        let end = try await scenario.awaitScreenSaverCall("UnInhibit", from: mark)
        #expect(end.arguments.first?.integer == MockScreenSaver.cookie)
      }
      // If the first request for a lock succeeds, the inhibitor reports no event.
      #expect(scenario.events.elements == [])
    }
  }

  @Test func `without the task of keeping awake, only suspends are delayed, and the task can change`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      _ = try await MockScreenSaver.start(on: scenario.desktop)
      scenario.inhibitor.inhibit([])
      try await logind.awaitLocks("sleep delay")
      let mark = scenario.desktop.monitor.mark
      scenario.inhibitor.inhibit(.keepAwake)
      try await logind.awaitLocks("idle block", "sleep delay")
      _ = try await scenario.awaitScreenSaverCall("Inhibit", from: mark)
      scenario.inhibitor.inhibit([])
      try await logind.awaitLocks("sleep delay")
      _ = try await scenario.awaitScreenSaverCall("UnInhibit", from: mark)
      let calls = scenario.desktop.monitor.messages.filter { $0.kind == .call && $0.member == "Inhibit" }
      #expect(calls.count == 1)
    }
  }

  @Test(arguments: ScreenLock.allCases) func `a lock of the user's screen is reported, and an unlock is not`(
    lock: ScreenLock
  ) async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      scenario.inhibitor.inhibit(.reportLock)
      try await logind.awaitLocks("sleep delay")
      // The subscriptions are on connections of their own, which may open after the locks are taken.
      try await withTimeLimit("the report") {
        while !scenario.events.elements.contains(.locked) {
          try await lock.announce(false, to: scenario, logind)
          try await lock.announce(true, to: scenario, logind)
        }
      }
      scenario.inhibitor.inhibit([])
      // Locks that were announced before the suspend may still be reported before it.
      try await withTimeLimit("the suspend") {
        // The lock for the other tasks may not be taken yet.
        while !scenario.events.elements.contains(.suspending) { try await logind.prepareForSleep(true) }
      }
      let count = scenario.events.count
      try await lock.announce(true, to: scenario, logind)
      try await logind.prepareForSleep(false)
      _ = try await scenario.events.first("the end of the suspend", from: count) { $0 == .resumed }
      #expect(!scenario.events.elements.dropFirst(count).contains(.locked))
    }
  }

  @Test func `a suspend waits until the daemon allows it, and the end of the suspend is reported`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      scenario.inhibitor.inhibit()
      try await logind.awaitLocks("idle block", "sleep delay")
      for _ in 1...2 {
        let mark = scenario.events.count
        try await logind.prepareForSleep(true)
        _ = try await scenario.events.first("the suspend", from: mark) { $0 == .suspending }
        scenario.inhibitor.allowSuspend()
        try await logind.awaitLocks("idle block")
        try await logind.prepareForSleep(false)
        _ = try await scenario.events.first("the resume", from: mark) { $0 == .resumed }
        try await logind.awaitLocks("idle block", "sleep delay")
      }
    }
  }

  @Test func `a suspend that another program announces is ignored`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      scenario.inhibitor.inhibit()
      try await logind.awaitLocks("idle block", "sleep delay")
      let call = try await scenario.bus.monitor.first("the call for a lock") { $0.member == "Inhibit" }
      let listener = try #require(call.sender)
      let emission = try await Invocation.run(
        "busctl",
        [
          "--address=\(scenario.bus.address)", "--destination=\(listener)", "emit", "/org/freedesktop/login1",
          "org.freedesktop.login1.Manager", "PrepareForSleep", "b", "true",
        ])
      #expect(emission.status == 0, "\(emission.errors)")
      try await logind.prepareForSleep(false)
      _ = try await scenario.events.first("the signal of logind") { $0 == .resumed }
      #expect(!scenario.events.elements.contains(.suspending))
    }
  }

  @Test func `a suspend that is never allowed proceeds`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      scenario.inhibitor.inhibit()
      try await logind.awaitLocks("idle block", "sleep delay")
      try await logind.prepareForSleep(true)
      try await logind.awaitLocks("idle block")
    }
  }

  @Test func `absent services are reported once, and are used when they start`() async throws {
    try await SleepScenario.with { scenario in
      scenario.inhibitor.inhibit()
      for service in InhibitorService.allCases { try await scenario.awaitAbsence(of: service) }
      scenario.inhibitor.release()
      scenario.inhibitor.inhibit()
      let logind = try await MockLogind.start(on: scenario.bus)
      try await logind.awaitLocks("idle block", "sleep delay")
      _ = try await MockScreenSaver.start(on: scenario.desktop)
      _ = try await scenario.awaitScreenSaverCall("Inhibit")
      for service in InhibitorService.allCases {
        _ = try await scenario.events.first("\(service)") { $0 == .inhibited(by: service) }
      }
      #expect(scenario.events.count == 4)
    }
  }

  @Test func `locks are taken again after a service restarts`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      let screenSaver = try await MockScreenSaver.start(on: scenario.desktop)
      scenario.inhibitor.inhibit()
      try await logind.awaitLocks("idle block", "sleep delay")
      _ = try await scenario.awaitScreenSaverCall("Inhibit")
      try await logind.process.killAndWait()
      try await screenSaver.process.killAndWait()
      for service in InhibitorService.allCases { try await scenario.awaitAbsence(of: service) }
      let mark = scenario.desktop.monitor.mark
      let another = try await MockLogind.start(on: scenario.bus)
      _ = try await MockScreenSaver.start(on: scenario.desktop)
      try await another.awaitLocks("idle block", "sleep delay")
      _ = try await scenario.awaitScreenSaverCall("Inhibit", from: mark)
      scenario.inhibitor.release()
      try await another.awaitLocks()
    }
  }

  @Test func `a hung service delays no call, and holds no lock when it resumes`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      logind.hang()
      for _ in 1...20 {
        scenario.inhibitor.inhibit()
        scenario.inhibitor.allowSuspend()
        scenario.inhibitor.release()
      }
      scenario.inhibitor.inhibit()
      try await withTimeLimit("the end") { await scenario.inhibitor.shutDown(within: .seconds(3600)) }
      logind.resume()
      try await logind.awaitLocks()
    }
  }

  @Test(arguments: [nil, "unix:path=/nowhere/bus", "nonsense"] as [String?])
  func `a missing bus is reported`(address: String?) async throws {
    let inhibitor = SystemSleepInhibitor(
      applicationName: "Interval timer", systemBus: address ?? "unix:path=/nowhere", sessionBus: address)
    inhibitor.inhibit()
    var reported: Set<InhibitorService> = []
    for await event in inhibitor.events {
      guard case .notInhibited(let service, let reason) = event else { return #expect(Bool(false), "\(event)") }
      reported.insert(service)
      #expect(
        reason.hasPrefix("cannot use the bus at \(service == .logind || address != nil ? "" : "no known address")"))
      if reported.count == InhibitorService.allCases.count { break }
    }
    await inhibitor.shutDown(within: generousLimit)
  }

  @Test func `the end of a bus is reported once`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      scenario.inhibitor.inhibit()
      try await logind.awaitLocks("idle block", "sleep delay")
      try await scenario.bus.process.killAndWait()
      try await scenario.awaitAbsence(of: .logind)
      await scenario.inhibitor.shutDown(within: generousLimit)
      #expect(scenario.events.elements.count { if case .notInhibited(.logind, _) = $0 { true } else { false } } == 1)
    }
  }

  @Test(arguments: [true, false]) func `a bus that starts or restarts is found at the next retry`(
    isPresentAtFirst: Bool
  ) async throws {
    try await SleepScenario.with(retryInterval: .zero) { scenario in
      if isPresentAtFirst {
        let logind = try await MockLogind.start(on: scenario.bus)
        scenario.inhibitor.inhibit()
        try await logind.awaitLocks("idle block", "sleep delay")
      }
      try await scenario.bus.process.killAndWait()
      try await scenario.desktop.bus.killAndWait()
      if !isPresentAtFirst { scenario.inhibitor.inhibit() }
      for service in InhibitorService.allCases { try await scenario.awaitAbsence(of: service) }

      let logind = try await MockLogind.start(on: try await SystemBus.start(on: scenario.desktop))
      let (_, sessionMonitor) = try await scenario.desktop.restartBus()
      let mark = scenario.events.count
      scenario.inhibitor.inhibit()
      try await logind.awaitLocks("idle block", "sleep delay")
      _ = try await scenario.events.first("logind's return", from: mark) { $0 == .inhibited(by: .logind) }
      _ = try await sessionMonitor.first("the search for the screen saver") {
        $0.member == "GetNameOwner" && $0.arguments.first?.string == MockScreenSaver.name
      }
      scenario.inhibitor.release()
      try await logind.awaitLocks()
    }
  }

  @Test func `a call does not search for a missing bus before the next retry is due`() async throws {
    try await SleepScenario.with(retryInterval: .seconds(3600)) { scenario in
      try await scenario.bus.process.killAndWait()
      scenario.inhibitor.inhibit()
      try await scenario.awaitAbsence(of: .logind)
      let logind = try await MockLogind.start(on: try await SystemBus.start(on: scenario.desktop))
      scenario.inhibitor.inhibit()
      // When the screen saver's lock is reported, all earlier requests have been handled.
      _ = try await MockScreenSaver.start(on: scenario.desktop)
      _ = try await scenario.events.first("the screen saver") { $0 == .inhibited(by: .screenSaver) }
      #expect(try await logind.locks().isEmpty)
      #expect(!scenario.events.elements.contains(.inhibited(by: .logind)))
      // After a release, `inhibit` searches for the bus again.
      scenario.inhibitor.release()
      scenario.inhibitor.inhibit()
      try await logind.awaitLocks("idle block", "sleep delay")
    }
  }
}

/// A sleep inhibitor with a system bus and a desktop; at first, neither of them has any services.
extension SystemSleepInhibitor {
  fileprivate nonisolated func inhibit() { inhibit(.keepAwake) }
}

/// A way in which a desktop announces that the screen is locked.
enum ScreenLock: CaseIterable {
  case lockedHint
  case lockSignal
  case freedesktop
  case gnome

  fileprivate func announce(_ isLocked: Bool, to scenario: SleepScenario, _ logind: MockLogind) async throws {
    switch self {
    case .lockedHint: try await logind.setLockedHint(isLocked)
    case .lockSignal: try await logind.signalSession(isLocked ? "Lock" : "Unlock")
    case .freedesktop, .gnome:
      let name = "org.\(self == .gnome ? "gnome" : "freedesktop").ScreenSaver"
      _ = try await scenario.desktop.run(
        "busctl",
        ["--user", "emit", "/org/any/ScreenSaver", name, "ActiveChanged", "b", "\(isLocked)"])
    }
  }
}

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
        applicationName: "Interval timer", systemBus: bus.address, sessionBus: desktop.busAddress,
        retryInterval: retryInterval)
      let scenario = SleepScenario(desktop: desktop, bus: bus, inhibitor: inhibitor)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await event in inhibitor.events { scenario.events.append(event) } }
        defer { group.cancelAll() }
        try await body(scenario)
      }
    }
  }

  /// Waits until a call reaches the screen saver.
  func awaitScreenSaverCall(_ member: String, from mark: Int = 0) async throws -> BusMessage {
    try await desktop.monitor.first("the call of \(member)", from: mark) {
      $0.kind == .call && $0.destination == MockScreenSaver.name && $0.member == member
    }
  }

  /// Waits until the inhibitor reports that a service does not prevent suspend.
  func awaitAbsence(of service: InhibitorService) async throws {
    _ = try await events.first("the absence of \(service)") { event in
      if case .notInhibited(service, _) = event { true } else { false }
    }
  }
}
