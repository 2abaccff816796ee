import ToneSynthesis
import Synchronization

/// The samples of tones, which take their time to be worked out.
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
