extension Wire {
  /// What the daemon is doing.
  package enum Phase: String, Codable, Sendable, CaseIterable {
    /// Nothing is loaded.
    case idle
    /// The get-ready countdown.
    case leadIn
    case running
    /// The clock stands still.
    case paused
  }
}
