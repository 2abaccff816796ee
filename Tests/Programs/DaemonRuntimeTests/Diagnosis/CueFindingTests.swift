import WorkoutReports
import AudioOutput
import ToneSynthesis
import Desktop
import Concurrency
import Testing

@testable import DaemonRuntime

@Suite struct CueFindingTests {
  private static let remedies = Remedies(hasUserManager: true, hasSystemManager: true)
  private static let dunst = ServerInformation(
    name: "dunst", vendor: "knopwob", version: "1.9.0", capabilities: ["body", "actions"])

  @Test(
    arguments: [
      (.available(dunst), .init("notifications", .ok, "dunst 1.9.0 by knopwob", details: ["actions", "body"])),
      (
        .available(ServerInformation(name: "mako", vendor: "", version: "", capabilities: ["actions"])),
        .init(
          "notifications", .warning, "mako, which draws no buttons",
          remedy: "end a workout without a button: intervalctl stop", details: ["actions"])
      ),
      (
        nil,
        .init(
          "notifications", .fault, "the notification server does not respond",
          remedy: "see which it is, and start it anew: busctl --user status org.freedesktop.Notifications")
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
          remedy: "see why: journalctl --user --since=-1h")
      ),
      (
        .unavailable(.init(.refused, context: "no")),
        .init(
          "notifications", .fault, "the notification server refused: no",
          remedy: "see which it is, and start it anew: busctl --user status org.freedesktop.Notifications")
      ),
      (
        .unavailable(.init(.notResponding, context: "Timeout was reached")),
        .init(
          "notifications", .fault, "the notification server does not respond",
          remedy: "see which it is, and start it anew: busctl --user status org.freedesktop.Notifications")
      ),
      (
        .unavailable(.init(.noSessionBus, context: "x")),
        .init("notifications", .fault, "no session bus", remedy: "systemctl --user start dbus.socket")
      ),
      (
        .unavailable(.init(.noDescriptor)),
        .init(
          "notifications", .fault, "no descriptor is left",
          remedy: "start intervald anew: systemctl --user restart intervald")
      ),
    ] as [(Availability<ServerInformation, NotificationFailure>?, Report.Finding)])
  func `notifications have their verdict`(
    availability: Availability<ServerInformation, NotificationFailure>?, finding: Report.Finding
  ) {
    #expect(Report.Finding.notifications(availability, Self.remedies) == finding)
  }

  @Test(
    arguments: [
      (.success([:]), .init("sound", .ok, "all 9 sounds can be played")),
      (
        .success([.theme("bell"): .init(.noSuchSound), .file("/a.oga"): .init(.unreadable)]),
        .init(
          "sound", .warning,
          "cannot be played, replaced by the built-in sounds: /a.oga (the sound cannot be read), bell (there is no such sound)",
          remedy: "name others in intervald.conf, and then: intervalctl reload")
      ),
      (
        .success([.theme("bell"): .init(.noSuchSound), .own(.run): .init(.noSuchSound)]),
        .init(
          "sound", .fault, "built-in sounds cannot be played: run (there is no such sound)",
          remedy: "install them, or name the folder that has sounds/intervald in XDG_DATA_DIRS")
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
          remedy: "start the sound server anew, such as: systemctl --user restart pipewire-pulse")
      ),
      (
        .failure(.init(.failed, context: "x")),
        .init(
          "sound", .fault, "the sound could not be played: x", remedy: "hear them one by one: intervalctl test-cues")
      ),
    ] as [(Result<[SoundSource: SoundFailure], SoundFailure>, Report.Finding)])
  func `sounds have their verdict`(missing: Result<[SoundSource: SoundFailure], SoundFailure>, finding: Report.Finding)
  {
    #expect(Report.Finding.sound(missing, of: 9, Self.remedies) == finding)
  }

  @Test(
    arguments: [
      (
        .available(.init(name: "speech-dispatcher", synthesizer: "espeak-ng")), false,
        .init("speech", .ok, "speech-dispatcher with espeak-ng")
      ),
      (
        .unavailable(.init(.noService, context: "x")), true,
        .init("speech", .ok, "speech-dispatcher is started when a workout needs it")
      ),
      (
        .unavailable(.init(.noService)), false,
        .init(
          "speech", .fault, "no speech service, and none can be started", remedy: "sudo apt install speech-dispatcher")
      ),
      (
        .unavailable(.init(.noVoice)), true,
        .init(
          "speech", .fault, "the speech service has no synthesizer that works",
          remedy: "sudo apt install speech-dispatcher-espeak-ng")
      ),
      (
        .unavailable(.init(.noAnswer)), true,
        .init(
          "speech", .fault, "the speech service does not answer",
          remedy: "end it, and it is started when it is needed: pkill -KILL -x speech-dispatch")
      ),
      (
        .unavailable(.init(.failed)), true,
        .init(
          "speech", .fault, "the text could not be spoken", remedy: "hear whether it speaks: spd-say hello")
      ),
      (
        .unavailable(.init(.cutOff)), true,
        .init("speech", .fault, "the text was cut off", remedy: "hear whether it speaks: spd-say hello")
      ),
    ] as [(Availability<SpeechService, SpeechFailure>, Bool, Report.Finding)])
  func `speech has its verdict`(
    availability: Availability<SpeechService, SpeechFailure>, canBeStarted: Bool, finding: Report.Finding
  ) {
    #expect(Report.Finding.speech(availability, canBeStarted: canBeStarted, Self.remedies) == finding)
  }

  @Test func `where there is no systemd no remedy names it`() {
    let remedies = Remedies(hasUserManager: false, hasSystemManager: false)
    #expect(remedies.forNotifications(.activationFailed) == "see why, in a terminal, such as: dunst")
    #expect(
      remedies.forNotifications(.noDescriptor) == "start intervald anew: pkill -x intervald; intervald &")
    #expect(
      remedies.forSound(.noAnswer)
        == "start the sound server anew, such as: pkill -KILL -x pulseaudio; pulseaudio --start")
    #expect(remedies.noSessionBus == "start intervald in a session, or: dbus-run-session intervald")
    #expect(remedies.absentLogind == "start elogind, or another logind")
    #expect(remedies.noSystemBus == "sudo service dbus start")
    #expect(remedies.silentLogind == "start logind anew")
    #expect(remedies.refusedLock == "see whether another program may have one: elogind-inhibit true")
  }
}
