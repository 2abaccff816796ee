import ControlInterface
import Glibc
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// The doctor with a real daemon, and with real external services in each of their states.
@Suite(.hangLimit) struct DoctorTests {
  @Test func `the doctor finds no problems on a complete desktop, and does not disturb a workout`() async throws {
    try await Desktop.with { desktop in
      _ = try await NotificationServer.start(on: desktop)
      let sounds = try await SoundServer.start(on: desktop)
      _ = try await SpeechServer.start(on: desktop)
      let bus = try await SystemBus.start(on: desktop)
      _ = try await MockLogind.start(on: bus)
      _ = try await MockScreenSaver.start(on: desktop)
      let daemon = try await DaemonProcess.startWithSpeech(on: desktop, bus)
      _ = try await daemon.intervalctl("start", "lead-in off\nsay start \"\"\n10m run, 30s walk")
      let call = try await desktop.monitor.notification("Run 10 min")
      _ = try await desktop.monitor.number(of: call)
      try await sounds.sound("intervald.run.79")
      let played = sounds.sounds
      let diagnosis = try await daemon.doctor()
      #expect(diagnosis.status == 0)
      #expect(diagnosis.subjects(.fault) == [])
      #expect(diagnosis.subjects(.warning) == [])
      #expect(diagnosis["session bus"] == .init("session bus", .ok, "responds at \(desktop.busAddress)"))
      let server = diagnosis["notifications"]
      #expect(server.words.hasPrefix("dunst "))
      #expect(server.words.hasSuffix(" by knopwob"))
      #expect(server.verdict == .ok)
      #expect(server.details.contains("actions"))
      #expect(server.details.contains("body-markup"))
      #expect(diagnosis["sound"] == .init("sound", .ok, "all 7 sounds can be played"))
      #expect(diagnosis["speech"] == .init("speech", .ok, "speech-dispatcher with espeak-ng"))
      for subject in ["logind", "screen saver", "media player", "log", "state", "socket", "version", "settings"] {
        #expect(diagnosis[subject].verdict == .ok, "\(diagnosis[subject])")
      }
      // If the doctor runs again, it still finds no problems.
      let again = try await daemon.doctor()
      let problems = (again.subjects(.fault) + again.subjects(.warning)).map { again[$0] }
      #expect(problems == [])
      #expect(again.status == 0)
      #expect(desktop.monitor.notifications.count == 1)
      #expect(sounds.sounds == played)
      let title = try await desktop.run("playerctl", ["--player=intervald", "metadata", "xesam:title"])
      #expect(title == ["Run 10 min"])
    }
  }

