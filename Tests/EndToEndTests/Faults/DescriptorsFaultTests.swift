import ControlInterface
import JSON
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// A daemon that runs out of descriptors during a workout.
@Suite(.fault, .serialized, .hangLimit) struct DescriptorsFaultTests {
  private static let plan = "lead-in off\nforever 1s run"

  @Test func `without free descriptors, cues continue at low load, and clients connect later`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      _ = try await daemon.connect().start(plan: Self.plan)
      let events = try await daemon.watch()
      try await events.awaitInterval(2)

      // The new limit is the lowest unused descriptor number, so the daemon cannot open another descriptor. If it
      // closes some descriptors a moment later, the connections of the eight clients use these numbers.
      let limit = try daemon.figures.descriptorLimit()
      let used = Set(try daemon.figures.descriptors())
      try await daemon.figures.limitDescriptors(to: try #require((0...).first { !used.contains($0) }))
      var clients: [WorkoutClient] = []
      for _ in 1...8 { clients.append(try await .connect(to: daemon.socket)) }
      // `count` intervals take `count` seconds, which is longer than the watchdog interval.
      let count = FaultSize.of(15, full: 60)
      let waiting = try await WorkoutClient.connect(to: daemon.socket, timeout: .seconds(300))
      async let answer = waiting.status()
      let load = try ProcessorLoad(of: daemon.figures)
      try await events.awaitInterval(events.lastInterval + count)
      let share = try load.share()
      #expect(share < 0.2)
      let verdict = try await daemon.doctor()["socket"].words
      #expect(verdict == "intervald does not respond at \(try daemon.socket.path)")
      try await daemon.log("Connections have to wait: accept: Too many open files")

      let mark = desktop.monitor.mark
      try await daemon.figures.limitDescriptors(to: limit)
      let punctuality = try #require(try await answer.punctuality)
      punctuality.expectWithinLimits()
      _ = try await desktop.monitor.notification("Run 1 s", from: mark)
      print(
        "descriptors: none free for \(count) cues, \(punctuality.missed) missed, latest \(punctuality.maxUs) µs,",
        "\(percent(share)) of a core")
      extendLifetime(clients)
    }
  }

  @Test func `clients cannot use up the descriptors that the daemon needs`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop)
      try await daemon.figures.limitDescriptors(to: 128)
      _ = try await daemon.connect().start(plan: Self.plan)
      let events = try await daemon.watch()
      let load = try ProcessorLoad(of: daemon.figures)
      let clients = try await daemon.connectClients(400, on: desktop)
      let count = FaultSize.of(5, full: 60)
      let mark = desktop.monitor.mark
      try await events.awaitInterval(events.lastInterval + count)
      _ = try await desktop.monitor.notification("Run 1 s", from: mark)
      let share = try load.share()
      #expect(share < 0.2)
      let open = try daemon.figures.descriptors().count
      #expect(open < 128)
      try await daemon.log("Refused a connection: too many are open")

      try await clients.killAndWait()
      let punctuality = try #require(try await daemon.statusOnceAdmitted().punctuality)
      punctuality.expectWithinLimits()
      print(
        "descriptors: 128 allowed, 400 clients, \(open) open, \(count) cues, latest \(punctuality.maxUs) µs,",
        "\(percent(share)) of a core")
    }
  }
}
