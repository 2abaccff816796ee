import WorkoutReports
import Desktop
import Glibc
import Concurrency
import LogHandlers
import MessageBus
import Power
import SystemPackage
import Testing
import UserFiles

@testable import DaemonRuntime

@Suite struct SessionFindingTests {
  private static let remedies = Remedies(hasUserManager: true, hasSystemManager: true)

  @Test(
    arguments: [
      (nil, .init("session bus", .ok, "answers at unix:path=/bus")),
      (
        BusError(.notResponding),
        .init("session bus", .fault, "does not answer at unix:path=/bus", remedy: "log out, and in again")
      ),
      (
        BusError(.busUnusable, subject: "unix:path=/bus", reason: "No such file or directory"),
        .init(
          "session bus", .fault, "cannot use the bus at unix:path=/bus: No such file or directory",
          remedy: "systemctl --user start dbus.socket")
      ),
    ] as [(BusError?, Report.Finding)])
  func `the session bus has its verdict`(error: BusError?, finding: Report.Finding) {
    #expect(Report.Finding.sessionBus(error, at: "unix:path=/bus", Self.remedies) == finding)
  }

  @Test(
    arguments: [
      (
        .available, .init("logind", .ok, "keeps the machine awake while a workout runs"),
        .init("screen saver", .ok, "is held off while a workout runs")
      ),
      (
        .absent,
        .init(
          "logind", .warning, "does not keep the machine awake in a workout: it is not there",
          remedy: "sudo systemctl start systemd-logind"),
        .init("screen saver", .unused, "the desktop has none to be held off")
      ),
      (
        .noBus("no bus"),
        .init(
          "logind", .warning, "does not keep the machine awake in a workout: no bus",
          remedy: "sudo systemctl start dbus"),
        .init("screen saver", .unknown, "no session bus")
      ),
      (
        .refused("denied"),
        .init(
          "logind", .warning, "does not keep the machine awake in a workout: denied",
          remedy: "see whether another program may have one: systemd-inhibit true"),
        .init(
          "screen saver", .warning, "may come in a workout: denied",
          remedy: "see which it is, and start it anew: busctl --user status org.freedesktop.ScreenSaver")
      ),
      (
        .notResponding,
        .init(
          "logind", .warning, "does not keep the machine awake in a workout: it does not answer",
          remedy: "sudo systemctl restart systemd-logind"),
        .init(
          "screen saver", .warning, "may come in a workout: it does not answer",
          remedy: "see which it is, and start it anew: busctl --user status org.freedesktop.ScreenSaver")
      ),
    ] as [(InhibitorCheck, Report.Finding, Report.Finding)])
  func `what keeps the machine awake has its verdict`(
    check: InhibitorCheck, logind: Report.Finding, screenSaver: Report.Finding
  ) {
    #expect(Report.Finding.logind(check, Self.remedies) == logind)
    #expect(Report.Finding.screenSaver(check, Self.remedies) == screenSaver)
  }

  @Test(
    arguments: [
      (nil, .init("media player", .ok, "media keys reach a workout")),
      (
        .init(.nameTaken),
        .init(
          "media player", .fault, "another program has the media player's name",
          remedy: "see who has it: busctl --user status org.mpris.MediaPlayer2.intervald")
      ),
      (
        .init(.noSessionBus, context: "x"),
        .init("media player", .fault, "no session bus", remedy: "systemctl --user start dbus.socket")
      ),
      (
        .init(.notResponding),
        .init("media player", .fault, "the session bus does not respond", remedy: "log out, and in again")
      ),
      (
        .init(.refused, context: "x"),
        .init(
          "media player", .fault, "the session bus refused: x",
          remedy: "start intervald anew: systemctl --user restart intervald")
      ),
      (
        .init(.noDescriptor),
        .init(
          "media player", .fault, "no descriptor is left",
          remedy: "start intervald anew: systemctl --user restart intervald")
      ),
    ] as [(MediaPlayerFailure?, Report.Finding)])
  func `the media player has its verdict`(failure: MediaPlayerFailure?, finding: Report.Finding) {
    #expect(Report.Finding.mediaPlayer(failure, Self.remedies) == finding)
  }

  @Test(
    arguments: [
      (.journal, 0, .init("log", .ok, "is in the journal: journalctl --user --unit intervald")),
      (.standardError, 0, .init("log", .ok, "is on standard error")),
      (
        .journal, 2,
        .init(
          "log", .warning, "2 records are missing, which the journal did not take",
          remedy: "sudo systemctl restart systemd-journald")
      ),
      (
        .standardError, 1,
        .init(
          "log", .warning, "a record is missing, which standard error did not take",
          remedy: "read what intervald writes to standard error, or send it to a file: intervald 2> FILE")
      ),
    ] as [(LogDestination, Int, Report.Finding)])
  func `the log has its verdict`(destination: LogDestination, missing: Int, finding: Report.Finding) {
    #expect(Report.Finding.log(destination, missing: missing, Self.remedies) == finding)
  }

  private static let full = SystemError("/s/check", .noSpace)
  private static let isFolder = SystemError("/s/history.jsonl", .isDirectory)
  private static let distrusted = FileTrustError.writableFile(path: "/s/history.jsonl")

