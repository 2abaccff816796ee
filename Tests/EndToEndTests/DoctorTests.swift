import ControlInterface
import Glibc
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// The doctor, the real daemon, and real neighbours in every state that they can be in.
@Suite(.timeLimit(.minutes(5))) struct DoctorTests {
  @Test func `on a whole desktop nothing is wrong, and a workout is not disturbed`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let sounds = try await SoundServer.start(on: desktop)
      _ = try await SpeechServer.start(on: desktop)
      let bus = try await SystemBus.start(on: desktop)
      _ = try await MockLogind.start(on: bus)
      _ = try await MockScreenSaver.start(on: desktop)
      let daemon = try await start(on: desktop, bus)
      _ = try await daemon.intervalctl("start", "lead-in off\nsay start \"\"\n60s run, 30s walk")
      let call = try await desktop.monitor.notification("Run 1 min")
      _ = try await desktop.monitor.number(of: call)
      try await sounds.sound("run-intervald")
      let heard = sounds.sounds
      let diagnosis = try await daemon.doctor()
      #expect(diagnosis.status == 0)
      #expect(diagnosis.subjects(.fault) == [] && diagnosis.subjects(.warning) == [])
      #expect(diagnosis["session bus"] == .init("session bus", .ok, "responds at \(desktop.busAddress)"))
      let server = diagnosis["notifications"]
      #expect(server.words.hasPrefix("dunst ") && server.words.hasSuffix(" by knopwob") && server.verdict == .ok)
      #expect(server.details.contains("actions") && server.details.contains("body-markup"))
      #expect(diagnosis["sound"] == .init("sound", .ok, "all 7 sounds can be played"))
      #expect(diagnosis["speech"] == .init("speech", .ok, "speech-dispatcher with espeak-ng"))
      for subject in ["logind", "screen saver", "media player", "log", "state", "socket", "version", "settings"] {
        #expect(diagnosis[subject].verdict == .ok, "\(diagnosis[subject])")
      }
      // Again, when all have been asked before.
      #expect(try await daemon.doctor().status == 0)
      #expect(desktop.monitor.notifications.count == 1)
      #expect(sounds.sounds == heard)
      let title = try await desktop.run("playerctl", ["--player=intervald", "metadata", "xesam:title"])
      #expect(title == ["Run 1 min"])
    }
  }

  @Test func `on a bare desktop it says what is missing, and what brings it`() async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      let daemon = try await start(on: desktop, bus)
      let diagnosis = try await daemon.doctor()
      #expect(diagnosis.status == 1)
      #expect(diagnosis.subjects(.fault) == ["notifications", "sound"])
      #expect(diagnosis["notifications"].words == "no notification server")
      #expect(diagnosis["sound"].words.hasPrefix("no sound server, or no driver for it"))
      #expect(diagnosis["sound"].remedy == "sudo apt install libcanberra-pulse pipewire-pulse")
      #expect(diagnosis["speech"].words == "speech-dispatcher is started when a workout needs it")
      #expect(diagnosis["logind"].words == "does not keep the machine awake during a workout: it is not running")
      #expect(diagnosis["screen saver"].verdict == .unused)
      #expect(diagnosis["systemd"].verdict == .unused)
    }
  }

  @Test func `neighbours that hang are told, all in the time of one`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let sounds = try await SoundServer.start(on: desktop)
      let speech = try await SpeechServer.start(on: desktop)
      let bus = try await SystemBus.start(on: desktop)
      let logind = try await MockLogind.start(on: bus)
      let screenSaver = try await MockScreenSaver.start(on: desktop)
      let daemon = try await start(on: desktop, bus)
      dunst.hang()
      speech.hang()
      logind.hang()
      sounds.process.send(SIGSTOP)
      screenSaver.process.send(SIGSTOP)
      for _ in 1...2 {
        // The client waits no longer than six seconds for the answer.
        let diagnosis = try await daemon.doctor()
        #expect(diagnosis.subjects(.fault) == ["notifications", "sound", "speech"])
        #expect(diagnosis.subjects(.warning) == ["logind", "screen saver"])
        #expect(diagnosis["notifications"].words == "the notification server does not respond")
        #expect(diagnosis["sound"].words == "the sound server does not respond")
        #expect(diagnosis["speech"].words == "the speech service does not answer")
        #expect(
          diagnosis["logind"].words == "does not keep the machine awake during a workout: it does not respond")
        #expect(diagnosis["screen saver"].words == "may start during a workout: it does not respond")
      }
      dunst.resume()
      speech.resume()
      logind.resume()
      sounds.process.send(SIGCONT)
      screenSaver.process.send(SIGCONT)
      try await withTimeLimit("all going on") {
        while try await daemon.doctor().status != 0 { try Task.checkCancellation() }
      }
    }
  }

  @Test func `a session bus that hangs, or is gone, is told`() async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      _ = try await MockLogind.start(on: bus)
      let daemon = try await start(on: desktop, bus)
      desktop.bus.send(SIGSTOP)
      let hung = try await daemon.doctor()
      #expect(hung["session bus"].words == "does not respond at \(desktop.busAddress)")
      #expect(hung["notifications"].words == "the notification server does not respond")
      #expect(hung["media player"].words == "the session bus does not respond")
      #expect(hung["screen saver"].words == "may start during a workout: it does not respond")
      #expect(hung["logind"].verdict == .ok)
      desktop.bus.send(SIGCONT)
      try await desktop.bus.killAndWait()
      let gone = try await daemon.doctor()
      #expect(gone["session bus"].words == "cannot use the bus at \(desktop.busAddress): Connection refused")
      #expect(gone["notifications"].words == "no session bus")
      #expect(gone["media player"].words == "no session bus")
      #expect(gone["screen saver"] == .init("screen saver", .unknown, "no session bus"))
      try await bus.process.killAndWait()
      #expect(
        try await daemon.doctor()["logind"].words
          == "does not keep the machine awake during a workout: cannot use the bus at \(bus.address): Connection refused"
      )
    }
  }

  @Test func `servers that cannot be started, draw no buttons or have no voice are told`() async throws {
    try await Desktop.with { desktop in
      _ = try await SoundServer.start(on: desktop)
      _ = try await SpeechServer.start(on: desktop, hasVoice: false)
      try desktop.folder.write(
        "[D-BUS Service]\nName=\(NotificationServer.name)\nExec=/bin/false\n", to: "services/broken.service")
      try await desktop.run(
        "busctl", ["--user", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ReloadConfig"])
      let mark = desktop.monitor.mark
      _ = try await desktop.processes.start(
        "python3", ["-m", "dbusmock", "org.mpris.MediaPlayer2.intervald", "/", "org.example"],
        environment: desktop.environment)
      try await desktop.monitor.owner(of: "org.mpris.MediaPlayer2.intervald", from: mark)
      let daemon = try await start(on: desktop, sounds: "sound finish \"no-such-sound\"\n")
      let broken = try await daemon.doctor()
      #expect(broken["notifications"].words.hasPrefix("the notification server could not be started: "))
      #expect(broken["speech"].words == "the speech service has no synthesizer that works")
      #expect(broken["media player"].words == "another program has the media player's name")
      #expect(
        broken["sound"].words
          == "built-in sounds replace those that cannot be played: no-such-sound (no such sound)")
      _ = try await MockNotificationServer.start(on: desktop, capabilities: ["body"], notify: "ret = dbus.UInt32(1)")
      let plain = try await daemon.doctor()["notifications"]
      #expect(
        plain
          == .init(
            "notifications", .warning, "mock 1 by intervald, which draws no buttons",
            remedy: "end a workout without a button: intervalctl stop", details: ["body"]))
    }
  }

  @Test func `neighbours that refuse what they are asked are told, with their words`() async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      try await MockLogind.start(on: bus).refuseLocks()
      _ = try await MockScreenSaver.start(
        on: desktop, inhibit: "raise dbus.exceptions.DBusException('Not now', name='org.example.Refused')")
      _ = try await MockNotificationServer.start(on: desktop, capabilities: [], notify: "", refusal: "Not here")
      let diagnosis = try await start(on: desktop, bus).doctor()
      #expect(diagnosis["logind"].words == "does not keep the machine awake during a workout: Not for you")
      #expect(diagnosis["screen saver"].words == "may start during a workout: Not now")
      #expect(diagnosis["notifications"].words == "the notification server refused: Not here")
      #expect(diagnosis.subjects(.fault) == ["notifications", "sound"])
      #expect(diagnosis.subjects(.warning) == ["logind", "screen saver"])
    }
  }

  @Test func `sounds that are not installed, and a speech service that is not, are faults`() async throws {
    try await Desktop.with { desktop in
      _ = try await SoundServer.start(on: desktop)
      try desktop.folder.write("cue start notification sound voice\n", to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(on: desktop, ["XDG_DATA_DIRS": "/nowhere", "PATH": "/nowhere"])
      // The client is not to go without programs.
      let diagnosis = try await DaemonProcess(process: daemon.process, environment: desktop.environment).doctor()
      #expect(diagnosis["sound"].words.hasPrefix("built-in sounds cannot be played: countdown (no such sound"))
      #expect(diagnosis["speech"].remedy == "sudo apt install speech-dispatcher")
    }
  }

  @Test func `problems that would lose a workout at a restart are reported`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await start(on: desktop)
      let state = try desktop.folder.folder("state/intervald")
      try desktop.folder.write("x", to: "state/intervald/workout.json.unreadable")
      #expect(
        try await daemon.doctor()["state"].words
          == "a saved workout that cannot be resumed is in \(state)/workout.json.unreadable")
      #expect(unsafe chmod(state, 0o777) == 0)
      #expect(
        try await daemon.doctor()["state"].words
          == "\(state): others can write to this folder; a workout saved there is not resumed")
      #expect(unsafe rename(state, "\(state).old") == 0)
      try desktop.folder.write("", to: "state/intervald")
      let blocked = try await daemon.doctor()
      #expect(
        blocked["state"].words == "\(state)/check: Not a directory: a workout would not survive a restart")
      #expect(
        blocked["state folder"]
          == .init("state folder", .fault, "\(state) is not a folder", remedy: "check its contents, then: rm \(state)"))
    }
  }

  @Test func `a history that takes no line, or is not believed, is told`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await start(on: desktop)
      let path = try desktop.folder.folder("state/intervald/history.jsonl")
      #expect(
        try await daemon.doctor()["state"].words == "\(path): Is a directory: a workout that ends is not recorded")
      #expect(try await daemon.intervalctl("start", "lead-in off\n60s run").status == 0)
      #expect(try await daemon.intervalctl("stop").status == 0)
      let waiting = try await daemon.doctor()
      #expect(waiting.status == 1)
      #expect(
        waiting["state"]
          == .init(
            "state", .fault, "\(path): Is a directory: a workout that ended is not recorded yet",
            remedy: "see what is there: ls -ld \(path)"))
      let early = try await daemon.intervalctl("correct", "0.1km")
      #expect(early.status == 74)
      #expect(
        early.errors.hasPrefix(
          "error: \(path): Is a directory; the distance is recorded when the history can be written"),
        "\(early.errors)")
      try #require(unsafe rmdir(path) == 0)
      #expect(try await daemon.doctor()["state"].verdict == .ok)
      #expect(try await daemon.intervalctl("history").output.hasPrefix("1 workout\n"))
      try #require(unsafe chmod(path, 0o666) == 0)
      #expect(
        try await daemon.doctor()["state"]
          == .init(
            "state", .fault, "\(path): others can write to it; the workouts recorded there are ignored",
            remedy: "see what is in it, then: chmod go-w \(path)"))
      let refused = try await daemon.intervalctl("correct", "0.2km")
      #expect(
        refused.errors
          == "error: \(path): others can write to it\nhint: see what is in it, then: chmod go-w \(path)\n")
      try #require(unsafe chmod(path, 0o600) == 0)
      #expect(try await daemon.intervalctl("correct", "0.2km").output.contains("  0.20 km, was 0.10\n"))
    }
  }

  @Test func `a daemon that is stopped does not answer`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await start(on: desktop)
      daemon.process.send(SIGSTOP)
      let diagnosis = try await daemon.doctor()
      #expect(diagnosis["socket"].words == "intervald does not answer at \(try daemon.socket.path)")
      #expect(diagnosis["state"] == .init("state", .unknown, "intervald could not be asked"))
      daemon.process.send(SIGCONT)
      #expect(try await daemon.doctor()["socket"].verdict == .ok)
    }
  }

  /// Starts a daemon whose cues are spoken as well.
  private func start(
    on desktop: Desktop, _ bus: SystemBus? = nil, sounds: String = ""
  ) async throws -> DaemonProcess {
    try desktop.folder.write(
      "cue start notification sound voice\n\(sounds)", to: "config/intervald/intervald.conf")
    return try await DaemonProcess.start(on: desktop, bus.map { ["DBUS_SYSTEM_BUS_ADDRESS": $0.address] } ?? [:])
  }
}

