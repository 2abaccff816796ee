import FoundationEssentials

/// The plan that was started last, which a start without a plan starts again.
package struct LastPlan: Codable, Equatable, Sendable {
  /// The text as started.
  package var plan: String
  /// The plan or file that the text came from.
  package var planName: String?
  /// Whether it was started by that name, so that what the plan folders now hold under it counts rather than the text.
  package var isNamed: Bool

  package init(plan: String, planName: String?, isNamed: Bool) {
    self.plan = plan
    self.planName = planName
    self.isNamed = isNamed
  }

  init?(json: String) {
    guard let plan = try? JSONDecoder().decode(LastPlan.self, from: Data(json.utf8)) else { return nil }
    self = plan
  }

  var json: String {
    // Strings and a truth value can always be encoded.
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
