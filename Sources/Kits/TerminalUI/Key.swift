/// A key press or a paste.
package enum Key: Equatable, Sendable {
  /// A character that is not a control character.
  case character(Unicode.Scalar)
  /// A text pasted from a clipboard, of any number of lines.
  case pasted(String)
  case enter
  case tab
  case left
  case right
  case up
  case down
  case home
  case end
  case wordLeft
  case wordRight
  case backspace
  case delete
  case deleteWordLeft
  case deleteWordRight
  case deleteToStart
  case deleteToEnd
  /// Ctrl-D: deletes a character, or ends the input if the line is empty.
  case endOfInput
  /// Ctrl-L: redraws the screen.
  case redraw
  /// Ctrl-Z.
  case suspend
  /// Esc alone: only a pause distinguishes it from the start of a sequence.
  case escape
}

/// The sequence that a key sends: CSI, parameters and a final byte (ECMA-48, 5.4), or SS3 and a character.
///
/// The meanings are those of xterm (XTerm Control Sequences, "PC-Style Function Keys"), and of rxvt and the Linux
/// console where these differ.
struct ControlSequence {
  /// The parameters; nil for one that is not a number.
  private let parameters: [Int?]
  private let final: UInt8

  init(_ parameters: [UInt8], final: UInt8) {
    self.parameters = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    self.final = final
  }

  var beginsPaste: Bool { final == UInt8(ascii: "~") && parameters == [200] }

  /// The key that sends the sequence; nil if no known key does.
  var key: Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): isByWord ? .wordRight : .right
    case UInt8(ascii: "D"): isByWord ? .wordLeft : .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "~"):
      switch parameters.first {
      case 1, 7: .home
      case 3: isByWord ? .deleteWordRight : .delete
      case 4, 8: .end
      default: nil
      }
    default: nil
    }
  }

  /// Whether Ctrl or Alt is pressed: bits 4 and 2 of the last parameter minus one, if there are several parameters.
  private var isByWord: Bool {
    guard final == UInt8(ascii: "~") ? parameters.count > 1 : true, let modifiers = parameters.last ?? nil else {
      return false
    }
    return (modifiers - 1) & 6 != 0
  }
}

extension Key {
  /// The key that sends SS3 and a character; nil if no known key does.
  init?(singleShift character: UInt8) {
    switch character {
    case UInt8(ascii: "M"): self = .enter
    // The arrows of rxvt with Ctrl.
    case UInt8(ascii: "c"): self = .wordRight
    case UInt8(ascii: "d"): self = .wordLeft
    default:
      guard character != UInt8(ascii: "~"), let key = ControlSequence([], final: character).key else { return nil }
      self = key
    }
  }
}
