import Glibc
import ServiceManager
import TestSupport
import Testing

/// The inhibitor on a bus with a mocked logind, and a desktop with a mocked screen saver.
@Suite struct SleepInhibitorTests {
  @Test func `both services keep the machine awake until it is released`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      _ = try await MockScreenSaver.start(on: scenario.desktop)
      for _ in 1...2 {
        let mark = scenario.desktop.monitor.mark
        scenario.inhibitor.hold()
        try await logind.awaitLocks("idle block", "sleep delay")
        let call = try await scenario.screenSaverCall("Inhibit", from: mark)
        #expect(call.arguments.map(\.string) == ["intervald", "A workout is running"])
        scenario.inhibitor.hold()
        scenario.inhibitor.release()
        try await logind.awaitLocks()
        let end = try await scenario.screenSaverCall("UnInhibit", from: mark)
        #expect(end.arguments.first?.integer == MockScreenSaver.number)
      }
      // That all is well is no news.
      #expect(scenario.events.elements == [])
    }
  }

  @Test func `sleep waits until it is let, and is told of again when it is over`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      scenario.inhibitor.hold()
      try await logind.awaitLocks("idle block", "sleep delay")
      for _ in 1...2 {
        let mark = scenario.events.count
        try await logind.prepareForSleep(true)
        _ = try await scenario.events.first("the sleep", from: mark) { $0 == .fallingAsleep }
        scenario.inhibitor.letSleep()
        try await logind.awaitLocks("idle block")
        try await logind.prepareForSleep(false)
        _ = try await scenario.events.first("the waking", from: mark) { $0 == .awoke }
        try await logind.awaitLocks("idle block", "sleep delay")
      }
    }
  }

  @Test func `a stranger's word on sleep counts for nothing`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      scenario.inhibitor.hold()
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
      _ = try await scenario.events.first("the word of logind") { $0 == .awoke }
      #expect(!scenario.events.elements.contains(.fallingAsleep))
    }
  }

  @Test func `sleep does not wait for one that never lets it`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      scenario.inhibitor.hold()
      try await logind.awaitLocks("idle block", "sleep delay")
      try await logind.prepareForSleep(true)
      try await logind.awaitLocks("idle block")
    }
  }

  @Test func `services that are absent are told of once, and are asked when they come`() async throws {
    try await SleepScenario.with { scenario in
      scenario.inhibitor.hold()
      for keeper in SleepKeeper.allCases { try await scenario.absence(of: keeper) }
      scenario.inhibitor.release()
      scenario.inhibitor.hold()
      let logind = try await MockLogind.start(on: scenario.bus)
      try await logind.awaitLocks("idle block", "sleep delay")
      _ = try await MockScreenSaver.start(on: scenario.desktop)
      _ = try await scenario.screenSaverCall("Inhibit")
      for keeper in SleepKeeper.allCases {
        _ = try await scenario.events.first("\(keeper)") { $0 == .kept(by: keeper) }
      }
      #expect(scenario.events.count == 4)
    }
  }

  @Test func `locks are taken again when a service is started anew`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      let screenSaver = try await MockScreenSaver.start(on: scenario.desktop)
      scenario.inhibitor.hold()
      try await logind.awaitLocks("idle block", "sleep delay")
      _ = try await scenario.screenSaverCall("Inhibit")
      try await logind.process.killAndWait()
      try await screenSaver.process.killAndWait()
      for keeper in SleepKeeper.allCases { try await scenario.absence(of: keeper) }
      let mark = scenario.desktop.monitor.mark
      let another = try await MockLogind.start(on: scenario.bus)
      _ = try await MockScreenSaver.start(on: scenario.desktop)
      try await another.awaitLocks("idle block", "sleep delay")
      _ = try await scenario.screenSaverCall("Inhibit", from: mark)
      scenario.inhibitor.release()
      try await another.awaitLocks()
    }
  }

  @Test func `a service that hangs holds nobody up, and finds nothing left to hold when it goes on`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      logind.hang()
      for _ in 1...20 {
        scenario.inhibitor.hold()
        scenario.inhibitor.letSleep()
        scenario.inhibitor.release()
      }
      scenario.inhibitor.hold()
      try await withTimeLimit("the end") { await scenario.inhibitor.shutDown(within: .seconds(3600)) }
      logind.goOn()
      try await logind.awaitLocks()
    }
  }

  @Test(arguments: [nil, "unix:path=/nowhere/bus", "nonsense"] as [String?])
  func `without a bus there is nothing to hold`(address: String?) async throws {
    let inhibitor = SystemSleepInhibitor(systemBus: address ?? "unix:path=/nowhere", sessionBus: address)
    inhibitor.hold()
    var told: Set<SleepKeeper> = []
    for await event in inhibitor.events {
      guard case .notKept(let keeper, let why) = event else { return #expect(Bool(false), "\(event)") }
      told.insert(keeper)
      #expect(why.hasPrefix("cannot use the bus at \(keeper == .logind || address != nil ? "" : "no known address")"))
      if told.count == SleepKeeper.allCases.count { break }
    }
    await inhibitor.shutDown(within: generousLimit)
  }

  @Test func `a bus that ends is told of once`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MockLogind.start(on: scenario.bus)
      scenario.inhibitor.hold()
      try await logind.awaitLocks("idle block", "sleep delay")
      try await scenario.bus.process.killAndWait()
      try await scenario.absence(of: .logind)
      await scenario.inhibitor.shutDown(within: generousLimit)
      #expect(scenario.events.elements.count { if case .notKept(.logind, _) = $0 { true } else { false } } == 1)
    }
  }

  @Test(arguments: [true, false]) func `a bus that comes, or comes back, is found at the next occasion`(
    isThereAtFirst: Bool
  ) async throws {
    try await SleepScenario.with(retryInterval: .zero) { scenario in
      if isThereAtFirst {
        let logind = try await MockLogind.start(on: scenario.bus)
        scenario.inhibitor.hold()
        try await logind.awaitLocks("idle block", "sleep delay")
      }
      try await scenario.bus.process.killAndWait()
      try await scenario.desktop.bus.killAndWait()
      if !isThereAtFirst { scenario.inhibitor.hold() }
      for keeper in SleepKeeper.allCases { try await scenario.absence(of: keeper) }

      let logind = try await MockLogind.start(on: try await SystemBus.start(on: scenario.desktop))
      let (_, sessionMonitor) = try await scenario.desktop.restartBus()
      let mark = scenario.events.count
      scenario.inhibitor.hold()
      try await logind.awaitLocks("idle block", "sleep delay")
      _ = try await scenario.events.first("logind's return", from: mark) { $0 == .kept(by: .logind) }
      _ = try await sessionMonitor.first("the screen saver's call") { $0.member == "Inhibit" }
      scenario.inhibitor.release()
      try await logind.awaitLocks()
    }
  }

  @Test func `a bus that is missing is not looked for at every occasion`() async throws {
    try await SleepScenario.with { scenario in
      try await scenario.bus.process.killAndWait()
      scenario.inhibitor.hold()
      try await scenario.absence(of: .logind)
      let logind = try await MockLogind.start(on: try await SystemBus.start(on: scenario.desktop))
      scenario.inhibitor.hold()
      // What has been ordered before is done by then.
      _ = try await MockScreenSaver.start(on: scenario.desktop)
      _ = try await scenario.events.first("the screen saver") { $0 == .kept(by: .screenSaver) }
      #expect(try await logind.locks().isEmpty && !scenario.events.elements.contains(.kept(by: .logind)))
      // Another hold is an occasion of its own.
      scenario.inhibitor.release()
      scenario.inhibitor.hold()
      try await logind.awaitLocks("idle block", "sleep delay")
    }
  }
}
