import RealModule
import ToneSynthesis

/// Lowers the volume of a background track from shortly before each cue until shortly after it.
struct Ducking {
  /// The duration of the fall in volume before a cue, in frames.
  private let attack: Int
  /// The duration of the rise in volume after a cue, in frames.
  private let release: Int
  /// The minimum gap between two cues, in frames; during a shorter gap, the volume does not rise.
  let hold: Int
  /// The duration of the fade-out of the track at the end of the recording, in frames.
  private let fade: Int

  /// The gain during a cue: -12 dB.
  static let depth: Float = .exp10(-12 / 20)
  static let attack = Duration.milliseconds(150)
  static let release = Duration.milliseconds(400)
  static let hold = Duration.seconds(1)
  static let fade = Duration.seconds(3)

  init(rate: Int) {
    attack = Self.attack.frames(at: rate)
    release = Self.release.frames(at: rate)
    hold = Self.hold.frames(at: rate)
    fade = Self.fade.frames(at: rate)
  }

  /// The number of frames to examine after a block.
  ///
  /// If a cue begins or the recording ends in these frames, the volume may fall within the block.
  var lookahead: Int { max(fade, attack + hold) }

  /// Lowers the volume of a block of the track.
  ///
  /// - Parameters:
  ///   - block: Interleaved samples.
  ///   - begin: The first frame of the block.
  ///   - spans: The frames of all cues within the lookahead, in any order.
  ///   - end: The total number of frames in the recording; nil if it is unknown.
  ///   - channels: The number of samples in a frame.
  func apply(to block: inout [Float], from begin: Int, spans: [Range<Int>], end: Int?, channels: Int) {
    let frames = begin..<begin + block.count / channels
    let near = joined(spans).filter { $0.lowerBound - attack < frames.upperBound && $0.upperBound + release > begin }
    let fadeBegin = end.map { $0 - fade } ?? .max
    guard !near.isEmpty || fadeBegin < frames.upperBound else { return }
    for frame in frames {
      var gain = 1 - (1 - Self.depth) * (near.map { lowering(at: frame, by: $0) }.max() ?? 0)
      if frame >= fadeBegin { gain *= 1 - ease(Float(frame - fadeBegin) / Float(fade)) }
      guard gain != 1 else { continue }
      let index = (frame - begin) * channels
      for channel in 0..<channels { block[index + channel] *= gain }
    }
  }

  /// Joins spans whose gap is shorter than `hold`.
  private func joined(_ spans: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, span.lowerBound - last.upperBound < hold {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        joined.append(span)
      }
    }
    return joined
  }

  /// Returns how far a cue lowers the volume: from 0 (not at all) to 1 (the full depth).
  private func lowering(at frame: Int, by span: Range<Int>) -> Float {
    if frame < span.lowerBound { return ease(Float(frame - span.lowerBound + attack) / Float(attack)) }
    return ease(Float(span.upperBound + release - frame) / Float(release))
  }
}
