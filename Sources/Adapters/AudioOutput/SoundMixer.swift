/// The volumes of the sound server.
package protocol SoundMixer: Sendable {
  /// Returns the reasons why sounds or speech cannot be heard, although the server plays them; makes no sound.
  ///
  /// Returns nil if the reasons are unknown, because no server responds within the limit.
  func obstacles(within limit: Duration) async -> [SoundObstacle]?
}

/// A reason why sounds or speech cannot be heard.
package enum SoundObstacle: Hashable, Sendable {
  /// PipeWire runs without a session manager, which connects the streams of programs to outputs.
  case noSessionManager
  case muted(MixerControl)
  /// The volume is 0.
  case silent(MixerControl)

  /// Whether the obstacle concerns only one of sounds and speech; nil if it concerns both.
  package var isOnlyOfSpeech: Bool? {
    switch self {
    case .noSessionManager, .muted(.output), .silent(.output): nil
    case .muted(.cues), .silent(.cues): false
    case .muted(.speech), .silent(.speech): true
    }
  }
}

/// A control of a mixer.
package enum MixerControl: Hashable, Sendable {
  /// The output that plays the sounds; `isPipeWire` is true for the default output of PipeWire.
  case output(name: String, isPipeWire: Bool)
  /// The sounds of this program.
  case cues
  /// The stream of the speech service, by its number.
  case speech(UInt32)
}
