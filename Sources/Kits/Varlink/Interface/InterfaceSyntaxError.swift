/// Where and why a text is no interface description.
package struct InterfaceSyntaxError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line, counted from 1.
  package let line: Int
  package let message: String

  package var description: String { "line \(line): \(message)" }
}
