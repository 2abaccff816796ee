import Power
import TestSupport
import Testing

/// Messages of logind and of the screen saver that contain values of wrong types.
@Suite struct MalformedAnswerTests {
  @Test func `malformed answers are a refusal, and malformed signals are ignored`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MalformedService.start(MockLogind.name, on: scenario.bus, ["answer Inhibit h []"])
      let screenSaver = try await MalformedService.start(
        MockScreenSaver.name, on: scenario.desktop, ["answer Inhibit u [7]"])
      for (service, process) in [(InhibitorService.logind, logind), (.screenSaver, screenSaver)] {
        try await process.run("malform Inhibit")
        var results: [InhibitorCheck] = []
        while try await process.run("left Inhibit") != "0" {
          results.append(await scenario.inhibitor.check(service, within: generousLimit))
        }
        // Further values after the right one are ignored.
        let refusal = InhibitorCheck.refused("its answer is malformed")
        #expect(results.first == refusal)
        #expect(results.allSatisfy { $0 == refusal || service == .screenSaver && $0 == .available }, "\(results)")
        #expect(await scenario.inhibitor.check(service, within: generousLimit) == .available)
      }
      try await screenSaver.run("malform UnInhibit")
      let mark = scenario.bus.monitor.mark
      scenario.inhibitor.inhibit([.keepAwake])
      _ = try await scenario.bus.monitor.first("the call for a lock", from: mark) { $0.member == "Inhibit" }
      let signal = "/org/freedesktop/login1 org.freedesktop.login1.Manager PrepareForSleep"
      try await logind.run("flood \(signal)")
      try await logind.run("signal \(signal) b [False]")
      // One of the malformed bodies is a boolean, so it announces a suspend.
      _ = try await scenario.events.first("the end of the suspend") { $0 == .resumed }
      #expect(scenario.events.elements == [.suspending, .resumed])
      scenario.inhibitor.release()
      await scenario.inhibitor.shutDown(within: generousLimit)
    }
  }

  @Test func `malformed messages about the lock of the screen are ignored`() async throws {
    try await SleepScenario.with { scenario in
      let logind = try await MalformedService.start(MockLogind.name, on: scenario.bus, ["answer Inhibit h []"])
      let screenSaver = try await MalformedService.start(MockScreenSaver.name, on: scenario.desktop, [])
      let session = "/org/freedesktop/login1/session/_31"
      let lock = "\(session) org.freedesktop.login1.Session Lock"
      let change = "/a org.freedesktop.ScreenSaver ActiveChanged"
      scenario.inhibitor.inhibit(.reportLock)
      // The subscriptions are on connections of their own, which may open after the locks are taken.
      try await logind.run("malform Get")
      let all = try await logind.run("left Get")
      try await withTimeLimit("the subscriptions") {
        while try await logind.run("left Get") == all { try await logind.run("signal \(lock)") }
        while !scenario.events.elements.contains(.locked) { try await screenSaver.run("signal \(change) b [True]") }
        while try await logind.run("left Get") != "0" { try await logind.run("flood \(lock)") }
      }
      try await logind.run("flood \(session) org.freedesktop.DBus.Properties PropertiesChanged")
      try await logind.run(
        "flood \(session) org.freedesktop.DBus.Properties PropertiesChanged org.freedesktop.login1.Session")
      try await screenSaver.run("flood \(change)")
      let count = scenario.events.count
      try await screenSaver.run("signal \(change) b [True]")
      _ = try await scenario.events.first("the lock", from: count) { $0 == .locked }
      #expect(Set(scenario.events.elements.map { "\($0)" }) == ["locked"])
      scenario.inhibitor.release()
      await scenario.inhibitor.shutDown(within: generousLimit)
    }
  }

  @Test func `the document contains every signal and answer`() throws {
    let ofLogind = ["Inhibit", "PrepareForSleep", "Lock", "PropertiesChanged", "Get"]
    #expect(try MalformedService.undocumented(ofLogind, of: "logind") == [])
    #expect(try MalformedService.undocumented(["Inhibit", "UnInhibit", "ActiveChanged"], of: "screen saver") == [])
  }
}
