/// What kept a workout from being driven for a while.
package enum Interruption: String, Sendable {
  /// The machine slept.
  case sleep
  /// The daemon was away: ended, killed, or the machine was off.
  case restart

  /// The reason that a workout is paused for which does not go on by itself behind it.
  package var pauseReason: PauseReason {
    switch self {
    case .sleep: .sleep
    case .restart: .restart
    }
  }
}
