import Glibc

/// A colour of the sRGB colour space, with eight bits for each channel.
package struct Colour: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Makes the colour of a number such as `0xff7a45`.
  package init(_ number: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number))
  }

  package static let black = Colour(0x000000)
  package static let white = Colour(0xffffff)

  /// The six hexadecimal digits of the colour, such as `ff7a45`.
  package var hexadecimal: String {
    channels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  fileprivate var channels: [UInt8] { [red, green, blue] }

  /// The mixture of this colour and `other`; `share` is the share of `other`, from 0 to 1.
  package func mixed(with other: Colour, share: Double) -> Colour {
    let parts = zip(channels, other.channels).map {
      UInt8((Double($0) * (1 - share) + Double($1) * share).rounded())
    }
    return Colour(red: parts[0], green: parts[1], blue: parts[2])
  }
}

extension Colour {
  /// The relative luminance, from 0 for black to 1 for white.
  ///
  /// Source: WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
  package var luminance: Double {
    zip(channels, [0.2126, 0.7152, 0.0722]).reduce(0) { sum, channel in
      let part = Double(channel.0) / 255
      return sum + channel.1 * (part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4))
    }
  }

  /// Returns the contrast ratio between two colours, from 1 to 21.
  ///
  /// Source: WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio
  package func contrast(with other: Colour) -> Double {
    (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
  }
}

extension Colour {
  /// The index of the most similar colour among the fixed colours 16 to 255 of xterm's palette of 256 colours.
  ///
  /// The colours 0 to 15 depend on the settings of the terminal, so they are not used.
  package var paletteIndex: UInt8 {
    let cube = channels.map { channel in Self.nearest(to: channel, in: Self.cubeLevels) }
    let mean = channels.reduce(0) { $0 + Int($1) } / 3
    let gray = UInt8(232 + min(max((mean - 3) / 10, 0), 23))
    let candidates = [UInt8(16 + 36 * cube[0] + 6 * cube[1] + cube[2]), gray]
    return candidates.min { distance(to: Colour(paletteIndex: $0)) < distance(to: Colour(paletteIndex: $1)) } ?? gray
  }

  /// Makes a fixed colour of xterm's palette of 256 colours.
  ///
  /// The colours 16 to 231 are a cube of six levels for each channel. The colours 232 to 255 are shades of grey.
  package init(paletteIndex index: UInt8) {
    precondition(index >= 16)
    guard index < 232 else {
      let level = 8 + 10 * (index - 232)
      self.init(red: level, green: level, blue: level)
      return
    }
    let place = Int(index) - 16
    self.init(
      red: Self.cubeLevels[place / 36], green: Self.cubeLevels[place / 6 % 6], blue: Self.cubeLevels[place % 6])
  }

  private static let cubeLevels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static func nearest(to channel: UInt8, in levels: [UInt8]) -> Int {
    levels.indices.min { abs(Int(levels[$0]) - Int(channel)) < abs(Int(levels[$1]) - Int(channel)) } ?? 0
  }

  private func distance(to other: Colour) -> Int {
    zip(channels, other.channels).reduce(0) { sum, pair in
      let difference = Int(pair.0) - Int(pair.1)
      return sum + difference * difference
    }
  }
}

/// A colour in shades for different backgrounds of a terminal.
package struct Ink: Hashable, Sendable {
  /// The shade on a dark background.
  package let onDark: Colour
  /// The shade on a light background.
  package let onLight: Colour
  /// The shade on an unknown background; its contrast with black and with Solarized light is nearly equal.
  package let onUnknown: Colour

  package init(onDark: UInt32, onLight: UInt32, onUnknown: UInt32) {
    self.init(onDark: Colour(onDark), onLight: Colour(onLight), onUnknown: Colour(onUnknown))
  }

  private init(onDark: Colour, onLight: Colour, onUnknown: Colour) {
    (self.onDark, self.onLight, self.onUnknown) = (onDark, onLight, onUnknown)
  }

  /// The colour in shades that are close to the background: dim on a dark background, and pale on a light background.
  ///
  /// On an unknown background, no shade is closer to the background, so the shade is the same.
  package var receding: Ink {
    Ink(
      onDark: onDark.mixed(with: .black, share: 0.6), onLight: onLight.mixed(with: .white, share: 0.7),
      onUnknown: onUnknown)
  }
}
