import SystemPackage
import UserFiles

/// What was found at a path, by stat(2) and access(2).
struct PathState: Equatable {
  var kind: Kind
  var canRead = true
  var canWrite = true

  enum Kind: Equatable {
    case missing
    case unknown(SystemError)
    case folder(owner: UInt32, mode: UInt32)
    case socket(owner: UInt32, mode: UInt32)
    case other
  }

  init(_ kind: Kind, canRead: Bool = true, canWrite: Bool = true) {
    self.kind = kind
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
    let (owner, mode) = (status.userID.rawValue, status.permissions.rawValue)
    kind =
      switch status.type {
      case .directory: .folder(owner: owner, mode: mode)
      case .socket: .socket(owner: owner, mode: mode)
      default: .other
      }
    canRead = SystemCalls.canAccess(path, for: [.read, .execute])
    canWrite = SystemCalls.canAccess(path, for: [.write, .execute])
  }
}
