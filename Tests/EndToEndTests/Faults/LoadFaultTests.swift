import ControlInterface
import FoundationEssentials
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Many clients at the same time, one of which never reads.
@Suite(.fault, .serialized, .hangLimit) struct LoadFaultTests {
  /// The output of load.py.
  private struct Report: Decodable {
    let sent: Int
    let answered: Int
    let longestMs: Int
    let fewestEvents: Int
    let mostEvents: Int
    let lost: Int
  }

  @Test func `64 watchers, one of which never reads, and 1,000 calls per second delay no cue`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\nforever 1s run")
      let events = try await daemon.watch()
      let stalled = try await daemon.connectClients(
        1, sending: #"{"method":"org.intervald.Workout.Watch","more":true}"# + "\n", on: desktop)
      // These events almost fill the buffers of the socket.
      for _ in 0..<90 { _ = try await client.extend(byMilliseconds: 1) }
      let seconds = FaultSize.of(10, full: 180)
      let load = try await desktop.processes.start(
        "python3", ["\(packageRoot)/Tests/foreign/load.py", daemon.socket.path, "62", "1000", "\(seconds)"],
        environment: desktop.environment)
      let line = try await load.output.first("the report", within: .seconds(2 * seconds + 120)) { $0.hasPrefix("{") }
      let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
      #expect(report.answered == report.sent)
      #expect(report.lost == 0)
      #expect(report.mostEvents - report.fewestEvents <= 1)
      let dropped = try await daemon.process.errors.first("the end of the stalled client") {
        $0.contains("Dropped a client")
      }
      try await stalled.killAndWait()
      let punctuality = try #require(try await client.status().punctuality)
      punctuality.expectWithinLimits()
      #expect(daemon.process.errors.elements.count(where: { $0.contains("Dropped a client") }) == 1, "\(dropped)")
      #expect(events.lastInterval >= seconds)
      print(
        "load: 64 watchers, 1 stalled, \(report.answered) calls in \(seconds) s,",
        "answered within \(report.longestMs) ms,",
        "\(punctuality.cues) cues, latest \(punctuality.maxUs) µs, mean \(punctuality.meanUs) µs")
    }
  }
}
