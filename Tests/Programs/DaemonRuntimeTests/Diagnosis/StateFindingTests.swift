import Glibc
import LogHandlers
import SystemPackage
import Testing
import UserFiles
import WorkoutReports

@testable import DaemonRuntime

@Suite struct StateFindingTests {
  private static let hints = Hints(hasUserManager: true, hasSystemManager: true)

  @Test(
    arguments: [
      (.journal, 0, .init("log", .ok, "is in the journal: journalctl --user --unit intervald")),
      (.standardError, 0, .init("log", .ok, "is on standard error")),
      (
        .journal, 2,
        .init(
          "log", .warning, "2 records are missing, because the journal did not accept them",
          remedy: "sudo systemctl restart systemd-journald")
      ),
      (
        .standardError, 1,
        .init(
          "log", .warning, "a record is missing, because standard error did not accept it",
          remedy: "read the standard error of intervald, or redirect it to a file: intervald 2> FILE")
      ),
    ] as [(LogDestination, Int, Report.Finding)])
  func `each state of the log has its finding`(destination: LogDestination, missing: Int, finding: Report.Finding) {
    #expect(Report.Finding.log(destination, missing: missing, Self.hints) == finding)
  }

  private static let full = SystemError("/s/check", .noSpace)
  private static let isFolder = SystemError("/s/history.jsonl", .isDirectory)
  private static let untrusted = FileTrustError.writableFile(path: "/s/history.jsonl")

  @Test(
    arguments: [
      (
        .init(folder: "/s"),
        .init("state", .ok, "a workout survives a restart, because its state is saved in /s")
      ),
      (
        nil,
        .init(
          "state", .fault, "the file system does not respond, so a workout would not survive a restart",
          remedy: "see which processes wait for it, in state D: ps -eo state,pid,wchan:20,args")
      ),
      (
        .init(folder: "/s", failure: full),
        .init(
          "state", .fault, "/s/check: No space left on device: a workout would not survive a restart",
          remedy: "free some space: df -h /s")
      ),
      (
        .init(folder: "/s", failure: full, unsaved: UnsavedState(hasPosition: true, summaryCount: 1)),
        .init(
          "state", .fault,
          "/s/check: No space left on device: the current workout would not survive a restart, and a workout that "
            + "ended is not recorded yet", remedy: "free some space: df -h /s")
      ),
      (
        .init(
          folder: "/s",
          unsaved: UnsavedState(
            hasPosition: false, summaryCount: 2, failure: SystemError("/s/history.jsonl", .permissionDenied))),
        .init(
          "state", .fault, "/s/history.jsonl: Permission denied: 2 workouts that ended are not recorded yet",
          remedy: "chmod u+rw /s/history.jsonl")
      ),
      (
        .init(folder: "/s", failure: SystemError("/s/check", .permissionDenied)),
        .init(
          "state", .fault, "/s/check: Permission denied: a workout would not survive a restart",
          remedy: "chmod u+rwx /s")
      ),
      (
        .init(folder: "/s's", failure: SystemError("/s's/check", .diskQuotaExceeded)),
        .init(
          "state", .fault, "/s's/check: Disk quota exceeded: a workout would not survive a restart",
          remedy: #"free some space: df -h '/s'\''s'"#)
      ),
      (
        .init(folder: "/s", unsaved: UnsavedState(hasPosition: false, summaryCount: 1)),
        .init(
          "state", .fault, "a workout that ended is not recorded yet",
          remedy: "see which processes wait for it, in state D: ps -eo state,pid,wchan:20,args")
      ),
      (
        .init(folder: "/s", unsaved: UnsavedState(hasPosition: true, summaryCount: 0, failure: full)),
        .init(
          "state", .fault,
          "/s/check: No space left on device: the current workout would not survive a restart",
          remedy: "free some space: df -h /s")
      ),
      (
        .init(
          folder: "/s", unsaved: UnsavedState(hasPosition: false, summaryCount: 1, failure: isFolder),
          historyError: .system(isFolder)),
        .init(
          "state", .fault, "/s/history.jsonl: Is a directory: a workout that ended is not recorded yet",
          remedy: "inspect it: ls -ld /s/history.jsonl")
      ),
      (
        .init(folder: "/s", historyError: .notRegular(path: "/s/history.jsonl")),
        .init(
          "state", .fault, "/s/history.jsonl: not a regular file: a workout that ends is not recorded",
          remedy: "inspect it: ls -ld /s/history.jsonl")
      ),
      (
        .init(folder: "/s", historyError: .system(SystemError("/s/history.jsonl", .permissionDenied))),
        .init(
          "state", .fault, "/s/history.jsonl: Permission denied: a workout that ends is not recorded",
          remedy: "chmod u+rw /s/history.jsonl")
      ),
      (
        .init(folder: "/s", historyError: .untrusted(untrusted)),
        .init(
          "state", .fault,
          "/s/history.jsonl: other users can write to it; the workouts recorded there are ignored",
          remedy: "check its contents, then: chmod go-w /s/history.jsonl")
      ),
      (
        .init(folder: "/s", failure: SystemError("/s/check", .readOnlyFileSystem)),
        .init(
          "state", .fault, "/s/check: Read-only file system: a workout would not survive a restart",
          remedy: "see how it is mounted: findmnt --target /s")
      ),
      (
        .init(folder: "/s", failure: SystemError("/s/check", .ioError)),
        .init(
          "state", .fault, "/s/check: Input/output error: a workout would not survive a restart",
          remedy: "see the errors of the disk: sudo dmesg --level=err,warn")
      ),
      (
        .init(folder: "/s", failure: SystemError("/s/check", .tooManySymbolicLinkLevels)),
        .init(
          "state", .fault, "/s/check: Too many levels of symbolic links: a workout would not survive a restart",
          remedy: "inspect it: ls -ld /s/check")
      ),
      (
        .init(folder: "/s", trustError: .writableFolder(path: "/s")),
        .init(
          "state", .fault,
          "/s: other users can write to this folder; a workout saved there is not resumed",
          remedy: "check its contents, then: chmod go-w /s")
      ),
      (
        .init(folder: "/s", unreadablePath: "/s/workout.json.unreadable"),
        .init(
          "state", .warning, "a saved workout that cannot be resumed is in /s/workout.json.unreadable",
          remedy: "remove it when you no longer need it: rm /s/workout.json.unreadable")
      ),
    ] as [(StateCheck?, Report.Finding)])
  func `each state of the state folder has its finding`(check: StateCheck?, finding: Report.Finding) {
    #expect(Report.Finding.state(check, Self.hints) == finding)
  }
}
