import Concurrency
import Desktop
import MessageBus
import Power
import Testing
import WorkoutModel
import WorkoutReports

@testable import DaemonRuntime

@Suite struct SessionFindingTests {
  private static let hints = Hints(hasUserManager: true, hasSystemManager: true)

  @Test(
    arguments: [
      (nil, .init("session bus", .ok, "responds at unix:path=/bus")),
      (
        BusError(.notResponding),
        .init("session bus", .fault, "does not respond at unix:path=/bus", remedy: "log out and in again")
      ),
      (
        BusError(.busUnusable, subject: "unix:path=/bus", reason: "No such file or directory"),
        .init(
          "session bus", .fault, "cannot use the bus at unix:path=/bus: No such file or directory",
          remedy: "systemctl --user start dbus.socket")
      ),
    ] as [(BusError?, Report.Finding)])
  func `each state of the session bus has its finding`(error: BusError?, finding: Report.Finding) {
    #expect(Report.Finding.sessionBus(error, at: "unix:path=/bus", Self.hints) == finding)
  }

  @Test(
    arguments: [
      (
        .available, .init("logind", .ok, "keeps the machine awake while a workout runs"),
        .init("screen saver", .ok, "does not start while a workout runs")
      ),
      (
        .absent,
        .init(
          "logind", .warning, "does not keep the machine awake during a workout: it is not running",
          remedy: "sudo systemctl start systemd-logind"),
        .init("screen saver", .unused, "the desktop has no screen saver that can be inhibited")
      ),
      (
        .noBus("no bus"),
        .init(
          "logind", .warning, "does not keep the machine awake during a workout: no bus",
          remedy: "sudo systemctl start dbus"),
        .init("screen saver", .unknown, "no session bus")
      ),
      (
        .refused("denied"),
        .init(
          "logind", .warning, "does not keep the machine awake during a workout: denied",
          remedy: "test whether other programs get a lock: systemd-inhibit true"),
        .init(
          "screen saver", .warning, "may start during a workout: denied",
          remedy: "find out which program it is, and restart it: busctl --user status org.freedesktop.ScreenSaver")
      ),
      (
        .notResponding,
        .init(
          "logind", .warning, "does not keep the machine awake during a workout: it does not respond",
          remedy: "sudo systemctl restart systemd-logind"),
        .init(
          "screen saver", .warning, "may start during a workout: it does not respond",
          remedy: "find out which program it is, and restart it: busctl --user status org.freedesktop.ScreenSaver")
      ),
    ] as [(InhibitorCheck, Report.Finding, Report.Finding)])
  func `each state of logind and of the screen saver has its finding`(
    check: InhibitorCheck, logind: Report.Finding, screenSaver: Report.Finding
  ) {
    #expect(Report.Finding.logind(check, Self.hints) == logind)
    #expect(Report.Finding.screenSaver(check, Self.hints) == screenSaver)
  }

  @Test(
    arguments: [
      (nil, .init("media player", .ok, "media keys control a workout")),
      (
        .init(.nameTaken),
        .init(
          "media player", .fault, "another program uses the media player's bus name",
          remedy: "find out which program it is: busctl --user status org.mpris.MediaPlayer2.intervald")
      ),
      (
        .init(.noSessionBus, context: "x"),
        .init("media player", .fault, "no session bus", remedy: "systemctl --user start dbus.socket")
      ),
      (
        .init(.notResponding),
        .init("media player", .fault, "the session bus does not respond", remedy: "log out and in again")
      ),
      (
        .init(.refused, context: "x"),
        .init(
          "media player", .fault, "the session bus refused: x",
          remedy: "restart intervald: systemctl --user restart intervald")
      ),
      (
        .init(.noDescriptor),
        .init(
          "media player", .fault, "no file descriptor is free",
          remedy: "restart intervald: systemctl --user restart intervald")
      ),
    ] as [(MediaPlayerFailure?, Report.Finding)])
  func `each state of the media player has its finding`(failure: MediaPlayerFailure?, finding: Report.Finding) {
    #expect(Report.Finding.mediaPlayer(failure, keys: .auto, Self.hints) == finding)
  }

  @Test func `without media keys, the media player only shows the workout`() {
    let finding = Report.Finding.mediaPlayer(nil, keys: .off, Self.hints)
    #expect(finding == .init("media player", .ok, "shows the workout; media keys go to other players"))
  }
}
