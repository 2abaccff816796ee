import ControlInterface
import TestSupport
import TestTraits
import Testing
import Varlink
import WorkoutReports

/// A daemon whose descriptors run out while a workout runs.
@Suite(.fault, .serialized, .timeLimit(.minutes(5))) struct DescriptorsFaultTests {
  private static let plan = "lead-in off\nforever 1s run"

  @Test func `without descriptors cues go on, nothing spins, and clients come in again afterwards`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      _ = try await daemon.connect().start(plan: Self.plan)
      let events = try await daemon.watch()
      try await events.start(ofInterval: 2)

      // The lowest number that is free would be the next to be given out. Some below it may be open for a moment only:
      // clients take their place.
      let limit = try daemon.figures.descriptorLimit()
      let taken = Set(try daemon.figures.descriptors())
      try await daemon.figures.limitDescriptors(to: try #require((0...).first { !taken.contains($0) }))
      var crowd: [WorkoutClient] = []
      for _ in 1...8 { crowd.append(try await .connect(to: daemon.socket)) }
      // Longer than the watchdog waits for a sign of life.
      let count = FaultSize.of(15, full: 60)
      let waiting = try await WorkoutClient.connect(to: daemon.socket, timeout: .seconds(300))
      async let answer = waiting.status()
      let load = try ProcessorLoad(of: daemon.figures)
      try await events.start(ofInterval: events.lastInterval + count)
      let share = try load.share()
      #expect(share < 0.2)
      let verdict = try await daemon.doctor()["socket"].words
      #expect(verdict == "intervald does not answer at \(try daemon.socket.path)")
      try await daemon.log("Connections have to wait: accept: Too many open files")

      let mark = desktop.monitor.mark
      try await daemon.figures.limitDescriptors(to: limit)
      let punctuality = try #require(try await answer.punctuality)
      punctuality.expectUnharmed()
      _ = try await desktop.monitor.notification("Run 1 s", from: mark)
      print(
        "descriptors: none left for \(count) cues, \(punctuality.missed) missed, latest \(punctuality.maxUs) µs,",
        "\(percent(share)) of a core")
      extendLifetime(crowd)
    }
  }

  @Test func `clients cannot take what the daemon needs itself`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      try await daemon.figures.limitDescriptors(to: 128)
      _ = try await daemon.connect().start(plan: Self.plan)
      let events = try await daemon.watch()
      let load = try ProcessorLoad(of: daemon.figures)
      let crowd = try await daemon.crowd(of: 400, on: desktop)
      let count = FaultSize.of(5, full: 60)
      let mark = desktop.monitor.mark
      try await events.start(ofInterval: events.lastInterval + count)
      _ = try await desktop.monitor.notification("Run 1 s", from: mark)
      let share = try load.share()
      #expect(share < 0.2)
      let open = try daemon.figures.descriptors().count
      #expect(open < 128)
      try await daemon.log("Refused a connection: too many are open")

      try await crowd.killAndWait()
      let punctuality = try #require(try await daemon.statusOnceAdmitted().punctuality)
      punctuality.expectUnharmed()
      print(
        "descriptors: 128 allowed, 400 clients, \(open) open, \(count) cues, latest \(punctuality.maxUs) µs,",
        "\(percent(share)) of a core")
    }
  }
}
