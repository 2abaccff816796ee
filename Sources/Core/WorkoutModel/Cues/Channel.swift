/// A way by which cues reach a runner, by its word in the settings.
package enum Channel: String, CaseIterable, Codable, Sendable {
  case notification
  case sound
  case voice
  /// The programs that the configuration runs.
  case hook
}
