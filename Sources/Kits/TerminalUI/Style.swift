import Text

/// Style of text, which determines whether escape sequences for colours and other looks are used.
package struct Style: Equatable, Sendable {
  /// The colours that the terminal can show; nil if no escape sequences are used.
  private let depth: Depth?
  /// The background of the terminal.
  package let background: Background

  /// The number of colours that a terminal can show.
  package enum Depth: Sendable {
    /// The 256 colours of xterm's palette.
    case palette
    /// All colours of sRGB.
    case full
  }

  /// The brightness of the background of a terminal.
  package enum Background: Sendable {
    case dark
    case light
    case unknown
  }

  package static let plain = Style(depth: nil, background: .unknown)
  package static let coloured = Style(depth: .palette, background: .dark)

  package init(depth: Depth?, background: Background) {
    self.depth = depth
    self.background = background
  }

  /// The style of a stream, which is coloured if `mayColour` allows this.
  ///
  /// The terminal can show all colours if COLORTERM contains `truecolor` or `24bit`. The background is known if
  /// COLORFGBG contains it, or on the Linux console, which is black.
  package init(isTerminal: Bool, environment: [String: String]) {
    let isColoured = mayColour(isTerminal: isTerminal, environment: environment)
    let isFull = ["truecolor", "24bit"].contains(environment["COLORTERM"])
    depth = isColoured ? (isFull ? .full : .palette) : nil
    background = environment["TERM"] == "linux" ? .dark : Background(foregroundAndBackground: environment["COLORFGBG"])
  }

  package var isColoured: Bool { depth != nil }

  /// The same style on another background.
  package func on(_ background: Background) -> Style { Style(depth: depth, background: background) }

  /// The look of a text.
  package struct Look: Hashable, Sendable {
    let isBold: Bool
    package let ink: Ink?
    let fallback: Fallback

    /// The colour of a text if the background of the terminal is unknown.
    package enum Fallback: Hashable, Sendable {
      /// The terminal's own colour of text.
      case none
      /// The shade of the ink for unknown backgrounds.
      case shade
      /// A colour that depends on the settings of the terminal, 0–7.
      case terminal(UInt8)
    }

    package init(isBold: Bool = false, ink: Ink? = nil, fallback: Fallback = .none) {
      self.isBold = isBold
      self.ink = ink
      self.fallback = fallback
    }

    package static let heading = Look(isBold: true)
    package static let faint = Look(ink: Ink(onDark: 0xa3abbd, onLight: 0x5c6475, onUnknown: 0x6a7387))
    package static let green = Look(
      isBold: true, ink: Ink(onDark: 0x4caf87, onLight: 0x00702f, onUnknown: 0x1e8348), fallback: .terminal(2))
    package static let error = Look(
      isBold: true, ink: Ink(onDark: 0xff6b6b, onLight: 0xb8152f, onUnknown: 0xde2242), fallback: .terminal(1))
    package static let warning = Look(
      isBold: true, ink: Ink(onDark: 0xe08cff, onLight: 0x9e2fbd, onUnknown: 0xaf3ecf), fallback: .terminal(5))
  }

  /// Returns a text with a look, on the colour of another look.
  ///
  /// The escape sequence is SGR (ECMA-48, 8.3.117), with the parameters 38 and 48 of xterm for colours.
  package func text(_ text: String, _ look: Look?, on background: Look? = nil) -> String {
    guard let depth, !text.isEmpty else { return text }
    let parameters = [
      look?.isBold == true ? "1" : nil, look.flatMap { colour(of: $0, depth, isBackground: false) },
      background.flatMap { colour(of: $0, depth, isBackground: true) },
    ].compactMap(\.self)
    return parameters.isEmpty ? text : "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[0m"
  }

  /// The parameters of SGR for the colour of a look; nil for the terminal's own colour.
  private func colour(of look: Look, _ depth: Depth, isBackground: Bool) -> String? {
    guard let ink = look.ink else { return nil }
    let shade: Colour
    switch background {
    case .dark: shade = ink.onDark
    case .light: shade = ink.onLight
    case .unknown:
      switch look.fallback {
      case .none: return nil
      case .terminal(let number): return "\(isBackground ? 4 : 3)\(number)"
      case .shade: shade = ink.onUnknown
      }
    }
    switch depth {
    case .palette: return "\(isBackground ? 4 : 3)8;5;\(shade.paletteIndex)"
    case .full: return "\(isBackground ? 4 : 3)8;2;\(shade.red);\(shade.green);\(shade.blue)"
    }
  }

  /// Returns a highlighted word followed by a text, in lines of at most `width` columns; one line if `width` is nil.
  ///
  /// A command at the end of the text is not broken.
  package func paragraph(_ word: String, _ look: Look, _ text: String, width: Int?) -> [String] {
    var lines = ["\(word) \(text.safeForTerminal)"]
    if let width { lines = lines[0].wrappedKeepingCommand(to: width) }
    lines[0] = self.text(word, look) + lines[0].dropFirst(word.count)
    return lines
  }
}

