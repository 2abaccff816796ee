import AudioOutput
import Concurrency
import Desktop
import Glibc
import Power
import TestSupport
import Testing
import ToneSynthesis
import WorkoutModel
import WorkoutReports

@testable import DaemonRuntime

@Suite struct CueFindingTests {
  private static let hints = Hints(hasUserManager: true, hasSystemManager: true)
  private static let dunst = ServerInformation(
    name: "dunst", vendor: "knopwob", version: "1.9.0", capabilities: ["body", "actions"])

  @Test(arguments: [
    ("dunst", "switch it off to see the cues: dunstctl set-paused false"),
    ("mako", "switch it off to see the cues: makoctl mode -r do-not-disturb"),
    ("SwayNotificationCenter", "switch it off to see the cues: swaync-client --dnd-off"),
    (
      "gnome-shell",
      "switch it off to see the cues: gsettings set org.gnome.desktop.notifications show-banners true"
    ),
    ("Plasma", "switch it off to see the cues, in the settings of the desktop"),
  ])
  func `Do Not Disturb is a warning, with the command that switches it off`(name: String, remedy: String) {
    let server = ServerInformation(name: name, vendor: "", version: "", capabilities: ["actions"])
    let finding = Report.Finding.notifications(.available(server), isSilenced: true, Self.hints)
    #expect(finding.verdict == .warning)
    #expect(finding.words == "\(name), which hides notifications while Do Not Disturb is on")
    #expect(finding.remedy == remedy)
  }

  @Test(
    arguments: [
      (.available(dunst), .init("notifications", .ok, "dunst 1.9.0 by knopwob", details: ["actions", "body"])),
      (
        .available(ServerInformation(name: "mako", vendor: "", version: "", capabilities: ["actions"])),
        .init(
          "notifications", .warning, "mako, which shows no buttons",
          remedy: "end a workout without a button: intervalctl stop", details: ["actions"])
      ),
      (
        nil,
        .init(
          "notifications", .fault, "the notification server does not respond",
          remedy: "find out which server it is, and restart it: busctl --user status org.freedesktop.Notifications")
      ),
      (
        .unavailable(.init(.noServer)),
        .init(
          "notifications", .fault, "no notification server",
          remedy: "start one, such as dunst: sudo apt install dunst")
      ),
      (
        .unavailable(.init(.activationFailed, context: "exited")),
        .init(
          "notifications", .fault, "the notification server could not be started: exited",
          remedy: "find the reason: journalctl --user --since=-1h")
      ),
      (
        .unavailable(.init(.refused, context: "no")),
        .init(
          "notifications", .fault, "the notification server refused: no",
          remedy: "find out which server it is, and restart it: busctl --user status org.freedesktop.Notifications")
      ),
      (
        .unavailable(.init(.notResponding, context: "Timeout was reached")),
        .init(
          "notifications", .fault, "the notification server does not respond",
          remedy: "find out which server it is, and restart it: busctl --user status org.freedesktop.Notifications")
      ),
      (
        .unavailable(.init(.noSessionBus, context: "x")),
        .init("notifications", .fault, "no session bus", remedy: "systemctl --user start dbus.socket")
      ),
      (
        .unavailable(.init(.noDescriptor)),
        .init(
          "notifications", .fault, "no file descriptor is free",
          remedy: "restart intervald: systemctl --user restart intervald")
      ),
    ] as [(Availability<ServerInformation, NotificationFailureCode>?, Report.Finding)])
  func `each state of the notification server has its finding`(
    availability: Availability<ServerInformation, NotificationFailureCode>?, finding: Report.Finding
  ) {
    #expect(Report.Finding.notifications(availability, Self.hints) == finding)
  }

  @Test(
    arguments: [
      (.success([:]), .init("sound", .ok, "all 9 sounds can be played")),
      (
        .success([.theme("bell"): .init(.noSuchSound), .file("/a.oga"): .init(.unreadable, context: "why")]),
        .init(
          "sound", .warning,
          "built-in sounds replace those that cannot be played: /a.oga (the sound cannot be read: why), "
            + "bell (no such sound)",
          remedy: "name other sounds in intervald.conf, then: intervalctl reload")
      ),
      (
        .success([.theme("bell"): .init(.noSuchSound), .own(.run): .init(.noSuchSound)]),
        .init(
          "sound", .fault, "built-in sounds cannot be played: run (no such sound)",
          remedy: "install them, or add the folder that contains sounds/intervald to XDG_DATA_DIRS")
      ),
      (
        .failure(.init(.noOutput)),
        .init(
          "sound", .fault, "no sound server, or no driver for it",
          remedy: "sudo apt install libcanberra-pulse pipewire-pulse")
      ),
      (
        .failure(.init(.noAnswer)),
        .init(
          "sound", .fault, "the sound server does not respond",
          remedy: "restart the sound server, such as: systemctl --user restart pipewire-pulse")
      ),
      (
        .failure(.init(.failed, context: "x")),
        .init(
          "sound", .fault, "the sound could not be played: x", remedy: "test each sound: intervalctl test-cues")
      ),
    ] as [(Result<[SoundSource: SoundFailure], SoundFailure>, Report.Finding)])
  func `each state of the sounds has its finding`(
    missing: Result<[SoundSource: SoundFailure], SoundFailure>, finding: Report.Finding
  ) {
    #expect(Report.Finding.sound(missing, of: 9, Self.hints) == finding)
  }

