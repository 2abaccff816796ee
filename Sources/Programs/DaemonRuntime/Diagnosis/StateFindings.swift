import ControlInterface
import Glibc
import LogHandlers
import SystemPackage
import Text
import UserFiles
import WorkoutReports

/// The findings about the log and the saved state.
extension Report.Finding {
  /// The finding about the log; `missing` is the number of lost records that the log has not reported yet.
  static func log(_ destination: LogDestination, missing: Int, _ hints: Hints) -> Self {
    guard missing == 0 else {
      let (records, pronoun) = missing == 1 ? ("a record is", "it") : ("\(missing) records are", "them")
      let isJournal = destination == .journal
      return Self(
        "log", .warning,
        "\(records) missing, because \(isJournal ? "the journal" : "standard error") did not accept \(pronoun)",
        remedy: isJournal ? "sudo systemctl restart systemd-journald" : hints.fullStandardError)
    }
    return switch destination {
    case .journal: Self("log", .ok, "is in the journal: journalctl --user --unit intervald")
    case .standardError: Self("log", .ok, "is on standard error")
    }
  }

  /// The finding about the state folder; the check is nil if it exceeded its time limit.
  static func state(_ check: StateCheck?, _ hints: Hints) -> Self {
    guard let check else {
      return Self(
        "state", .fault, "the file system does not respond, so a workout would not survive a restart",
        remedy: hints.hungDisk)
    }
    if check.failure != nil || !check.unsaved.isEmpty { return unsaved(check, hints) }
    if let error = check.trustError {
      return Self(
        "state", .fault, "\(error.path): \(error.message); a workout saved there is not resumed", remedy: error.hint)
    }
    if let error = check.historyError { return history(error, hints) }
    if let path = check.unreadablePath {
      return Self(
        "state", .warning, "a saved workout that cannot be resumed is in \(path)",
        remedy: "remove it when you no longer need it: rm \(path.shellWord)")
    }
    return Self("state", .ok, "a workout survives a restart, because its state is saved in \(check.folder)")
  }

  /// The finding for state that could not be saved, or for a state folder to which nothing can be written.
  private static func unsaved(_ check: StateCheck, _ hints: Hints) -> Self {
    var consequences: [String] = []
    if check.unsaved.hasPosition {
      consequences.append("the current workout would not survive \(check.unsaved.lossEvents)")
    }
    switch check.unsaved.summaryCount {
    case 0: break
    case 1: consequences.append("a workout that ended is not recorded yet")
    case let count: consequences.append("\(count) workouts that ended are not recorded yet")
    }
    if check.unsaved.changeCount > 0 { consequences.append("a correction is not in the history yet") }
    if consequences.isEmpty { consequences.append("a workout would not survive a restart") }
    let failure = check.failure ?? check.unsaved.failure
    let parts = [failure.map { "\($0)" }, consequences.joined(separator: ", and ")].compactMap(\.self)
    return Self(
      "state", .fault, parts.joined(separator: ": "),
      remedy: failure.map { hints.forState($0, folder: check.folder, isFolder: check.failure != nil) }
        ?? hints.hungDisk)
  }

  private static func history(_ error: FileReadError, _ hints: Hints) -> Self {
    let consequence: String
    let remedy: String?
    switch error {
    case .untrusted(let untrusted):
      consequence = "; the workouts recorded there are ignored"
      remedy = untrusted.hint
    case .system(let failure) where failure.errno == .permissionDenied:
      consequence = ": a workout that ends is not recorded"
      remedy = hints.forFile(error.path)
    case .system, .notRegular, .notUTF8:
      consequence = ": a workout that ends is not recorded"
      remedy = FileHint.list(error.path)
    }
    return Self("state", .fault, "\(error.path): \(error.message)\(consequence)", remedy: remedy)
  }
}
