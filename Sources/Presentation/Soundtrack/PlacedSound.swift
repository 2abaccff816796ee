/// A sound in its place on the recording.
struct PlacedSound: Equatable, Sendable {
  let samples: [Float]
  /// The frame of its first sample.
  let start: Int
  /// The frame behind its last one.
  private(set) var end: Int
  let isSpeech: Bool
  /// Through how many frames it falls silent where it is cut off, so that there is no click.
  private let release: Int

  init(_ samples: [Float], at start: Int, isSpeech: Bool, release: Int) {
    self.samples = samples
    self.start = start
    end = start + samples.count
    self.isSpeech = isSpeech
    self.release = release
  }

  /// Ends it at a frame, unless it is over by then.
  mutating func cut(at frame: Int) { end = min(end, max(start, frame)) }

  /// Adds what falls on a block to it, whose first frame is `begin`, on each of its channels.
  func add(to block: inout [Float], from begin: Int, channels: Int) {
    let (first, last) = (max(start, begin), min(end, begin + block.count / channels))
    guard first < last else { return }
    let isCut = end - start < samples.count
    for frame in first..<last {
      let gain = isCut ? min(1, Float(end - frame) / Float(release)) : 1
      let sample = gain * samples[frame - start]
      let index = (frame - begin) * channels
      for channel in 0..<channels { block[index + channel] += sample }
    }
  }
}
