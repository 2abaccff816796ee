/// Extracts a terminal's replies to `request` from the bytes that arrive on the terminal.
///
/// All other bytes are typed by the user. The result does not depend on how the bytes are split into reads.
package struct BackgroundReply {
  /// The background that the terminal has reported; unknown before the report, or if the report is not a colour.
  package private(set) var background = Style.Background.unknown
  /// Whether the terminal has replied to the last part of the request, so no further reply follows.
  package private(set) var isComplete = false
  /// The bytes that the user has typed.
  package private(set) var typed: [UInt8] = []
  /// The bytes of a sequence that has begun and may become a reply.
  private var sequence: [UInt8] = []

  /// The request for the colour of the background (OSC 11), followed by the request for the terminal's attributes (DA1).
  ///
  /// A terminal that ignores OSC 11 still replies to DA1, which all terminals support since the VT100. The reply to DA1
  /// therefore ends the wait. Sources: XTerm Control Sequences, "Operating System Commands"; ECMA-48, 8.3.24.
  package static let request = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  package init() {}

  /// Takes bytes that have arrived.
  package mutating func take(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { take(byte) }
  }

  /// Treats an unfinished sequence as typed, because no more bytes are expected.
  package mutating func end() {
    typed += sequence
    sequence = []
  }

  private mutating func take(_ byte: UInt8) {
    let isStringEnd = sequence.last == Self.escape && byte == UInt8(ascii: "\\")
    // An ESC begins a new sequence, except where it may be the first byte of the string terminator `ESC \`.
    if byte == Self.escape, !sequence.starts(with: Self.colourStart) { end() }
    guard byte == Self.escape || !sequence.isEmpty else { return typed.append(byte) }
    sequence.append(byte)
    switch sequence.count {
    case 1: return
    case 2: if byte != UInt8(ascii: "]"), byte != UInt8(ascii: "[") { end() }
    default:
      if sequence[1] == UInt8(ascii: "[") {
        takeControlSequence(byte)
      } else if byte == Self.bell || isStringEnd {
        takeColour()
      } else if !Self.isPrefix(sequence) || sequence.count > Self.maxLength {
        end()
      }
    }
  }

  /// Handles the last byte of a sequence that begins with `ESC [`.
  private mutating func takeControlSequence(_ byte: UInt8) {
    if sequence[2] == UInt8(ascii: "?"), byte == UInt8(ascii: "c") {
      isComplete = true
      sequence = []
    } else if (0x40...0x7E).contains(byte) || sequence.count > Self.maxLength {
      end()
    }
  }

  private mutating func takeColour() {
    let text = String(decoding: sequence.dropFirst(Self.colourStart.count), as: UTF8.self)
    guard sequence.starts(with: Self.colourStart) else { return end() }
    background = Colour(reported: text).map(Style.Background.init) ?? .unknown
    sequence = []
  }

  /// Whether a sequence is the beginning of a reply to OSC 11.
  private static func isPrefix(_ sequence: [UInt8]) -> Bool {
    zip(sequence, colourStart).allSatisfy { $0 == $1 }
  }

  private static let escape: UInt8 = 0x1B
  private static let bell: UInt8 = 0x07
  private static let colourStart = Array("\u{1B}]11;".utf8)
  private static let maxLength = 64
}

extension Colour {
  /// Parses a colour that a terminal reports, such as `rgb:1e1e/2222/2828` or `rgba:ffff/ffff/ffff/8000`.
  ///
  /// Each channel has one to four hexadecimal digits (XParseColor(3)). An opacity is ignored.
  init?(reported text: String) {
    let parts = text.prefix { $0.isASCII && $0 >= " " }.split(separator: ":", maxSplits: 1)
    guard parts.count == 2, parts[0] == "rgb" || parts[0] == "rgba" else { return nil }
    let channels = parts[1].split(separator: "/", omittingEmptySubsequences: false).prefix(3).map { digits in
      (1...4).contains(digits.count)
        ? Int(digits, radix: 16).map { $0 * 255 / ((1 << (4 * digits.count)) - 1) }.flatMap(UInt8.init(exactly:)) : nil
    }
    guard channels.count == 3, let red = channels[0], let green = channels[1], let blue = channels[2] else {
      return nil
    }
    self.init(red: red, green: green, blue: blue)
  }
}

extension Style.Background {
  /// The brightness of a colour: dark if white text has more contrast than black text.
  init(_ colour: Colour) {
    self = colour.contrast(with: .white) > colour.contrast(with: .black) ? .dark : .light
  }

  /// Reads the environment variable COLORFGBG of rxvt and Konsole: two or three parts, such as `15;0`.
  ///
  /// The last part is the background, as a number of a colour of the terminal. The numbers 7 and 9 to 15 are light
  /// colours.
  init(foregroundAndBackground text: String?) {
    switch text?.split(separator: ";").last.flatMap({ Int($0) }) {
    case 7, 9, 10, 11, 12, 13, 14, 15: self = .light
    case 0, 1, 2, 3, 4, 5, 6, 8: self = .dark
    default: self = .unknown
    }
  }
}
