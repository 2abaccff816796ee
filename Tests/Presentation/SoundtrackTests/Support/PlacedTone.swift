import ToneSynthesis
import Testing

/// A tone that must be heard, at a time that was worked out by hand.
struct PlacedTone: CustomTestStringConvertible {
  let tone: CueSound
  /// In seconds from the beginning of the file.
  let time: Double

  init(_ tone: CueSound, _ time: Double) {
    self.tone = tone
    self.time = time
  }

  var testDescription: String { "\(tone.rawValue)@\(time)" }

  func frame(at rate: Int) -> Int { Int((time * Double(rate)).rounded()) }
}

/// A plan with all that is heard of it.
struct HeardPlan: CustomTestStringConvertible {
  let text: String
  let tones: [PlacedTone]

  init(_ text: String, _ tones: [(CueSound, Double)]) {
    self.text = text
    self.tones = tones.map { PlacedTone($0.0, $0.1) }
  }

  var testDescription: String { text }

  /// How many frames there are: the finish is the last that is heard.
  func frames(at rate: Int) -> Int {
    tones.map { $0.frame(at: rate) + RenderedTones.samples(of: $0.tone, rate: rate).count }.max() ?? 0
  }

  /// Whether a recording of 16 bits is all of this, to the last bit but for rounding, and silent elsewhere.
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

  /// 100 m at 1:57 a mile, of 1609.344 m, and 70 m at 1:43 a kilometre, in seconds.
  private static let run = 117 / 1609.344 * 100
  private static let walk = 103 * 0.07
  /// 100 m at 1:30 a kilometre.
  private static let lap = 9.0

  static let all = [
    // A lead-in and countdowns, where a countdown that would reach back over the whole of an interval is not given.
    HeardPlan(
      "lead-in 4s\n2x(2s run, 2s walk), 2s rest, 2s run",
      [
        (.countdown, 1), (.countdown, 2), (.countdown, 3), (.run, 4), (.countdown, 5), (.walk, 6), (.countdown, 7),
        (.last, 8), (.countdown, 9), (.walk, 10), (.countdown, 11), (.rest, 12), (.countdown, 13), (.last, 14),
        (.countdown, 15), (.finish, 16),
      ]),
    // Repeats within repeats; the last round begins with its own sound, as does the last interval.
    HeardPlan(
      "lead-in off\ncountdown off\n2x(2x(3s work, 2s rest), 4s walk)",
      [
        (.run, 0), (.rest, 3), (.run, 5), (.rest, 8), (.walk, 10), (.last, 14), (.rest, 17), (.run, 19), (.rest, 22),
        (.last, 24), (.finish, 28),
      ]),
    // An until that ends in the middle of an interval.
    HeardPlan(
      "lead-in off\ncountdown off\nuntil 7.5s (2s run, 1s walk)",
      [(.run, 0), (.walk, 2), (.run, 3), (.walk, 5), (.last, 6), (.finish, 7.5)]),
    // A distance goal whose last lap is cut: 250 m are two laps and a half.
    HeardPlan(
      "lead-in off\ncountdown 4\nuntil 0.25km (100mtr run @1:30/km)",
      [
        (.run, 0), (.countdown, lap - 4), (.run, lap), (.countdown, 2 * lap - 4), (.last, 2 * lap),
        (.countdown, 2.5 * lap - 4), (.finish, 2.5 * lap),
      ]),
    // What is skipped at the very end.
    HeardPlan(
      "lead-in 3s\ncountdown 1\nskip-last rest\n3x(4s work, 2s rest)",
      [
        (.countdown, 2), (.run, 3), (.countdown, 6), (.rest, 7), (.countdown, 8), (.run, 9), (.countdown, 12),
        (.rest, 13), (.countdown, 14), (.last, 15), (.countdown, 18), (.finish, 19),
      ]),
    // A start that is told early is not told again.
    HeardPlan(
      "lead-in off\ncountdown off\nbelt-lag 2s\n5s run @10kph, 5s walk @5kph, 5s rest",
      [(.run, 0), (.walk, 3), (.rest, 8), (.last, 10), (.finish, 15)]),
    // Distances whose times are no whole seconds, nor whole frames.
    HeardPlan(
      "lead-in 0.7s\ncountdown 3\n2x(100mtr run @1:57/mi, 70mtr walk @1:43/km)",
      [
        (.run, 0.7), (.countdown, 0.7 + run - 3), (.walk, 0.7 + run), (.countdown, 0.7 + run + walk - 3),
        (.last, 0.7 + run + walk), (.countdown, 0.7 + 2 * run + walk - 3), (.last, 0.7 + 2 * run + walk),
        (.countdown, 0.7 + 2 * run + 2 * walk - 3), (.finish, 0.7 + 2 * run + 2 * walk),
      ]),
  ]
}
