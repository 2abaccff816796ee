package import PlanNotation

/// Why a file of settings or of a plan is of no use.
package struct SettingsFileError: Error, Equatable {
  package let path: String
  package let reason: Reason

  package enum Reason: Equatable, Sendable {
    /// The errno of the call that failed.
    case system(Int32)
    case notUTF8
    case notation(NotationError)
  }

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}