  @Test func `on a bare desktop, the doctor reports installed services that are not running and how to start them`()
    async throws
  {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      let daemon = try await DaemonProcess.startWithSpeech(on: desktop, bus)
      let diagnosis = try await daemon.doctor()
      #expect(diagnosis.status == 1)
      #expect(diagnosis.subjects(.fault) == ["notifications", "sound"])
      #expect(diagnosis["notifications"].words == "dunst is installed but not running")
      #expect(diagnosis["notifications"].remedy == "start it: dunst &")
      let (server, command) =
        SoundServer.Kind.hasPipeWire
        ? ("pipewire-pulse", "pipewire & wireplumber & pipewire-pulse &") : ("pulseaudio", "pulseaudio --start")
      #expect(diagnosis["sound"].words.hasPrefix("\(server) is installed but not running"))
      #expect(diagnosis["sound"].remedy == command)
      #expect(
        diagnosis["speech"].words
          == "speech-dispatcher is installed, and is started when a workout needs it, but no sound server responds")
      #expect(diagnosis["logind"].words == "does not keep the machine awake during a workout: it is not running")
      #expect(diagnosis["screen saver"].verdict == .unused)
      #expect(diagnosis["systemd"].verdict == .unused)
    }
  }

  @Test func `without installed services, the doctor reports how to install them`() async throws {
    try await Desktop.with { desktop in
      try desktop.folder.write(
        "voice on\nhook start \"/nowhere/lamp\"\n", to: "config/intervald/intervald.conf")
      let daemon = try await DaemonProcess.start(
        on: desktop, ["PATH": "/nowhere", "XDG_DATA_DIRS": "\(packageRoot)/share"])
      let diagnosis = try await DaemonProcess(process: daemon.process, environment: desktop.environment).doctor()
      #expect(diagnosis["notifications"].words == "no notification server is installed")
      #expect(diagnosis["sound"].words == "no sound server is installed")
      #expect(diagnosis["sound"].remedy == "sudo apt install libcanberra-pulse pipewire-pulse")
      #expect(diagnosis["speech"].words == "speech-dispatcher is not installed")
      #expect(diagnosis["hooks"].words == "programs cannot be run: /nowhere/lamp at start (no such program)")
    }
  }

  @Test func `all hung services are reported within the time limit of one service`() async throws {
    try await Desktop.with { desktop in
      let dunst = try await NotificationServer.start(on: desktop)
      let sounds = try await SoundServer.start(on: desktop)
      let speech = try await SpeechServer.start(on: desktop)
      let bus = try await SystemBus.start(on: desktop)
      let logind = try await MockLogind.start(on: bus)
      let screenSaver = try await MockScreenSaver.start(on: desktop)
      let daemon = try await DaemonProcess.startWithSpeech(on: desktop, bus)
      dunst.hang()
      speech.hang()
      logind.hang()
      sounds.process.send(SIGSTOP)
      screenSaver.process.send(SIGSTOP)
      for _ in 1...2 {
        // The client fails if it does not receive the reply within six seconds.
        let diagnosis = try await daemon.doctor()
        #expect(diagnosis.subjects(.fault) == ["notifications", "sound", "speech"])
        #expect(diagnosis.subjects(.warning) == ["logind", "screen saver"])
        #expect(diagnosis["notifications"].words == "the notification server does not respond")
        #expect(diagnosis["sound"].words == "the sound server does not respond")
        #expect(diagnosis["speech"].words == "the speech service does not respond")
        #expect(
          diagnosis["logind"].words == "does not keep the machine awake during a workout: it does not respond")
        #expect(diagnosis["screen saver"].words == "may start during a workout: it does not respond")
      }
      dunst.resume()
      speech.resume()
      logind.resume()
      sounds.process.send(SIGCONT)
      screenSaver.process.send(SIGCONT)
      try await withTimeLimit("a diagnosis without problems") {
        while try await daemon.doctor().status != 0 { try Task.checkCancellation() }
      }
    }
  }

  @Test func `a session bus that hangs or has ended is reported`() async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      _ = try await MockLogind.start(on: bus)
      let daemon = try await DaemonProcess.startWithSpeech(on: desktop, bus)
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

  @Test func `servers that cannot be started or lack a feature are reported`() async throws {
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
      let daemon = try await DaemonProcess.startWithSpeech(on: desktop, sounds: "sound finish \"no-such-sound\"\n")
      let broken = try await daemon.doctor()
      #expect(broken["notifications"].words.hasPrefix("the notification server could not be started: "))
      #expect(broken["speech"].words == "the speech service has no working synthesizer")
      #expect(broken["media player"].words == "another program uses the media player's bus name")
      #expect(
        broken["sound"].words
          == "built-in sounds replace those that cannot be played: no-such-sound (no such sound)")
      _ = try await MockNotificationServer.start(on: desktop, capabilities: ["body"], notify: "ret = dbus.UInt32(1)")
      let plain = try await daemon.doctor()["notifications"]
      #expect(
        plain
          == .init(
            "notifications", .warning, "mock 1 by intervald, which shows no buttons",
            remedy: "end a workout without a button: intervalctl stop", details: ["body"]))
    }
  }

  @Test func `services that refuse a request are reported with their messages`() async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      try await MockLogind.start(on: bus).refuseLocks()
      _ = try await MockScreenSaver.start(
        on: desktop, inhibit: "raise dbus.exceptions.DBusException('Not now', name='org.example.Refused')")
      _ = try await MockNotificationServer.start(on: desktop, capabilities: [], notify: "", refusal: "Not here")
      let diagnosis = try await DaemonProcess.startWithSpeech(on: desktop, bus).doctor()
      #expect(diagnosis["logind"].words == "does not keep the machine awake during a workout: Not for you")
      #expect(diagnosis["screen saver"].words == "may start during a workout: Not now")
      #expect(diagnosis["notifications"].words == "the notification server refused: Not here")
      #expect(diagnosis.subjects(.fault) == ["notifications", "sound"])
      #expect(diagnosis.subjects(.warning) == ["logind", "screen saver", "speech"])
    }
  }

  @Test func `missing sounds and a missing speech service are faults`() async throws {
    try await Desktop.with { desktop in
      _ = try await SoundServer.start(on: desktop)
      let settings = "config/intervald/intervald.conf"
      try desktop.folder.write("cue start notification sound\n", to: settings)
      let started = try await DaemonProcess.start(on: desktop, ["XDG_DATA_DIRS": "/nowhere", "PATH": "/nowhere"])
      // The client runs with the usual environment, because the client needs programs in PATH.
      let daemon = DaemonProcess(process: started.process, environment: desktop.environment)
      let words = try await daemon.doctor()["sound"].words
      #expect(words.hasPrefix("built-in sounds cannot be played: countdown (no such sound"), "\(words)")
      try desktop.folder.write("cue start notification sound voice\n", to: settings)
      #expect(try await daemon.intervalctl("reload").status == 0)
      #expect(try await daemon.doctor()["speech"].remedy == "sudo apt install speech-dispatcher")
    }
  }
}
