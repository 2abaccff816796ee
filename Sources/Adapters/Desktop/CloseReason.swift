/// Why a notification went, by the numbers of the Desktop Notifications Specification.
package enum CloseReason: Int32, Equatable, Sendable {
  case expired = 1
  case dismissed = 2
  case closedByCall = 3
  case undefined = 4

  /// Any number that the specification does not know is `undefined`.
  package init(code: Int32) {
    self = Self(rawValue: code) ?? .undefined
  }
}
