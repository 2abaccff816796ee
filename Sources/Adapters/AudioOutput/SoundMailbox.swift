import ToneSynthesis

/// What waits for the queue of a player: one of a kind, the latest.
struct SoundMailbox {
  struct Preparation {
    var sounds: Set<SoundSource>
    var loudness: Loudness
  }

  struct Play {
    var sound: SoundSource
    /// What is played if the sound itself cannot be.
    var fallback: CueSound?
    /// When it was to be heard.
    var since: ContinuousClock.Instant
  }

  struct Test {
    var sound: SoundSource
    /// Told how it ended; one that was replaced by a later test is told nothing.
    var ending: AsyncStream<SoundEnding>.Continuation
  }

  var preparation: Preparation?
  var play: Play?
  var test: Test?
  /// Whether the queue is on its way to it.
  var isQueued = false
}
