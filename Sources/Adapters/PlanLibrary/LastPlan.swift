import FoundationEssentials
package import UserFiles

/// The plan that was started last, which `start` without a plan starts again.
package struct LastPlan: Codable, Equatable, Sendable {
  /// The text as started.
  package var plan: String
  /// Name of the plan or file with the text.
  package var planName: String?
  /// Whether it was started by name, so that the plan with this name is started again, and not the text.
  package var isNamed: Bool

  package init(plan: String, planName: String?, isNamed: Bool) {
    self.plan = plan
    self.planName = planName
    self.isNamed = isNamed
  }

  /// Reads the saved plan; nil if there is none, or if its file cannot be read or is not trusted.
  package init?(savedIn folders: XDGFolders) {
    guard let text = try? TextFile.read(folders.lastPlanFile, maxBytes: Self.maxBytes, requireTrusted: true),
      let plan = try? JSONDecoder().decode(LastPlan.self, from: Data(text.utf8))
    else { return nil }
    self = plan
  }

  /// Saves it, and replaces any other.
  package func save(in folders: XDGFolders) throws(SystemError) {
    // Strings and a truth value can always be encoded.
    let json = (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    try AtomicFile.write(json, to: folders.lastPlanFile)
  }

  /// Limit of a message to the daemon, so that any plan fits, although JSON makes text longer.
  private static let maxBytes = 1 << 20
}