  @Test(
    arguments: [
      (.init(folder: "/s"), .init("state", .ok, "a workout outlives a restart, by what is kept in /s")),
      (
        nil,
        .init(
          "state", .fault, "the file system does not answer, so that a workout would not outlive a restart",
          remedy: "see which processes wait for it, in state D: ps -eo state,pid,wchan:20,args")
      ),
      (
        .init(folder: "/s", failure: full),
        .init(
          "state", .fault, "/s/check: No space left on device: a workout would not outlive a restart",
          remedy: "make room: df -h /s")
      ),
      (
        .init(folder: "/s", failure: full, unkept: Unkept(isPlace: true, summaries: 1)),
        .init(
          "state", .fault,
          "/s/check: No space left on device: the workout that runs would not outlive a restart, and a workout that "
            + "ended is not recorded yet", remedy: "make room: df -h /s")
      ),
      (
        .init(
          folder: "/s",
          unkept: Unkept(isPlace: false, summaries: 2, failure: SystemError("/s/history.jsonl", .permissionDenied))),
        .init(
          "state", .fault, "/s/history.jsonl: Permission denied: 2 workouts that ended are not recorded yet",
          remedy: "chmod u+rw /s/history.jsonl")
      ),
      (
        .init(folder: "/s", failure: SystemError("/s/check", .permissionDenied)),
        .init(
          "state", .fault, "/s/check: Permission denied: a workout would not outlive a restart",
          remedy: "chmod u+rwx /s")
      ),
      (
        .init(folder: "/s's", failure: SystemError("/s's/check", .diskQuotaExceeded)),
        .init(
          "state", .fault, "/s's/check: Disk quota exceeded: a workout would not outlive a restart",
          remedy: #"make room: df -h '/s'\''s'"#)
      ),
      (
        .init(folder: "/s", unkept: Unkept(isPlace: false, summaries: 1)),
        .init(
          "state", .fault, "a workout that ended is not recorded yet",
          remedy: "see which processes wait for it, in state D: ps -eo state,pid,wchan:20,args")
      ),
      (
        .init(folder: "/s", unkept: Unkept(isPlace: true, summaries: 0, failure: full)),
        .init(
          "state", .fault,
          "/s/check: No space left on device: the workout that runs would not outlive a restart",
          remedy: "make room: df -h /s")
      ),
      (
        .init(
          folder: "/s", unkept: Unkept(isPlace: false, summaries: 1, failure: isFolder),
          historyFault: .system(isFolder)),
        .init(
          "state", .fault, "/s/history.jsonl: Is a directory: a workout that ended is not recorded yet",
          remedy: "see what is there: ls -ld /s/history.jsonl")
      ),
      (
        .init(folder: "/s", historyFault: .notRegular(path: "/s/history.jsonl")),
        .init(
          "state", .fault, "/s/history.jsonl: no regular file: a workout that ends is not recorded",
          remedy: "see what is there: ls -ld /s/history.jsonl")
      ),
      (
        .init(folder: "/s", historyFault: .system(SystemError("/s/history.jsonl", .permissionDenied))),
        .init(
          "state", .fault, "/s/history.jsonl: Permission denied: a workout that ends is not recorded",
          remedy: "chmod u+rw /s/history.jsonl")
      ),
      (
        .init(folder: "/s", historyFault: .untrusted(distrusted)),
        .init(
          "state", .fault,
          "/s/history.jsonl: others can write to it; the workouts that are recorded there are not believed",
          remedy: "see what is in it, then: chmod go-w /s/history.jsonl")
      ),
      (
        .init(folder: "/s", failure: SystemError("/s/check", .readOnlyFileSystem)),
        .init(
          "state", .fault, "/s/check: Read-only file system: a workout would not outlive a restart",
          remedy: "see how it is mounted: findmnt --target /s")
      ),
      (
        .init(folder: "/s", failure: SystemError("/s/check", .ioError)),
        .init(
          "state", .fault, "/s/check: Input/output error: a workout would not outlive a restart",
          remedy: "see what the disk says: sudo dmesg --level=err,warn")
      ),
      (
        .init(folder: "/s", failure: SystemError("/s/check", .tooManySymbolicLinkLevels)),
        .init(
          "state", .fault, "/s/check: Too many levels of symbolic links: a workout would not outlive a restart",
          remedy: "see what is there: ls -ld /s/check")
      ),
      (
        .init(folder: "/s", distrust: .writableFolder(path: "/s")),
        .init(
          "state", .fault,
          "/s: others can write to this folder; a workout that is kept there is not gone on with",
          remedy: "see what is in it, then: chmod go-w /s")
      ),
      (
        .init(folder: "/s", setAside: "/s/workout.json.unreadable"),
        .init(
          "state", .warning, "a workout that could not be gone on with is in /s/workout.json.unreadable",
          remedy: "take it away when it is of no more use: rm /s/workout.json.unreadable")
      ),
    ] as [(KeeperCheck?, Report.Finding)])
  func `what is kept has its verdict`(check: KeeperCheck?, finding: Report.Finding) {
    #expect(Report.Finding.state(check, Self.remedies) == finding)
  }
}