/// The doctor under a real user manager.
@Suite(.root, .timeLimit(.minutes(5))) struct DoctorUnitTests {
  @Test func `the units have their verdicts`() async throws {
    try await UserManager.run { manager in
      func units() async throws -> Report.Finding {
        try Diagnosis(await manager.intervalctl("doctor", "--json"))["systemd"]
      }
      #expect(try await units().words == "the units of intervald are not installed")
      try await manager.installIntervald()
      // Asking starts the service.
      let running = try Diagnosis(await manager.intervalctl("doctor", "--json"))
      #expect(running["systemd"].words == "intervald.socket is enabled and listening, intervald.service is running")
      #expect(running["log"].words == "is in the journal: journalctl --user --unit intervald")
      #expect(running["session bus"].verdict == .ok, "\(running["session bus"])")
      let service = "config/systemd/user/intervald.service"
      try await manager.write(try manager.folder.read(service) + "# Changed.\n", to: service)
      #expect(try await units().remedy == "systemctl --user daemon-reload")
      try await manager.systemctl("daemon-reload")
      try await manager.systemctl("disable", "intervald.socket")
      #expect(try await units().remedy == "systemctl --user enable intervald.socket")
      try await manager.systemctl("stop", "intervald.socket", "intervald.service")
      #expect(try await units().remedy == "systemctl --user enable --now intervald.socket")
      try await manager.systemctl("enable", "intervald.socket")
      let stopped = try Diagnosis(await manager.intervalctl("doctor", "--json"))
      #expect(stopped["systemd"].remedy == "systemctl --user start intervald.socket")
      #expect(stopped["socket"].remedy == "systemctl --user enable --now intervald.socket")
      try await manager.systemctl("start", "intervald.socket")
      try manager.folder.write("sound loud\n", to: "config/intervald/intervald.conf")
      let failed = try Diagnosis(await manager.intervalctl("doctor", "--json"))
      #expect(failed["systemd"].words == "intervald.service has failed: exit-code")
      #expect(failed["socket"].remedy == "see why: journalctl --user --unit intervald")
      #expect(failed["settings"].verdict == .fault && failed.status == 1)
      try await manager.systemctl("stop", "intervald.socket")
      let path = manager.folder.path(of: service)
      #expect(try await manager.run("ln", ["--symbolic", "--force", "/dev/null", path]).status == 0)
      try await manager.systemctl("daemon-reload")
      #expect(try await units().remedy == "systemctl --user unmask intervald.service")
      #expect(try await manager.run("sh", ["-c", "kill -STOP $(pidof /lib/systemd/systemd)"]).status == 0)
      #expect(try await units().words == "the user manager does not answer")
    }
  }
}
