import ControlInterface
import FoundationEssentials
import TestSupport
import Testing
import WorkoutReports

extension PunctualityTests {
  @Test func `the cues of a workout and their times are those that show --cues lists`() async throws {
    try await Desktop.with { desktop in
      let cues = ["lead-in", "start", "countdown", "next", "halfway", "last", "split", "remaining", "finish"]
      // Each cue has a hook, because a hook never conflicts with another cue. No cue is therefore dropped, and the
      // watched events are comparable with the list.
      try desktop.folder.write(
        cues.map { "cue \($0) sound voice hook\nhook \($0) \"/bin/true\"\n" }.joined() + "distance-units km\n",
        to: "config/intervald/intervald.conf")
      // Only the events are compared, so no speech service needs to start.
      let daemon = try await DaemonProcess.start(on: desktop, ["SPEECHD_ADDRESS": "unix_socket:/nowhere/speechd.sock"])
      let plan =
        "lead-in 2s\ncountdown 1 2\nbelt-lag 1s\n2x(3s run @1:00/km, 1s walk, 1.1s rest @1:00/km), 61s run @1:00/km"
      let shown = try await daemon.intervalctl("show", "--json", "--cues", "--text", plan)
      let list = try JSONDecoder().decode(CueList.self, from: Data(shown.output.utf8)).cues
      let watching = try await daemon.connect()
      let delay = WakeUpDelay()
      // The times of the list are relative to the end of the lead-in.
      var origin = 0
      var fired: [(cue: String, atNs: Int)] = []
      for try await event in watching.watch() {
        // The workout starts when the daemon has answered the watch, so no event is missed.
        if event.status.phase == .idle {
          origin = try #require(await daemon.connect().start(plan: plan).status.deadlineNs)
        }
        if let cue = event.cue, cue != .leadIn { fired.append((cue.rawValue, event.status.atNs)) }
        // The last interval is a minute long. The test does not wait for its cues.
        if event.cue == .last { break }
      }
      // An interval that was announced early begins with a sound only, which is not an event.
      let expected = list.filter { $0.cue != "lead-in" && $0.channels.contains("hook") }
      #expect(fired.map(\.cue) == expected.prefix(fired.count).map(\.word))
      #expect(fired.count > 10)
      for (event, entry) in zip(fired, expected) {
        let lateness = Double(event.atNs - origin) / 1e6 - Double(entry.atMs ?? 0)
        // A cue can seem early, because the times in the list are rounded to milliseconds.
        let allowance = delay.allowance / .milliseconds(1)
        #expect((-1...100 + allowance).contains(lateness), "\(entry.cue) at \(entry.atMs ?? 0): \(lateness) ms")
      }
    }
  }
}

/// The output of `show --json --cues`.
private struct CueList: Decodable {
  struct Entry: Decodable {
    let atMs: Int?
    let cue: String
    let what: String
    let channels: [String]

    /// The name of the cue in the control interface.
    var word: String { cue == "last" && what.hasPrefix("round") ? "lastRound" : cue }
  }

  let cues: [Entry]
}
