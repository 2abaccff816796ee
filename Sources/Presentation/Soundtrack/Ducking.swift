import RealModule

/// How loud a track is behind cues: as it is, and lower from shortly before a cue until shortly behind it.
struct Ducking {
  /// Through how many frames it is lowered.
  private let attack: Int
  /// Through how many frames it comes back.
  private let release: Int
  /// Cues that are no further apart are as one, so that the track does not go up and down between them.
  let hold: Int
  /// Through how many frames it fades out at the end.
  private let fade: Int

  /// How loud it is under a cue: -12 dB.
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

  /// How far ahead cues and the end must be known.
  var reach: Int { max(fade, attack + hold) }

  /// Lowers a block of a track.
  ///
  /// - Parameters:
  ///   - block: as many frames as there are.
  ///   - begin: its first frame.
  ///   - spans: the frames of all cues that are in reach, in any order.
  ///   - end: the frame behind the last one of all, if that is in reach.
  ///   - channels: the samples of a frame.
  func apply(to block: inout [Float], from begin: Int, spans: [Range<Int>], end: Int?, channels: Int) {
    let frames = begin..<begin + block.count / channels
    let near = joined(spans).filter { $0.lowerBound - attack < frames.upperBound && $0.upperBound + release > begin }
    let fadeBegin = end.map { $0 - fade } ?? .max
    guard !near.isEmpty || fadeBegin < frames.upperBound else { return }
    for frame in frames {
      var gain = 1 - (1 - Self.depth) * (near.map { lowering(at: frame, by: $0) }.max() ?? 0)
      if frame >= fadeBegin { gain *= 1 - Self.ease(Float(frame - fadeBegin) / Float(fade)) }
      guard gain != 1 else { continue }
      let index = (frame - begin) * channels
      for channel in 0..<channels { block[index + channel] *= gain }
    }
  }

  /// The spans with those as one that are close to one another.
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

  /// How far it is lowered for a cue: 0 for not at all, 1 for all of the depth.
  private func lowering(at frame: Int, by span: Range<Int>) -> Float {
    if frame < span.lowerBound { return Self.ease(Float(frame - span.lowerBound + attack) / Float(attack)) }
    return Self.ease(Float(span.upperBound + release - frame) / Float(release))
  }

  /// Half a period of a raised cosine, from 0 at 0 to 1 at 1 and beyond.
  private static func ease(_ part: Float) -> Float {
    part >= 1 ? 1 : part <= 0 ? 0 : (1 - .cos(.pi * part)) / 2
  }
}
