package import PlanNotation

/// Why a file of settings or of a plan is of no use.
package struct SettingsFileError: Error, Equatable {
  package let path: String
  package let reason: Reason

  package enum Reason: Equatable, Sendable {
    /// The errno of the call that failed.
    case system(Int32)
    /// A pipe or a device, which could keep whoever reads it waiting for ever.
    case notRegular
    case notUTF8
    case notation(NotationError)
    /// Others can have changed it.
    case untrusted(FileTrustError)
  }

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
