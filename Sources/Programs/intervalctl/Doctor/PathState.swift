import Glibc
import PlanLibrary
import SystemPackage
import Text
import UserFiles
import WorkoutEngine
import WorkoutPresentation
import WorkoutReports

/// The state of a path, from stat(2) and access(2).
///
/// The mode of a folder lacks the bits of its group if only this user is in the group.
struct PathState: Equatable {
  var kind: Kind
  /// The other users who can write to the path; nil if no other user can.
  var writers: FileTrust.Writers?
  var canRead = true
  var canWrite = true

  enum Kind: Equatable {
    case missing
    case unknown(SystemError)
    case folder(owner: UInt32, mode: UInt32)
    case socket(owner: UInt32)
    case other
  }

  init(_ kind: Kind, writers: FileTrust.Writers? = nil, canRead: Bool = true, canWrite: Bool = true) {
    self.kind = kind
    self.writers = writers
    self.canRead = canRead
    self.canWrite = canWrite
  }

  init(of path: String) {
    let status: Stat
    do {
      status = try Stat(at: path)
    } catch {
      kind = error.errno == .noSuchFileOrDirectory ? .missing : .unknown(error)
      return
    }
    let owner = status.userID.rawValue
    kind =
      switch status.type {
      case .directory: .folder(owner: owner, mode: status.permissionsExceptPrivateGroup.rawValue)
      case .socket: .socket(owner: owner)
      default: .other
      }
    writers = FileTrust.Writers(status)
    canRead = SystemCalls.canAccess(path, for: [.read, .execute])
    canWrite = SystemCalls.canAccess(path, for: [.write, .execute])
  }
}

/// The findings about the settings and the folders.
extension Report.Finding {
  /// The finding about the configuration.
  static func settings(_ result: Result<Configuration, LibraryFileError>, plans: PlanFolders) -> Self {
    switch result {
    case .success(let configuration):
      if let missing = MissingDefaultPlan(configuration, in: plans) {
        return Self("settings", .warning, missing.words, remedy: missing.hint)
      }
      let ineffective = IneffectiveSettingWords.all(configuration.settings.ineffective)
      if let first = ineffective.first {
        guard ineffective.count > 1 else { return Self("settings", .warning, first.words, remedy: first.remedy) }
        return Self(
          "settings", .warning, "some settings have no effect", details: ineffective.map { "\($0.words); \($0.remedy)" }
        )
      }
      return Self(
        "settings", .ok, configuration.path.map { "read from \($0)" } ?? "no configuration file; the defaults apply")
    case .failure(let error):
      let failure = Failure.unusableSettings(error)
      let isText = if case .invalid = error { true } else { false }
      let look = isText ? "see how settings are written: man intervald.conf" : FileHint.list(error.path)
      return Self("settings", .fault, failure.message, remedy: failure.hints.first ?? look)
    }
  }

  /// The finding about the folder with the socket and the lock.
  ///
  /// intervald refuses to use this folder if other users can write to it. `base` is the state of the folder that
  /// contains this folder.
  static func runtimeFolder(_ path: String, _ state: PathState, in base: PathState, user: UInt32) -> Self {
    let subject = "runtime folder"
    switch (state.kind, state.writers) {
    case (.folder(let owner, _), _) where owner != user:
      return Self(
        subject, .fault, "\(path) belongs to another user, with the number \(owner)",
        remedy: foreignRemedy(path, in: base, user: user))
    case (.folder, let writers?):
      return Self(subject, .fault, "\(writers.words) can write to \(path)", remedy: FileHint.protect([path]))
    case (.folder(_, let mode), nil) where mode & 0o077 != 0:
      return Self(subject, .warning, "other users can access \(path)", remedy: "chmod 700 \(path.shellWord)")
    case (.missing, _): return Self(subject, .unused, "\(path) is created when intervald starts")
    default:
      return unusable(subject, path, state, isWritten: true, user: user) ?? Self(subject, .ok, "\(path) is private")
    }
  }

  /// The remedy for a file or folder of another user at a path that this user needs.
  ///
  /// The other user may be using it, so it is never removed. In a folder of this user, it can be renamed. A folder of
  /// another user is in use if the variable was inherited, for example by a command under sudo.
  static func foreignRemedy(_ path: String, in base: PathState, user: UInt32) -> String {
    if case .folder(user, _) = base.kind {
      return "give it another name: mv -T \(path.shellWord) \("\(path).other".shellWord)"
    }
    return "set XDG_RUNTIME_DIR to a folder of your own, such as /run/user/\(user)"
      + (user == 0 ? ", or use intervalctl without sudo" : "")
  }

  /// The finding about a folder whose files must be trusted: the settings folder or the state folder.
  static func trustedFolder(
    _ subject: String, _ path: String, _ state: PathState, distrust: FileTrustError?, isWritten: Bool, user: UInt32
  ) -> Self {
    if let distrust {
      return Self(subject, .fault, "\(distrust.path): \(distrust.message)", remedy: distrust.hint)
    }
    if state.kind == .missing { return Self(subject, .unused, "\(path) does not exist yet") }
    return unusable(subject, path, state, isWritten: isWritten, user: user) ?? Self(subject, .ok, path)
  }

  /// The finding about the folder in which plans are saved; another user may own this folder.
  static func plansFolder(_ path: String, _ state: PathState, user: UInt32) -> Self {
    let subject = "plans folder"
    if state.kind == .missing { return Self(subject, .unused, "\(path) is created when a plan is saved") }
    return unusable(subject, path, state, isWritten: true, user: user) ?? Self(subject, .ok, path)
  }

  private static func unusable(
    _ subject: String, _ path: String, _ state: PathState, isWritten: Bool, user: UInt32
  ) -> Self? {
    let isOwn: Bool
    switch state.kind {
    case .unknown(let error): return Self(subject, .fault, "\(error)", remedy: FileHint.list(path))
    case .other, .socket:
      return Self(
        subject, .fault, "\(path) is not a folder",
        remedy: "give it another name: mv -T \(path.shellWord) \("\(path).other".shellWord)")
    case .missing: return nil
    // Only the owner can change the mode. With all permissions of the owner, the mode is not the reason.
    case .folder(let owner, let mode): isOwn = owner == user && mode & 0o700 != 0o700
    }
    guard !state.canRead || (isWritten && !state.canWrite) else { return nil }
    let what = state.canRead ? "written to" : "read"
    return Self(
      subject, .fault, "\(path) cannot be \(what)",
      remedy: isOwn ? "chmod u+rwx \(path.shellWord)" : FileHint.list(path))
  }
}
