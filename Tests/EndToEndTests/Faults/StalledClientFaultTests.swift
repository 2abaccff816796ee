import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Clients that send calls and never read.
@Suite(.fault, .serialized, .hangLimit) struct StalledClientFaultTests {
  private static let watch = #"{"method":"org.intervald.Workout.Watch","more":true}"# + "\n"
  /// More calls than the buffers of the socket can hold.
  private static let calls = Array(repeating: #"{"method":"org.intervald.Workout.GetStatus"}"# + "\n", count: 100)
    .joined()

  @Test(arguments: [("watchers", 64), ("callers", FaultSize.of(16, full: 64))])
  func `clients that never read are dropped, use bounded memory, and delay no cue`(
    clientKind: String, count: Int
  ) async throws {
    let calls = clientKind == "watchers" ? Self.watch : Self.calls
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      // A status contains the text of the plan, which almost has the maximum length.
      let text = String(repeating: "x", count: 60_000)
      let client = try await daemon.connect()
      _ = try await client.start(plan: "about \"\(text)\"\nlead-in off\nforever 1s run")
      let before = try daemon.figures.residentKibibytes()
      let open = try daemon.figures.descriptors().count

      let start = ContinuousClock.now
      let clients = try await daemon.connectClients(count, sending: calls, on: desktop)
      var peak = before
      // No event reports a change of memory or descriptors, so the test polls both until all clients are dropped. The
      // log line shows that the clients had connected.
      var areGone = false
      while !areGone, start.duration(to: .now) < generousLimit {
        peak = max(peak, try daemon.figures.residentKibibytes())
        // Each command is an event. Without commands, the events of a watcher would need minutes to fill the buffers.
        for _ in 0..<20 { _ = try await client.extend(byMilliseconds: 0) }
        try await Task.sleep(for: .milliseconds(100))
        let areDropped = daemon.process.errors.elements.contains { $0.contains("similar messages are not logged") }
        areGone = try areDropped && daemon.figures.descriptors().count <= open
      }
      #expect(areGone)
      let time = start.duration(to: .now) / .seconds(1)
      #expect(peak - before < 96 << 10)
      let punctuality = try #require(try await daemon.connect().status().punctuality)
      punctuality.expectWithinLimits()
      let lines = daemon.process.errors.elements.count(where: { $0.contains("Dropped a client") })
      #expect(lines == 10)
      try await clients.killAndWait()
      print(
        "stalled \(clientKind): \(count), all dropped after \(Int(time.rounded())) s,",
        "memory +\((peak - before) >> 10) MiB at most,",
        "\(lines) log lines, latest cue \(punctuality.maxUs) µs")
    }
  }
}
