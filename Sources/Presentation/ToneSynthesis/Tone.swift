/// A note of a sound: a few harmonics under one envelope.
///
/// The envelope rises within `attack`, falls off exponentially, and reaches silence through `release`.
struct Tone: Sendable {
  /// When it begins, from the beginning of the sound.
  var begin: Duration = .zero
  var length: Duration
  /// The fundamental, in hertz.
  var frequency: Double
  /// How strong the harmonics are beside one another, beginning with the fundamental.
  var partials: [Double] = [1]
  /// The highest that a sample can be: 1 is full scale.
  var level: Double
  /// In what time it falls to 1/e.
  var decay: Duration

  /// The rise from silence: as short as makes no click, so that the beat is where the sound begins.
  static let attack = Duration.milliseconds(2)
  /// The fall to silence at the end.
  static let release = Duration.milliseconds(12)

  var end: Duration { begin + length }
}
