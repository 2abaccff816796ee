@testable import intervalctl

extension PlanText: ExpressibleByStringInterpolation {
  /// Creates a plan text from a literal, as if a user had typed it.
  convenience init(stringLiteral text: String) { self.init(text: text) }
}