  @Test(
    arguments: [
      (
        .available(.init(name: "speech-dispatcher", synthesizer: "espeak-ng")), false,
        .init("speech", .ok, "speech-dispatcher with espeak-ng")
      ),
      (
        .unavailable(.init(.noService, context: "x")), true,
        .init("speech", .ok, "speech-dispatcher is installed, and is started when a workout needs it")
      ),
      (
        .unavailable(.init(.noService)), false,
        .init(
          "speech", .fault, "no speech service, and none can be started", remedy: "sudo apt install speech-dispatcher")
      ),
      (
        .unavailable(.init(.noVoice)), true,
        .init(
          "speech", .fault, "the speech service has no working synthesizer",
          remedy: "sudo apt install speech-dispatcher-espeak-ng")
      ),
      (
        .unavailable(.init(.noAnswer)), true,
        .init(
          "speech", .fault, "the speech service does not respond",
          remedy: "end it; it is started again when it is needed: pkill -KILL -u \(geteuid()) -x speech-dispatch")
      ),
      (
        .unavailable(.init(.failed)), true,
        .init(
          "speech", .fault, "the text could not be spoken", remedy: "test whether it speaks: spd-say hello")
      ),
      (
        .unavailable(.init(.cutOff)), true,
        .init("speech", .fault, "the text was cut off", remedy: "test whether it speaks: spd-say hello")
      ),
    ] as [(Availability<SpeechService, SpeechFailureCode>, Bool, Report.Finding)])
  func `each state of the speech service has its finding`(
    availability: Availability<SpeechService, SpeechFailureCode>, canBeStarted: Bool, finding: Report.Finding
  ) {
    #expect(Report.Finding.speech(availability, canBeStarted: canBeStarted, Self.hints) == finding)
  }

