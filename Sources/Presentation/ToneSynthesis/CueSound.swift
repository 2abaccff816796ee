/// A built-in sound, by which a cue is recognized.
package enum CueSound: String, CaseIterable, Hashable, Sendable {
  /// Something fast begins.
  case run
  /// Something slow begins.
  case walk
  /// Standing still begins.
  case rest
  /// One second of a countdown.
  case countdown
  /// A notice in passing: halfway, the next interval, a split, the time left.
  case notice
  /// The last interval or round.
  case last
  case finish
  case pause
}

extension CueSound {
  /// The notes of the sound, in order; the first begins with it.
  ///
  /// All notes are between 600 Hz, below which small speakers are weak and treadmills rumble, and 3.5 kHz, above which
  /// older people hear less. No two sounds begin with the same note, nor with a harmonic of another's first note.
  var tones: [Tone] {
    switch self {
    // C6 up to G6.
    case .run:
      [
        Tone(
          length: .milliseconds(130), frequency: 1046.5, partials: [1, 0.25, 0.12], level: 0.7,
          decay: .milliseconds(400)),
        Tone(
          begin: .milliseconds(130), length: .milliseconds(300), frequency: 1568, partials: [1, 0.25], level: 0.7,
          decay: .milliseconds(180)),
      ]
    // F6 down to B flat 5.
    case .walk:
      [
        Tone(
          length: .milliseconds(130), frequency: 1396.9, partials: [1, 0.25], level: 0.7, decay: .milliseconds(400)),
        Tone(
          begin: .milliseconds(130), length: .milliseconds(300), frequency: 932.3, partials: [1, 0.25, 0.12],
          level: 0.7, decay: .milliseconds(180)),
      ]
    // E5, softly.
    case .rest:
      [Tone(length: .milliseconds(480), frequency: 659.3, partials: [1, 0.3], level: 0.55, decay: .milliseconds(220))]
    // C sharp 7.
    case .countdown:
      [Tone(length: .milliseconds(80), frequency: 2217.5, level: 0.55, decay: .milliseconds(40))]
    // G5 twice, softly.
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
    // D6 three times, and up to G6 and B6.
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
    // A6 down to A5.
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

  /// The frequency of the first note, which has most of the energy of the first 100 ms, in hertz.
  package var signature: Double {
    tones.first?.frequency ?? 0
  }
}

extension CueSound {
  /// The rate of the sound files in the package, in samples a second.
  package static let fileRate = 44_100

  /// Renders the sound as samples between -1 and 1, with no silence before or after it.
  ///
  /// The rate is in samples a second, above 7000 so that the highest note fits.
  package func samples(rate: Int) -> [Double] {
    let tones = tones
    let count = Int((length.seconds * Double(rate)).rounded(.up))
    return (0..<count).map { index in
      let time = Double(index) / Double(rate)
      return tones.reduce(0) { $0 + $1.sample(at: time - $1.begin.seconds) }
    }
  }
}
