/// What became of a sound that had begun.
enum SoundEnding: Sendable {
  case played
  /// The connection was given back while it played.
  case cutShort
  case failed(SoundFailure)
}
