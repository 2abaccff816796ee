extension CueSound {
  /// The rate of the files that the program ships, in samples a second.
  package static let fileRate = 44_100

  /// Renders the sound, beginning at its first sample: between -1 and 1, with no silence before it or behind it.
  ///
  /// The rate is in samples a second, beyond 7000 so that the highest note fits.
  package func samples(rate: Int) -> [Double] {
    let tones = tones
    let count = Int((length.seconds * Double(rate)).rounded(.up))
    return (0..<count).map { index in
      let time = Double(index) / Double(rate)
      return tones.reduce(0) { $0 + $1.sample(at: time - $1.begin.seconds) }
    }
  }
}