extension String {
  /// The text without SGR sequences.
  package var withoutSequences: String {
    var isSequence = false
    return String(
      String.UnicodeScalarView(
        unicodeScalars.filter { scalar in
          if scalar == "\u{1B}" { isSequence = true }
          defer { if isSequence, scalar == "m" { isSequence = false } }
          return !isSequence
        }))
  }
}

/// A line of text in parts with different looks.
package struct StyledLine: Equatable, Sendable {
  private var parts: [Part]

  private struct Part: Equatable {
    var text: String
    var look: Style.Look?
  }

  package static let empty = StyledLine("")

  package init(_ text: String, _ look: Style.Look? = nil) {
    parts = text.isEmpty ? [] : [Part(text: text, look: look)]
  }

  private init(parts: [Part]) {
    self.parts = parts
  }

  package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(parts: left.parts + right.parts)
  }

  /// Number of terminal columns.
  package var columns: Int { parts.reduce(0) { $0 + $1.text.columns } }

  package func text(_ style: Style) -> String { parts.map { style.text($0.text, $0.look) }.joined() }

  /// The line shortened to a number of columns; a shortened line ends in an ellipsis.
  package func cut(to width: Int) -> StyledLine {
    guard columns > width else { return self }
    var left = width
    var fitting: [Part] = []
    for part in parts where left > 0 {
      // If a part fills the width exactly and another part follows, the ellipsis replaces the last column of the part.
      let text = part.text.columns < left ? part.text : (part.text + " ").cut(to: left)
      fitting.append(Part(text: text, look: part.look))
      left -= text.columns
      if text != part.text { break }
    }
    return StyledLine(parts: fitting)
  }

  /// The line centred in a number of columns.
  package func centred(in width: Int) -> StyledLine {
    let line = cut(to: width)
    return StyledLine(String(repeating: " ", count: max(0, width - line.columns) / 2)) + line
  }

  /// Places one line at the left end of `width` columns, one at the right end, and optionally one in the middle.
  ///
  /// The result is nil if the lines do not fit with a column between them.
  package static func spread(
    _ left: StyledLine, _ right: StyledLine, middle: StyledLine? = nil, in width: Int
  ) -> StyledLine? {
    let taken = left.columns + right.columns
    guard let middle else {
      guard taken < width else { return nil }
      return left + gap(width - taken) + right
    }
    guard taken + middle.columns + 2 <= width else { return nil }
    // The middle line is centred in the whole width if the lines at both ends leave enough room.
    let wanted = (width - middle.columns) / 2 - left.columns
    let before = min(max(1, wanted), width - taken - middle.columns - 1)
    return left + gap(before) + middle + gap(width - taken - middle.columns - before) + right
  }

  private static func gap(_ columns: Int) -> StyledLine { StyledLine(String(repeating: " ", count: columns)) }
}

extension [StyledLine] {
  /// The entries three spaces apart, in lines of at most `width` columns.
  package func flowed(to width: Int) -> [StyledLine] {
    var lines: [StyledLine] = []
    for entry in self {
      if let last = lines.last, last.columns + 3 + entry.columns <= width {
        lines[lines.count - 1] = last + StyledLine("   ") + entry
      } else {
        lines.append(entry.cut(to: width))
      }
    }
    return lines
  }
}

/// A bar to scale, in block characters, with a resolution of an eighth of a column.
package struct Bar: Equatable, Sendable {
  /// Length from 0 to 1; a length above 0 is drawn as at least an eighth of a column.
  package let fraction: Double

  package init(fraction: Double) {
    self.fraction = fraction
  }

  package func text(columns: Int) -> String {
    guard fraction > 0, columns > 0 else { return "" }
    let eighths = max(1, Int((min(fraction, 1) * Double(columns * 8)).rounded()))
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (rest > 0 ? Self.eighths[rest - 1] : "")
  }

  private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
