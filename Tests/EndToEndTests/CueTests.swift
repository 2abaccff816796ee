import ControlInterface
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Cues on every channel, delivered by the real daemon to real servers.
@Suite(.hangLimit) struct CueTests {
  @Test func `each media key performs its action, and the media player exists only while a workout is loaded`()
    async throws
  {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      func player(_ arguments: String...) async throws -> Invocation {
        try await Invocation.run("playerctl", ["--player=intervald"] + arguments, environment: desktop.environment)
      }
      #expect(try await player("status").output.isEmpty)
      _ = try await daemon.connect().start(plan: "name \"Keys\"\nlead-in off\n4x(10m run, 30s walk)")
      let watching = try await daemon.connect()
      var events = watching.watch().makeAsyncIterator()
      _ = try await events.next()
      let format = "{{status}}|{{title}}|{{artist}}|{{album}}|{{mpris:length}}"
      #expect(
        try await player("metadata", "--format", format).answer == "Playing|Run 10 min|Round 1 of 4|Keys|600000000")
      for (key, cue) in [
        ("pause", Report.CueWord.paused), ("play", .resumed), ("play-pause", .paused),
      ] {
        #expect(try await player(key).status == 0)
        #expect(try await events.next()?.cue == cue, "\(key)")
      }
      // The workout is paused in the first three seconds of an interval, so `previous` goes to the previous interval.
      for (key, kind) in [("next", "walk"), ("next", "run"), ("previous", "walk")] {
        #expect(try await player(key).status == 0)
        #expect(try await events.next()?.status.interval?.kind == kind, "\(key)")
      }
      #expect(try await player("play").status == 0)
      #expect(try await events.next()?.cue == .resumed)
      #expect(try await player("stop").status == 0)
      #expect(try await events.next()?.event == .stopped)
      // The daemon replies to the stop command before it releases the bus name, so the test waits for the release.
      let name = "org.mpris.MediaPlayer2.intervald"
      let waiting = "while busctl --user status \(name) > /dev/null 2>&1; do sleep 0.05; done"
      #expect(try await Invocation.run("sh", ["-c", waiting], environment: desktop.environment).status == 0)
    }
  }

  @Test func `test-cues gives every cue on its channels and reports that each channel works`() async throws {
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
      // Loading the libraries of the sound server can take seconds while another program writes to the disk.
      _ = try await daemon.intervalctl("test-cues", "countdown")
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
        // The sounds are softer because cues are spoken.
        try await sounds.sound("intervald.\(sound).79")
      }
      _ = try await desktop.monitor.notification("Next: walk, 1 min")
      _ = try await desktop.monitor.notification("Last round: run, 1 min")
    }
  }

  /// Commands that make the sound server play nothing, and the reports; PipeWire runs without a command.
  private static let obstacles: [(String, String, Report.VerdictWord)] = [
    ("pactl set-sink-mute null 1", "the output 'null' is muted", .warning),
    ("pactl set-sink-volume null 0", "the volume of the output 'null' is 0", .warning),
    ("", "PipeWire runs without a session manager, so it plays nothing", .fault),
  ]

  @Test(arguments: obstacles.filter { !$0.0.isEmpty || SoundServer.Kind.hasPipeWire })
  func `an obstacle to sounds is reported by a start, by the doctor and by test-cues`(
    command: String, words: String, verdict: Report.VerdictWord
  ) async throws {
    try await Desktop.with { desktop in
      if command.isEmpty {
        _ = try await SoundServer.startPipeWire(on: desktop, hasSessionManager: false)
      } else {
        _ = try await SoundServer.start(on: desktop)
        try await desktop.run("sh", ["-c", command])
      }
      try desktop.folder.write("notify off\n", to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(on: desktop)
      let warning = "Cues are not heard: \(words)."
      let messages = try await daemon.start("lead-in off\nopen run @6:00/km") { $0.contains(warning) }
      #expect(messages.contains(warning), "\(messages)")
      let finding = try await daemon.doctor()["sound"]
      #expect(finding.verdict == verdict)
      #expect(finding.words == words)
      #expect(finding.remedy?.contains(": ") == true)
      _ = try await daemon.connect().stop()
      // On a busy machine, the sound server may answer after the time limit of a test.
      try await withTimeLimit("the obstacle") {
        while true {
          let report = try await daemon.intervalctl("test-cues", "run")
          #expect(report.status == 69)
          if report.output.contains("does not work: \(words); ") { break }
          #expect(report.output.contains("the sound server did not answer within 3 s"), "\(report.output)")
        }
      }
    }
  }

  @Test func `test-cues reports a server that refuses the notification`() async throws {
    try await Desktop.with { desktop in
      _ = try await MockNotificationServer.start(
        on: desktop, capabilities: ["body"],
        notify: "raise dbus.exceptions.DBusException('no such thing', name='org.example.Refused')")
      let daemon = try await DaemonProcess.start(on: desktop)
      let report = try await daemon.intervalctl("test-cues", "run", "--channel", "notification")
      #expect(report.status == 69)
      let failure = "does not work: the notification server refused: no such thing"
      #expect(report.output.contains(failure), "\(report.output)")
    }
  }

  @Test func `test-cues reports each channel that does not work, with the reason`() async throws {
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
      #expect(unknown.errors == "error: unknown cue 'strat'\nhint: did you mean 'start'?\n")
      _ = try await daemon.connect().start(plan: "forever 30s")
      let busy = try await daemon.intervalctl("test-cues")
      #expect(busy.status == 1)
      #expect(busy.errors.hasSuffix("\nhint: test the cues after it, or stop it with: intervalctl stop\n"))
      #expect(try await daemon.intervalctl("test-cues", "strat").errors == unknown.errors)
    }
  }
}
