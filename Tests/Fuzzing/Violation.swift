/// What does not hold.
package struct Violation: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

func require(_ holds: Bool, _ what: @autoclosure () -> String) throws(Violation) {
  guard holds else { throw Violation(what()) }
}
