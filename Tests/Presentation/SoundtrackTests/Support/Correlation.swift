import ToneSynthesis

/// Where a sound is found in a recording.
enum Correlation {
  /// How far from the expected frame the sound is: the lag at which its beginning correlates best, among those of a
  /// millisecond or two either way.
  ///
  /// The beginning is a quarter of a second, of which every fifth sample is enough; each stretch of the recording is
  /// taken for as loud as the others.
  static func lag(of tone: CueSound, at frame: Int, in recording: [Int], rate: Int) -> Int {
    let sound = RenderedTones.samples(of: tone, rate: rate).prefix(rate / 4)
    let reach = rate / 600
    let begin = max(0, frame - reach)
    let stretch = recording[begin..<min(recording.count, frame + reach + sound.count)].map(Double.init)
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
