import RealModule

extension Tone {
  /// The sample at a moment, in seconds from the tone's beginning: within `level` either way, 0 outside.
  func sample(at time: Double) -> Double {
    guard time >= 0, time < length.seconds else { return 0 }
    var wave = 0.0
    for (index, partial) in partials.enumerated() {
      wave += partial * .sin(2 * .pi * frequency * Double(index + 1) * time)
    }
    return level * envelope(at: time) * wave / partials.reduce(0, +)
  }

  /// How far the tone is let through at a moment: 0...1.
  private func envelope(at time: Double) -> Double {
    let rise = Self.ease(time / Self.attack.seconds)
    let fall = Self.ease((length.seconds - time) / Self.release.seconds)
    return rise * fall * .exp(-time / decay.seconds)
  }

  /// Half a period of a raised cosine, from 0 at 0 to 1 at 1 and beyond: without a corner that could be heard.
  private static func ease(_ part: Double) -> Double {
    (1 - .cos(.pi * min(max(part, 0), 1))) / 2
  }
}

extension Duration {
  var seconds: Double { self / .seconds(1) }
}