  @Test func `a service that is installed but not running is distinguished from a service that is not installed`() {
    func findings(_ installed: InstalledServices, hasUserManager: Bool = false) -> [Report.Finding] {
      let hints = Hints(hasUserManager: hasUserManager, hasSystemManager: true, installed: installed)
      return [
        .notifications(.unavailable(.init(.noServer)), hints),
        .sound(.failure(.init(.noOutput, context: "Not available")), of: 9, hints),
        .speech(.unavailable(.init(.noService)), canBeStarted: false, hints), .logind(.absent, hints),
      ]
    }
    let machine = "does not keep the machine awake during a workout"
    #expect(
      findings(InstalledServices()) == [
        .init(
          "notifications", .fault, "no notification server is installed",
          remedy: "install one, such as dunst: sudo apt install dunst"),
        .init(
          "sound", .fault, "no sound server is installed", remedy: "sudo apt install libcanberra-pulse pipewire-pulse"),
        .init(
          "speech", .fault, "speech-dispatcher is not installed", remedy: "sudo apt install speech-dispatcher"),
        .init("logind", .warning, "\(machine): it is not installed", remedy: "install elogind, or another logind"),
      ])
    var installed = InstalledServices()
    (installed.notificationServer, installed.soundServer) = ("dunst", "pulseaudio")
    (installed.hasSpeechService, installed.hasLogind) = (true, true)
    let absent = findings(installed)
    #expect(
      absent == [
        .init("notifications", .fault, "dunst is installed but not running", remedy: "start it: dunst &"),
        .init(
          "sound", .fault, "pulseaudio is installed but not running", remedy: "pulseaudio --start"),
        .init(
          "speech", .fault, "speech-dispatcher is installed but not running at SPEECHD_ADDRESS",
          remedy: "start it there, or start intervald without SPEECHD_ADDRESS"),
        .init("logind", .warning, "\(machine): it is not running", remedy: "sudo systemctl start systemd-logind"),
      ])
    #expect(findings(installed, hasUserManager: true)[1].remedy == "systemctl --user start pulseaudio")
    installed.hasSoundDriver = false
    #expect(
      findings(installed)[1]
        == .init(
          "sound", .fault, "libcanberra has no driver for pulseaudio", remedy: "sudo apt install libcanberra-pulse"))
  }

  @Test func `the programs in PATH determine which services are installed`() throws {
    let folder = try TemporaryFolder()
    for name in ["mako", "pulseaudio", "speech-dispatcher"] { try folder.write("", to: "bin/\(name)", mode: 0o700) }
    let found = InstalledServices(environment: ["PATH": "/nowhere:\(folder.path)/bin"])
    #expect(found.notificationServer == "mako")
    #expect(found.soundServer == "pulseaudio")
    #expect(found.hasSpeechService)
    let none = InstalledServices(environment: ["PATH": "/nowhere", "XDG_DATA_DIRS": "/nowhere"])
    #expect(none.notificationServer == nil)
    #expect(none.soundServer == nil)
    #expect(!none.hasSpeechService)
  }

  @Test func `a notification server that is not in PATH is found through its D-Bus service`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "lib/xfce4-notifyd", mode: 0o700)
    let program = folder.path(of: "lib/xfce4-notifyd")
    try folder.write(
      "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=\(program) --now\n",
      to: "dbus-1/services/notifyd.service")
    var environment = ["PATH": "/nowhere", "HOME": "/nowhere", "XDG_DATA_DIRS": folder.path]
    let found = InstalledServices(environment: environment)
    #expect(found.notificationServer == program)
    let hints = Hints(hasUserManager: false, hasSystemManager: false, installed: found)
    let absent = hints.absentNotificationServer("")
    #expect(absent.words == "xfce4-notifyd is installed but not running")
    #expect(absent.remedy == "start it: \(program) &")
    environment["XDG_DATA_DIRS"] = "/nowhere"
    #expect(InstalledServices(environment: environment).notificationServer == nil)
  }

  @Test func `a hook whose program does not exist is a warning with the path, the cues, the reason and a remedy`() {
    let hooks = [
      Hook(cue: .start, program: "/bin/lamp", arguments: []), Hook(cue: .finish, program: "/bin/true", arguments: []),
      Hook(cue: .finish, program: "/bin/lamp", arguments: []),
    ]
    #expect(Report.Finding.hooks([:], of: [], home: nil) == .init("hooks", .unused, "no cue has a hook"))
    #expect(Report.Finding.hooks([:], of: hooks, home: nil) == .init("hooks", .ok, "all 2 programs can be run"))
    #expect(
      Report.Finding.hooks(["/bin/lamp": .notFound], of: hooks, home: nil)
        == .init(
          "hooks", .warning, "programs cannot be run: /bin/lamp at start and finish (no such program)",
          remedy: "correct the path in intervald.conf, then: intervalctl reload"))
  }

  @Test func `a check of hooks that exceeds its time limit has an unknown result`() {
    let hooks = [Hook(cue: .start, program: "/bin/lamp", arguments: [])]
    #expect(
      Report.Finding.hooks(nil, of: hooks, home: nil)
        == .init("hooks", .unknown, "the file system of the programs does not respond"))
  }

  @Test func `each program that cannot be run has its own line with its own hint`() {
    let hooks = ["/home/ann/lamp", "/home/anna/lamp", "/tmp", "/dev/null"].map {
      Hook(cue: .start, program: $0, arguments: [])
    }
    let failures: [String: HookFailure] = [
      "/home/ann/lamp": .notExecutable, "/home/anna/lamp": .notExecutable, "/tmp": .folder, "/dev/null": .notRegular,
    ]
    let denied = "not an executable file, or permission denied"
    let change = "name a program in intervald.conf, then: intervalctl reload"
    #expect(
      Report.Finding.hooks(failures, of: hooks, home: "/home/ann")
        == .init(
          "hooks", .warning, "4 programs cannot be run",
          details: [
            "/home/ann/lamp at start: \(denied); make it executable: chmod u+x /home/ann/lamp",
            "/home/anna/lamp at start: \(denied); see its permissions: ls -l /home/anna/lamp",
            "/tmp at start: is a folder; \(change)", "/dev/null at start: is not a regular file; \(change)",
          ]))
  }

  @Test func `no hint names systemd if systemd is not running`() {
    let hints = Hints(hasUserManager: false, hasSystemManager: false)
    #expect(hints.forNotifications(.activationFailed) == "start one in a terminal to see the reason, such as: dunst")
    #expect(
      hints.forNotifications(.noDescriptor) == "restart intervald: pkill -u \(geteuid()) -x intervald; intervald &")
    #expect(
      hints.forSound(.noAnswer)
        == "restart the sound server, such as: pkill -KILL -u \(geteuid()) -x pulseaudio; pulseaudio --start")
    #expect(hints.noSessionBus == "start intervald in a session, or: dbus-run-session intervald")
    #expect(hints.noLogind == "start elogind, or another logind")
    #expect(hints.noSystemBus == "sudo service dbus start")
    #expect(hints.hungLogind == "restart logind")
    #expect(hints.refusedLock == "test whether other programs get a lock: elogind-inhibit true")
  }
}
