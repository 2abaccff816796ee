import WorkoutReports
import Text
import Glibc
import LogHandlers
import ControlInterface
import SystemPackage
import UserFiles

/// What was found of what the daemon writes.
extension Report.Finding {
  /// Of a log that lacks so many records, and does not say so yet.
  static func log(_ destination: LogDestination, missing: Int, _ remedies: Remedies) -> Self {
    guard missing == 0 else {
      let records = missing == 1 ? "a record is" : "\(missing) records are"
      let isJournal = destination == .journal
      return Self(
        "log", .warning, "\(records) missing, which \(isJournal ? "the journal" : "standard error") did not take",
        remedy: isJournal ? "sudo systemctl restart systemd-journald" : remedies.fullStandardError)
    }
    return switch destination {
    case .journal: Self("log", .ok, "is in the journal: journalctl --user --unit intervald")
    case .standardError: Self("log", .ok, "is on standard error")
    }
  }

  /// Of the state folder, where the check is nil if it was not over in time.
  static func state(_ check: KeeperCheck?, _ remedies: Remedies) -> Self {
    guard let check else {
      return Self(
        "state", .fault, "the file system does not answer, so that a workout would not outlive a restart",
        remedy: remedies.silentDisk)
    }
    if check.failure != nil || !check.unkept.isNothing { return unkept(check, remedies) }
    if let distrust = check.distrust {
      return Self(
        "state", .fault, "\(distrust.path): \(distrust.message); a workout that is kept there is not gone on with",
        remedy: distrust.hint)
    }
    if let fault = check.historyFault { return history(fault, remedies) }
    if let path = check.setAside {
      return Self(
        "state", .warning, "a workout that could not be gone on with is in \(path)",
        remedy: "take it away when it is of no more use: rm \(path.shellWord)")
    }
    return Self("state", .ok, "a workout outlives a restart, by what is kept in \(check.folder)")
  }

  /// Of what is not kept, or could not be.
  private static func unkept(_ check: KeeperCheck, _ remedies: Remedies) -> Self {
    var consequences: [String] = []
    if check.unkept.isPlace { consequences.append("the workout that runs would not outlive a restart") }
    switch check.unkept.summaries {
    case 0: break
    case 1: consequences.append("a workout that ended is not recorded yet")
    case let count: consequences.append("\(count) workouts that ended are not recorded yet")
    }
    if consequences.isEmpty { consequences.append("a workout would not outlive a restart") }
    let failure = check.failure ?? check.unkept.failure
    let words = [failure.map { "\($0)" }, consequences.joined(separator: ", and ")].compactMap(\.self)
    return Self(
      "state", .fault, words.joined(separator: ": "),
      remedy: failure.map { remedies.forState($0, folder: check.folder, isFolder: check.failure != nil) }
        ?? remedies.silentDisk)
  }

  private static func history(_ fault: FileReadError, _ remedies: Remedies) -> Self {
    let consequence: String
    let remedy: String?
    switch fault {
    case .untrusted(let distrust):
      consequence = "; the workouts that are recorded there are not believed"
      remedy = distrust.hint
    case .system(let error) where error.errno == .permissionDenied:
      consequence = ": a workout that ends is not recorded"
      remedy = remedies.forFile(fault.path)
    case .system, .notRegular, .notUTF8:
      consequence = ": a workout that ends is not recorded"
      remedy = "see what is there: ls -ld \(fault.path.shellWord)"
    }
    return Self("state", .fault, "\(fault.path): \(fault.words)\(consequence)", remedy: remedy)
  }
}
