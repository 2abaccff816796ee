import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Clients that ask and never read.
@Suite(.fault, .serialized, .timeLimit(.minutes(5))) struct StalledClientFaultTests {
  private static let watch = #"{"method":"org.intervald.Workout.Watch","more":true}"# + "\n"
  /// As many as the socket's buffers take, and more.
  private static let calls = Array(repeating: #"{"method":"org.intervald.Workout.GetStatus"}"# + "\n", count: 100)
    .joined()

  @Test(arguments: [("watchers", 64), ("callers", FaultSize.of(16, full: 64))])
  func `clients that never read are dropped, with bounded memory and no late cue`(
    who: String, count: Int
  ) async throws {
    let calls = who == "watchers" ? Self.watch : Self.calls
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      // A status weighs as much as a plan's text may.
      let title = String(repeating: "x", count: 60_000)
      _ = try await daemon.connect().start(plan: "name \"\(title)\"\nlead-in off\nforever 1s run")
      let before = try daemon.figures.residentKibibytes()
      let open = try daemon.figures.descriptors().count

      let begin = ContinuousClock.now
      let crowd = try await daemon.crowd(of: count, sending: calls, on: desktop)
      var most = before
      // The kernel tells nobody of either: it has to be asked, until all are gone, who first have to come.
      var areGone = false
      while !areGone, begin.duration(to: .now) < .seconds(120) {
        most = max(most, try daemon.figures.residentKibibytes())
        try await Task.sleep(for: .milliseconds(100))
        let areDropped = daemon.process.errors.elements.contains { $0.contains("similar messages are not logged") }
        areGone = try areDropped && daemon.figures.descriptors().count <= open
      }
      #expect(areGone)
      let time = begin.duration(to: .now) / .seconds(1)
      #expect(most - before < 96 << 10)
      let punctuality = try #require(try await daemon.connect().status().punctuality)
      punctuality.expectUnharmed()
      let lines = daemon.process.errors.elements.count(where: { $0.contains("Dropped a client") })
      #expect(lines == 10)
      try await crowd.killAndWait()
      print(
        "stalled \(who): \(count), all dropped after \(Int(time.rounded())) s, \((most - before) >> 10) MiB at most,",
        "\(lines) log lines, latest cue \(punctuality.maxUs) µs")
    }
  }
}
