extension Wire {
  /// One interval as scheduled.
  package struct Interval: Codable, Equatable, Sendable {
    /// A word of the plan notation.
    package var kind: String
    package var label: String?
    /// Notation as entered: `30s`, `400mtr`, `open`.
    package var goal: String
    /// The real one, for a cut interval the cut one.
    package var durationMs: Int?
    package var distanceM: Double?
    package var paceMps: Double?

    package init(
      kind: String, label: String? = nil, goal: String, durationMs: Int? = nil, distanceM: Double? = nil,
      paceMps: Double? = nil
    ) {
      self.kind = kind
      self.label = label
      self.goal = goal
      self.durationMs = durationMs
      self.distanceM = distanceM
      self.paceMps = paceMps
    }
  }
}
