package import RealModule

/// A built-in sound of a cue.
package enum CueSound: String, CaseIterable, Hashable, Sendable {
  /// A fast interval begins.
  case run
  /// A slow interval begins.
  case walk
  /// A rest without movement begins.
  case rest
  /// One second of a countdown.
  case countdown
  /// A notice during an interval: halfway, the next interval, a split, the time left.
  case notice
  /// The last interval or round begins.
  case last
  case finish
  case pause
}

extension CueSound {
  /// The notes of the sound, in order; the first note begins at time zero.
  ///
  /// All notes are between 600 Hz and 3.5 kHz. Below 600 Hz, small speakers are weak and treadmills rumble. Above 3.5
  /// kHz, older people hear less.
  ///
  /// The first notes of all sounds are different, and no first note is a harmonic of another first note.
  var tones: [Tone] {
    switch self {
    // C6, then G6.
    case .run:
      [
        Tone(
          length: .milliseconds(130), frequency: 1046.5, partials: [1, 0.25, 0.12], level: 0.7,
          decay: .milliseconds(400)),
        Tone(
          begin: .milliseconds(130), length: .milliseconds(300), frequency: 1568, partials: [1, 0.25], level: 0.7,
          decay: .milliseconds(180)),
      ]
    // F6, then B flat 5.
    case .walk:
      [
        Tone(
          length: .milliseconds(130), frequency: 1396.9, partials: [1, 0.25], level: 0.7, decay: .milliseconds(400)),
        Tone(
          begin: .milliseconds(130), length: .milliseconds(300), frequency: 932.3, partials: [1, 0.25, 0.12],
          level: 0.7, decay: .milliseconds(180)),
      ]
    // E5, soft.
    case .rest:
      [Tone(length: .milliseconds(480), frequency: 659.3, partials: [1, 0.3], level: 0.55, decay: .milliseconds(220))]
    // C sharp 7.
    case .countdown:
      [Tone(length: .milliseconds(80), frequency: 2217.5, level: 0.55, decay: .milliseconds(40))]
    // G5 twice, soft.
    case .notice:
      [Duration.zero, .milliseconds(170)].map { begin in
        Tone(
          begin: begin, length: .milliseconds(150), frequency: 784, partials: [1, 0.3], level: 0.45,
          decay: .milliseconds(90))
      }
    // E7 three times, fast.
    case .last:
      [Duration.zero, .milliseconds(140), .milliseconds(280)].map { begin in
        Tone(begin: begin, length: .milliseconds(110), frequency: 2637, level: 0.6, decay: .milliseconds(120))
      }
    // D6 three times, then G6 and B6.
    case .finish:
      [
        (Duration.zero, Duration.milliseconds(130), 1174.7), (.milliseconds(150), .milliseconds(130), 1174.7),
        (.milliseconds(300), .milliseconds(130), 1174.7), (.milliseconds(450), .milliseconds(280), 1568),
        (.milliseconds(750), .milliseconds(700), 1975.5),
      ].map { begin, length, frequency in
        Tone(
          begin: begin, length: length, frequency: frequency, partials: frequency < 1750 ? [1, 0.25] : [1], level: 0.55,
          decay: length * 0.8)
      }
    // A6, then A5.
    case .pause:
      [
        Tone(length: .milliseconds(140), frequency: 1760, level: 0.6, decay: .milliseconds(150)),
        Tone(
          begin: .milliseconds(160), length: .milliseconds(260), frequency: 880, partials: [1, 0.3], level: 0.65,
          decay: .milliseconds(130)),
      ]
    }
  }

  /// The length of the sound.
  package var length: Duration {
    tones.map(\.end).max() ?? .zero
  }

  /// The frequency of the first note, in hertz.
  ///
  /// The first note has most of the energy of the first 100 ms.
  package var signature: Double {
    tones.first?.frequency ?? 0
  }
}

extension CueSound {
  /// The sample rate of the installed sound files, in hertz.
  package static let fileRate = 44_100

  /// Renders the sound as samples between -1 and 1, without silence before or after it.
  ///
  /// The sample rate must be above 7000 hertz because of the highest note.
  package func samples(rate: Int) -> [Double] {
    let tones = tones
    let count = Int((length.seconds * Double(rate)).rounded(.up))
    return (0..<count).map { index in
      let time = Double(index) / Double(rate)
      return tones.reduce(0) { $0 + $1.sample(at: time - $1.begin.seconds) }
    }
  }
}

/// A note of a sound: a few harmonics under one envelope.
///
/// The envelope rises during `attack`, then decays exponentially, and falls to silence during `release`.
struct Tone: Sendable {
  /// The time from the beginning of the sound to the beginning of the note.
  var begin: Duration = .zero
  var length: Duration
  /// The frequency of the fundamental, in hertz.
  var frequency: Double
  /// The relative strengths of the harmonics, beginning with the fundamental.
  var partials: [Double] = [1]
  /// The maximum magnitude of a sample; 1 is full scale.
  var level: Double
  /// The time in which the envelope falls to 1/e.
  var decay: Duration

  /// The duration of the rise from silence at the beginning of the note.
  ///
  /// The rise is long enough to avoid a click, and so short that the sound begins on time.
  static let attack = Duration.milliseconds(2)
  /// The duration of the fall to silence at the end of the note.
  static let release = Duration.milliseconds(12)

  var end: Duration { begin + length }
}

extension Tone {
  /// Returns the sample at a time; the time is in seconds since the beginning of the note.
  ///
  /// The magnitude of the sample is at most `level`. Outside the note, the sample is 0.
  func sample(at time: Double) -> Double {
    guard time >= 0, time < length.seconds else { return 0 }
    var wave = 0.0
    for (index, partial) in partials.enumerated() {
      wave += partial * .sin(2 * .pi * frequency * Double(index + 1) * time)
    }
    return level * envelope(at: time) * wave / partials.reduce(0, +)
  }

  /// Returns the value of the envelope, from 0 to 1, at a time in seconds since the beginning of the note.
  private func envelope(at time: Double) -> Double {
    let rise = ease(time / Self.attack.seconds)
    let fall = ease((length.seconds - time) / Self.release.seconds)
    return rise * fall * .exp(-time / decay.seconds)
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}

/// Returns a value that rises smoothly from 0 to 1 as `part` goes from 0 to 1, without an audible edge.
///
/// The curve is half a period of a raised cosine. Outside the range, the value is constant.
package func ease<Number: Real & BinaryFloatingPoint>(_ part: Number) -> Number {
  (1 - .cos(.pi * min(max(part, 0), 1))) / 2
}
