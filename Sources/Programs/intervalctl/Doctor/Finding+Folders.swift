import Text
import ControlInterface
import PlanLibrary
import UserFiles

/// What was found of the settings and the folders.
extension Wire.Finding {
  static func settings(_ result: Result<Configuration, LibraryFileError>, plans: PlanFolders) -> Self {
    switch result {
    case .success(let configuration):
      if let missing = MissingDefaultPlan(configuration, in: plans) {
        return Self("settings", .warning, missing.words, remedy: missing.hint)
      }
      return Self(
        "settings", .ok, configuration.path.map { "are read from \($0)" } ?? "there is no file, and all defaults hold")
    case .failure(let error):
      let failure = Failure.unusableSettings(error)
      let isText = if case .invalid = error { true } else { false }
      let look = isText ? "see how settings are written: man intervald.conf" : lookingAt(error.path)
      return Self("settings", .fault, failure.message, remedy: failure.hints.first ?? look)
    }
  }

  /// The folder of the socket and the lock, which intervald refuses to use if others can write to it.
  static func runtimeFolder(_ path: String, _ state: PathState, user: UInt32) -> Self {
    let subject = "runtime folder"
    switch state.kind {
    case .folder(let owner, _) where owner != user:
      return Self(
        subject, .fault, "\(path) belongs to another user, with the number \(owner)",
        remedy: "have it removed: sudo rm -r \(path.shellWord)")
    case .folder(_, let mode) where mode & 0o022 != 0:
      return Self(
        subject, .fault, "others can write to \(path)", remedy: "see what is in it, then: chmod go-w \(path.shellWord)")
    case .folder(_, let mode) where mode & 0o077 != 0:
      return Self(subject, .warning, "others can look into \(path)", remedy: "chmod 700 \(path.shellWord)")
    case .missing: return Self(subject, .unused, "\(path) is made when intervald starts")
    default: return unusable(subject, path, state, isWritten: true) ?? Self(subject, .ok, "\(path) is yours alone")
    }
  }

  /// A folder whose files are obeyed: of the settings, or of what intervald keeps.
  static func obeyedFolder(
    _ subject: String, _ path: String, _ state: PathState, distrust: FileTrustError?, isWritten: Bool
  ) -> Self {
    if let distrust {
      return Self(subject, .fault, "\(distrust.path): \(distrust.message)", remedy: distrust.hint)
    }
    if state.kind == .missing { return Self(subject, .unused, "\(path) is not there, and need not be") }
    return unusable(subject, path, state, isWritten: isWritten) ?? Self(subject, .ok, path)
  }

  /// The folder in which plans are saved; whose they are is of no account.
  static func plansFolder(_ path: String, _ state: PathState) -> Self {
    let subject = "plans folder"
    if state.kind == .missing { return Self(subject, .unused, "\(path) is made when a plan is saved") }
    return unusable(subject, path, state, isWritten: true) ?? Self(subject, .ok, path)
  }

  private static func unusable(_ subject: String, _ path: String, _ state: PathState, isWritten: Bool) -> Self? {
    switch state.kind {
    case .unknown(let error): return Self(subject, .fault, "\(error)", remedy: lookingAt(path))
    case .other, .socket:
      return Self(subject, .fault, "\(path) is no folder", remedy: "see what it is, then: rm \(path.shellWord)")
    case .missing, .folder: break
    }
    guard !state.canRead || (isWritten && !state.canWrite) else { return nil }
    let what = state.canRead ? "written to" : "read"
    return Self(subject, .fault, "\(path) cannot be \(what)", remedy: "chmod u+rwx \(path.shellWord)")
  }

  private static func lookingAt(_ path: String) -> String { "see what is there: ls -ld \(path.shellWord)" }
}
