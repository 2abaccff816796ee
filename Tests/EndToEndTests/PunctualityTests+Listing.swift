import ControlInterface
import FoundationEssentials
import TestSupport
import Testing
import WorkoutReports

extension PunctualityTests {
  @Test func `what show lists as cues is exactly what is fired, and when`() async throws {
    try await Desktop.with { desktop in
      let cues = ["lead-in", "start", "countdown", "next", "halfway", "last", "split", "remaining", "finish"]
      // A cue with a hook is never left out, so that what is told of it can be held against the list.
      try desktop.folder.write(
        cues.map { "cue \($0) sound voice hook\nhook \($0) \"/bin/true\"\n" }.joined() + "distance-units km\n",
        to: "config/intervald/intervald.conf")
      // What is told is what counts here, and no speech service is to be started for it.
      let daemon = try await DaemonProcess.start(on: desktop, ["SPEECHD_ADDRESS": "unix_socket:/nowhere/speechd.sock"])
      let plan =
        "lead-in 2s\ncountdown 1 2\nbelt-lag 1s\n2x(3s run @1:00/km, 1s walk, 1.1s rest @1:00/km), 61s run @1:00/km"
      let shown = try await daemon.intervalctl("show", "--json", "--cues", "--text", plan)
      let list = try JSONDecoder().decode(CueList.self, from: Data(shown.output.utf8)).cues
      let watching = try await daemon.connect()
      // The lead-in's deadline is the beginning that the list's times are counted from.
      let origin = try #require(await daemon.connect().start(plan: plan).status.deadlineNs)
      var fired: [(cue: String, atNs: Int)] = []
      for try await event in watching.watch() {
        if let cue = event.cue { fired.append((cue.rawValue, event.status.atNs)) }
        // Both halves lie behind this one, which the time of a test need not be spent on.
        if event.cue == .last { break }
      }
      // The watch may have begun behind the lead-in.
      fired.removeAll { $0.cue == "leadIn" }
      let expected = list.filter { $0.cue != "lead-in" }
      #expect(fired.map(\.cue) == expected.prefix(fired.count).map(\.word))
      #expect(fired.count > 10)
      for (event, entry) in zip(fired, expected) {
        let lateness = Double(event.atNs - origin) / 1e6 - Double(entry.atMs ?? 0)
        // No cue is early, but for the millisecond that the list is rounded to.
        #expect((-1...100).contains(lateness), "\(entry.cue) at \(entry.atMs ?? 0): \(lateness) ms")
      }
    }
  }
}

/// What `show --json --cues` prints.
private struct CueList: Decodable {
  struct Entry: Decodable {
    let atMs: Int?
    let cue: String
    let what: String

    /// The word of the control interface.
    var word: String { cue == "last" && what.hasPrefix("round") ? "lastRound" : cue }
  }

  let cues: [Entry]
}
