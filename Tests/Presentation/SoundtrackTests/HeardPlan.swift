import Synchronization
import Testing
import ToneSynthesis

/// A tone that a recording must contain, at a time that was computed by hand.
struct PlacedTone: CustomTestStringConvertible {
  let tone: CueSound
  /// The time since the beginning of the file, in seconds.
  let time: Double

  init(_ tone: CueSound, _ time: Double) {
    self.tone = tone
    self.time = time
  }

  var testDescription: String { "\(tone.rawValue)@\(time)" }

  func frame(at rate: Int) -> Int { Int((time * Double(rate)).rounded()) }
}

/// A plan and the tones that its recording must contain.
struct HeardPlan: CustomTestStringConvertible {
  let text: String
  let tones: [PlacedTone]

  init(_ text: String, _ tones: [(CueSound, Double)]) {
    self.text = text
    self.tones = tones.map { PlacedTone($0.0, $0.1) }
  }

  var testDescription: String { text }

  /// The total number of frames, up to the end of the last tone.
  func frames(at rate: Int) -> Int {
    tones.map { $0.frame(at: rate) + RenderedTones.samples(of: $0.tone, rate: rate).count }.max() ?? 0
  }

  /// Returns whether a 16-bit recording contains exactly these tones, except for rounding, and is silent elsewhere.
  func isRecorded(in recording: [Int], at rate: Int) -> Bool {
    var sum = [Double](repeating: 0, count: frames(at: rate))
    for tone in tones {
      let begin = tone.frame(at: rate)
      for (index, sample) in RenderedTones.samples(of: tone.tone, rate: rate).enumerated() {
        sum[begin + index] += sample
      }
    }
    guard recording.count == sum.count else { return false }
    for (index, sample) in recording.enumerated() {
      guard sum[index] != 0 ? abs(Double(sample) - sum[index] * 32_767) < 1 : sample == 0 else { return false }
    }
    return true
  }

  /// The time for 100 m at 1:57 per mile (1609.344 m), in seconds.
  private static let run = 117 / 1609.344 * 100
  /// The time for 70 m at 1:43 per kilometre, in seconds.
  private static let walk = 103 * 0.07
  /// The time for 100 m at 1:30 per kilometre, in seconds.
  private static let lap = 9.0

  static let all = [
    // A lead-in and countdowns. When an interval starts, only the sound of the start is played.
    HeardPlan(
      "lead-in 4s\n2x(2s run, 2s walk), 2s rest, 2s run",
      [
        (.countdown, 1), (.countdown, 2), (.countdown, 3), (.run, 4), (.countdown, 5), (.walk, 6), (.countdown, 7),
        (.last, 8), (.countdown, 9), (.walk, 10), (.countdown, 11), (.rest, 12), (.countdown, 13), (.last, 14),
        (.countdown, 15), (.finish, 16),
      ]),
    // Nested repeats; the last round and the last interval begin with the sound `last`.
    HeardPlan(
      "lead-in off\ncountdown off\n2x(2x(3s work, 2s rest), 4s walk)",
      [
        (.run, 0), (.rest, 3), (.run, 5), (.rest, 8), (.walk, 10), (.last, 14), (.rest, 17), (.run, 19), (.rest, 22),
        (.last, 24), (.finish, 28),
      ]),
    // An `until` that ends in the middle of an interval.
    HeardPlan(
      "lead-in off\ncountdown off\nuntil 7.5s (2s run, 1s walk)",
      [(.run, 0), (.walk, 2), (.run, 3), (.walk, 5), (.last, 6), (.finish, 7.5)]),
    // A distance goal that ends within a lap: 250 m are two and a half laps.
    HeardPlan(
      "lead-in off\ncountdown 4\nuntil 0.25km (100mtr run @1:30/km)",
      [
        (.run, 0), (.countdown, lap - 4), (.run, lap), (.countdown, 2 * lap - 4), (.last, 2 * lap),
        (.countdown, 2.5 * lap - 4), (.finish, 2.5 * lap),
      ]),
    // A last interval that is skipped.
    HeardPlan(
      "lead-in 3s\ncountdown 1\nskip-last rest\n3x(4s work, 2s rest)",
      [
        (.countdown, 2), (.run, 3), (.countdown, 6), (.rest, 7), (.countdown, 8), (.run, 9), (.countdown, 12),
        (.rest, 13), (.countdown, 14), (.last, 15), (.countdown, 18), (.finish, 19),
      ]),
    // A start that is announced early has a second sound when the interval begins.
    HeardPlan(
      "lead-in off\ncountdown off\nbelt-lag 2s\n5s run @10kph, 5s walk @5kph, 5s rest",
      [(.run, 0), (.walk, 3), (.walk, 5), (.rest, 8), (.last, 10), (.finish, 15)]),
    // Distances whose times are neither whole seconds nor whole frames.
    HeardPlan(
      "lead-in 0.7s\ncountdown 3\n2x(100mtr run @1:57/mi, 70mtr walk @1:43/km)",
      [
        (.run, 0.7), (.countdown, 0.7 + run - 3), (.walk, 0.7 + run), (.countdown, 0.7 + run + walk - 3),
        (.last, 0.7 + run + walk), (.countdown, 0.7 + 2 * run + walk - 3), (.last, 0.7 + 2 * run + walk),
        (.countdown, 0.7 + 2 * run + 2 * walk - 3), (.finish, 0.7 + 2 * run + 2 * walk),
      ]),
  ]
}

/// A cache of the samples of tones, which are slow to compute.
enum RenderedTones {
  private struct Key: Hashable {
    let tone: CueSound
    let rate: Int
  }

  private static let rendered = Mutex<[Key: [Double]]>([:])

  static func samples(of tone: CueSound, rate: Int) -> [Double] {
    rendered.withLock { rendered in
      let key = Key(tone: tone, rate: rate)
      let samples = rendered[key] ?? tone.samples(rate: rate)
      rendered[key] = samples
      return samples
    }
  }
}

/// Finds the position of a sound in a recording.
enum Correlation {
  /// Returns the distance of the sound from the expected frame, in frames.
  ///
  /// The distance is the lag, up to about 2 ms, at which the first quarter of a second of the sound correlates best
  /// with the recording. Only every fifth sample is compared. The correlation is normalized by the energy of the
  /// recording.
  static func lag(of tone: CueSound, at frame: Int, in recording: [Int], rate: Int) -> Int {
    let sound = RenderedTones.samples(of: tone, rate: rate).prefix(rate / 4)
    let maxLag = rate / 600
    let begin = max(0, frame - maxLag)
    let stretch = recording[begin..<min(recording.count, frame + maxLag + sound.count)].map(Double.init)
    var best = (lag: Int.max, correlation: -1.0)
    for offset in 0..<max(0, stretch.count - sound.count) {
      var (sum, energy) = (0.0, 1e-9)
      for index in stride(from: 0, to: sound.count, by: 5) {
        let heard = stretch[offset + index]
        sum += sound[index] * heard
        energy += heard * heard
      }
      let correlation = sum / energy.squareRoot()
      if correlation > best.correlation { best = (begin + offset - frame, correlation) }
    }
    return best.lag
  }
}
