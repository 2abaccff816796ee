/// A sequence that a key sends: CSI, parameters and a final byte (ECMA-48, 5.4), or SS3 and one.
///
/// The meanings are those of xterm (XTerm Control Sequences, "PC-Style Function Keys") and what rxvt and the Linux
/// console do otherwise.
struct ControlSequence {
  /// Nil for what is no number.
  private let parameters: [Int?]
  private let final: UInt8

  init(_ parameters: [UInt8], final: UInt8) {
    self.parameters = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    self.final = final
  }

  var beginsPaste: Bool { final == UInt8(ascii: "~") && parameters == [200] }

  /// What it means; nil for nothing.
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

  /// Whether Ctrl or Alt is held: the bits 4 and 2 of the last of several parameters, less one.
  private var isByWord: Bool {
    guard final == UInt8(ascii: "~") ? parameters.count > 1 : true, let modifiers = parameters.last ?? nil else {
      return false
    }
    return (modifiers - 1) & 6 != 0
  }
}

extension Key {
  /// What SS3 and a character mean; nil for nothing.
  init?(singleShift character: UInt8) {
    switch character {
    case UInt8(ascii: "M"): self = .enter
    // rxvt's arrows with Ctrl.
    case UInt8(ascii: "c"): self = .wordRight
    case UInt8(ascii: "d"): self = .wordLeft
    default:
      guard character != UInt8(ascii: "~"), let key = ControlSequence([], final: character).key else { return nil }
      self = key
    }
  }
}
