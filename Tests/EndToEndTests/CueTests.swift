import FoundationEssentials
import Glibc
import Subprocess
import TestSupport
import Testing
import Varlink
import WorkoutControl

/// Cues on all their channels at once, by the real daemon with real servers round it.
@Suite(.timeLimit(.minutes(3))) struct CueTests {
  @Test func `what show lists as cues is exactly what is fired, and when`() async throws {
    try await Desktop.with { desktop in
      let cues = ["lead-in", "start", "countdown", "next", "halfway", "last", "split", "remaining", "finish"]
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
      var fired: [(cue: String, atNs: Int)] = []
      _ = try await daemon.connect().start(plan: plan)
      for try await event in watching.watch() {
        if let cue = event.cue { fired.append((cue.rawValue, event.status.atNs)) }
        // Both halves lie behind this one, which the time of a test need not be spent on.
        if event.cue == .last { break }
      }
      // The watch may have begun behind the lead-in.
      fired.removeAll { $0.cue == "leadIn" }
      let expected = list.filter { !["lead-in", "finish"].contains($0.cue) && $0.isTold }
      #expect(fired.map(\.cue) == expected.prefix(fired.count).map(\.word))
      #expect(fired.count > 10)
      let origin = try #require(fired.first).atNs - (expected.first?.atMs ?? 0) * 1_000_000
      for (event, entry) in zip(fired, expected) {
        let lateness = (event.atNs - origin) / 1_000_000 - (entry.atMs ?? 0)
        #expect((-100...100).contains(lateness), "\(entry.cue) at \(entry.atMs ?? 0)")
      }
    }
  }

  @Test func `a media key does what its name says, and the player is there only while a workout is loaded`()
    async throws
  {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      func player(_ arguments: String...) async throws -> Invocation {
        try await Invocation.run("playerctl", ["--player=intervald"] + arguments, environment: desktop.environment)
      }
      #expect(try await player("status").output.isEmpty)
      _ = try await daemon.connect().start(plan: "name \"Keys\"\nlead-in off\n4x(60s run, 30s walk)")
      let watching = try await daemon.connect()
      var events = watching.watch().makeAsyncIterator()
      _ = try await events.next()
      let format = "{{status}}|{{title}}|{{artist}}|{{album}}|{{mpris:length}}"
      #expect(try await player("metadata", "--format", format).answer == "Playing|Run 1 min|Round 1 of 4|Keys|60000000")
      for (key, cue) in [
        ("pause", Wire.CueWord.paused), ("play", .resumed), ("play-pause", .paused), ("play", .resumed),
      ] {
        #expect(try await player(key).status == 0)
        #expect(try await events.next()?.cue == cue, "\(key)")
      }
      for (key, kind) in [("next", "walk"), ("next", "run"), ("previous", "walk")] {
        #expect(try await player(key).status == 0)
        #expect(try await events.next()?.status.interval?.kind == kind, "\(key)")
      }
      #expect(try await player("stop").status == 0)
      #expect(try await events.next()?.event == .stopped)
      // The stop was answered before the name was given back.
      let name = "org.mpris.MediaPlayer2.intervald"
      let question = "while busctl --user status \(name) > /dev/null 2>&1; do sleep 0.05; done"
      #expect(try await Invocation.run("sh", ["-c", question], environment: desktop.environment).status == 0)
    }
  }

  @Test func `test-cues gives one of each on every channel, and says that all work`() async throws {
    try await Desktop.with { desktop in
      let sounds = try await SoundServer.start(on: desktop)
      _ = try await SpeechServer.start(on: desktop)
      _ = try await NotificationServer.start(on: desktop)
      let output = desktop.folder.path(of: "hook")
      try desktop.folder.write(
        """
        cue start notification sound voice hook
        hook start "/bin/sh" "-c" "echo $INTERVALD_KIND {goal} >> \(output)"

        """, to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(on: desktop)
      let report = try await daemon.intervalctl("test-cues")
      #expect(report.status == 0, "\(report.output)\(report.errors)")
      let lines = report.output.split(separator: "\n").map(String.init)
      for channel in ["notification", "sound", "voice", "hook"] {
        #expect(lines.contains { $0.hasPrefix(channel) && $0.hasSuffix(" works") }, "\(report.output)")
      }
      #expect(lines.contains { $0.hasPrefix("run ") && $0.hasSuffix("notification, sound, voice, hook") })
      #expect(lines.contains { $0.hasPrefix("stopped ") && $0.hasSuffix("off") })
      #expect(try desktop.folder.read("hook") == "run 1 min\nwalk 1 min\nrest 1 min\n")
      for sound in ["run", "walk", "rest", "countdown", "last", "finish", "pause"] {
        #expect(sounds.sounds.contains("\(sound)-intervald"), "\(sound)")
      }
      let shown = desktop.monitor.notifications.map(\.summary)
      #expect(shown.contains("Next: walk 1 min") && shown.contains("Last round: run 1 min"))
    }
  }

  @Test func `test-cues says what does not work, and why`() async throws {
    try await Desktop.with { desktop in
      try desktop.folder.write(
        "cue start notification sound voice hook\nhook start \"/nowhere\"\n", to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(
        on: desktop, ["PULSE_SERVER": "unix:/nowhere", "SPEECHD_ADDRESS": "unix_socket:/nowhere/speechd.sock"])
      let report = try await daemon.intervalctl("test-cues", "run", "start")
      #expect(report.status == 69)
      let lines = report.output.split(separator: "\n").suffix(4)
      for (channel, words) in [
        ("notification", "no notification server"), ("sound", "no sound server"), ("voice", "no speech service"),
        ("hook", "/nowhere: no such program"),
      ] {
        #expect(lines.contains { $0.hasPrefix(channel) && $0.contains("does not work: \(words)") }, "\(report.output)")
      }
      let unknown = try await daemon.intervalctl("test-cues", "strat")
      #expect(unknown.status == 64)
      #expect(unknown.errors == "error: there is no cue, kind or channel 'strat'\nhint: did you mean 'start'?\n")
      _ = try await daemon.connect().start(plan: "forever 30s")
      #expect(try await daemon.intervalctl("test-cues").status == 1)
    }
  }
}

private struct CueList: Decodable {
  struct Entry: Decodable {
    let atMs: Int?
    let cue: String
    let what: String
    let channels: [String]

    /// The word of the control interface.
    var word: String { cue == "last" && what.hasPrefix("round") ? "lastRound" : cue }
    /// Whether watchers are told of it: with a change that has been told before they are not once more.
    var isTold: Bool { cue != "start" || !channels.isEmpty }
  }

  let cues: [Entry]
}
