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

  /// Reads what is kept; nil where there was none, or what is kept of it cannot be read, or is open to others.
  package init?(keptIn folders: Folders) {
    guard let text = try? TextFile.read(folders.lastPlanFile, mostBytes: Self.mostBytes, isObeyed: true),
      let plan = try? JSONDecoder().decode(LastPlan.self, from: Data(text.utf8))
    else { return nil }
    self = plan
  }

  /// Keeps it in place of any other.
  package func keep(in folders: Folders) throws(FileError) {
    // Strings and a truth value can always be encoded.
    let json = (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    try AtomicFile.write(json, to: folders.lastPlanFile)
  }

  /// As many as the message had in which the plan came: JSON makes a text longer than it is.
  private static let mostBytes = 1 << 20
}
