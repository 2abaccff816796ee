/// Where and why a text is no JSON.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with a text.
  package enum Reason: String, Sendable {
    case unexpectedByte = "unexpected byte"
    case unexpectedEnd = "unexpected end"
    case trailingBytes = "bytes after the value"
    case tooDeep = "nested too deeply"
    case duplicateKey = "duplicate key"
    case invalidNumber = "invalid number"
    case invalidString = "invalid string"
  }

  package let reason: Reason

  /// The byte, counted from 0, at which the reading stopped.
  package let offset: Int

  package var description: String { "\(reason.rawValue) at byte \(offset)" }
}
