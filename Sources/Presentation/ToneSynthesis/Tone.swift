import RealModule

/// A note of a sound: a few harmonics under one envelope.
///
/// The envelope rises within `attack`, falls off exponentially, and reaches silence through `release`.
struct Tone: Sendable {
  /// The time from the beginning of the sound.
  var begin: Duration = .zero
  var length: Duration
  /// The fundamental, in hertz.
  var frequency: Double
  /// The relative strengths of the harmonics, beginning with the fundamental.
  var partials: [Double] = [1]
  /// The maximum of a sample; 1 is full scale.
  var level: Double
  /// The time in which the envelope falls to 1/e.
  var decay: Duration

  /// The rise from silence: just long enough to make no click, so that the sound begins on the beat.
  static let attack = Duration.milliseconds(2)
  /// The fall to silence at the end.
  static let release = Duration.milliseconds(12)

  var end: Duration { begin + length }
}

extension Tone {
  /// The sample at a time in seconds from the beginning of the tone, at most `level` in magnitude; 0 outside the tone.
  func sample(at time: Double) -> Double {
    guard time >= 0, time < length.seconds else { return 0 }
    var wave = 0.0
    for (index, partial) in partials.enumerated() {
      wave += partial * .sin(2 * .pi * frequency * Double(index + 1) * time)
    }
    return level * envelope(at: time) * wave / partials.reduce(0, +)
  }

  /// The envelope at a time: 0...1.
  private func envelope(at time: Double) -> Double {
    let rise = Self.ease(time / Self.attack.seconds)
    let fall = Self.ease((length.seconds - time) / Self.release.seconds)
    return rise * fall * .exp(-time / decay.seconds)
  }

  /// Half a period of a raised cosine, from 0 at 0 to 1 at 1 and beyond, without an audible corner.
  private static func ease(_ part: Double) -> Double {
    (1 - .cos(.pi * min(max(part, 0), 1))) / 2
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
