@testable import intervalctl

extension PlanText: ExpressibleByStringInterpolation {
  /// Parses a text as it is typed.
  convenience init(stringLiteral text: String) { self.init(text: text) }
}
