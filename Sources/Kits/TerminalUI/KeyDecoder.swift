/// Decodes the bytes that a terminal sends: UTF-8, control characters, and sequences of ECMA-48 and xterm.
///
/// The result does not depend on how the bytes are split into reads. Unknown sequences are skipped. The decoder stores
/// at most the current sequence and `maxPaste` bytes of a paste.
///
/// `ESC [` (CSI) begins a sequence that ends with a final byte. `ESC O` (SS3) begins a sequence of one character.
/// `ESC ]` (OSC) begins a reply that ends with BEL or `ESC \`. A paste is between the sequences `CSI 200 ~` and
/// `CSI 201 ~`.
package struct KeyDecoder {
  private var state = State.ground

  private enum State: Equatable {
    case ground
    /// The decoder is within a character of several bytes; `missing` is the number of bytes that have not arrived yet.
    case scalar([UInt8], missing: Int)
    case escape
    /// The decoder is after `ESC [`; the value contains the parameters that have arrived.
    case controlSequence([UInt8])
    /// The decoder is after `ESC [ [`, which starts the function keys of the Linux console.
    case consoleFunction
    /// The decoder is after `ESC O`.
    case singleShift
    /// The decoder is after `ESC ]`.
    case operatingSystemCommand
    /// The decoder is within a reply of the terminal; `count` is the number of bytes that have arrived.
    case reply(count: Int)
    /// The decoder is within a paste.
    ///
    /// The value contains the pasted bytes that have arrived; `ended` is the number of bytes of the end mark that have
    /// arrived.
    case paste([UInt8], ended: Int)
  }

  /// Maximum size of a paste in bytes; the rest is dropped.
  package static let maxPaste = 65_536

  package init() {}

  /// Whether the last byte is an ESC that no other byte has followed yet.
  package var hasLoneEscape: Bool { state == .escape }

  /// Treats an ESC that no other byte has followed as the Esc key.
  package mutating func endLoneEscape() {
    if hasLoneEscape { state = .ground }
  }

  /// Decodes bytes, and returns the keys that these bytes complete.
  package mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    bytes.compactMap { key($0) }
  }

  private mutating func key(_ byte: UInt8) -> Key? {
    switch state {
    case .ground: return ground(byte)
    case .scalar(let bytes, let missing): return scalar(bytes + [byte], missing: missing - 1)
    case .escape: return escape(byte)
    case .controlSequence(let parameters): return controlSequence(parameters, byte)
    case .consoleFunction:
      state = .ground
      return nil
    case .singleShift: return singleShift(byte)
    case .operatingSystemCommand: return operatingSystemCommand(byte)
    case .reply(let count): return reply(byte, count: count + 1)
    case .paste: return paste(byte)
    }
  }

  private mutating func ground(_ byte: UInt8) -> Key? {
    state = .ground
    switch byte {
    case Self.escapeByte: state = .escape
    case 0x20..<0x7F: return .character(Unicode.Scalar(byte))
    // The first byte of a scalar of two, three or four bytes (RFC 3629, section 4).
    case 0xC2...0xDF: state = .scalar([byte], missing: 1)
    case 0xE0...0xEF: state = .scalar([byte], missing: 2)
    case 0xF0...0xF4: state = .scalar([byte], missing: 3)
    default: return Self.controls[byte]
    }
    return nil
  }

  private mutating func scalar(_ bytes: [UInt8], missing: Int) -> Key? {
    guard let last = bytes.last, last & 0xC0 == 0x80 else { return bytes.last.flatMap { ground($0) } }
    state = missing > 0 ? .scalar(bytes, missing: missing) : .ground
    guard missing == 0, let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else { return nil }
    return scalar.properties.generalCategory == .control ? nil : .character(scalar)
  }

  private mutating func escape(_ byte: UInt8) -> Key? {
    state = .ground
    switch byte {
    // For Alt with a key such as an arrow, many terminals send an ESC before the sequence of the key. The second ESC
    // begins this sequence.
    case Self.escapeByte: state = .escape
    case UInt8(ascii: "["): state = .controlSequence([])
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "]"): state = .operatingSystemCommand
    case UInt8(ascii: "b"), UInt8(ascii: "B"): return .wordLeft
    case UInt8(ascii: "f"), UInt8(ascii: "F"): return .wordRight
    case UInt8(ascii: "d"), UInt8(ascii: "D"): return .deleteWordRight
    case 0x7F, 0x08: return .deleteWordLeft
    // Alt with any other character has no meaning, so this byte is skipped. If the character has more bytes, these are
    // also skipped, because they are invalid without the first byte.
    case 0x20...: break
    default: return ground(byte)
    }
    return nil
  }

  private mutating func controlSequence(_ parameters: [UInt8], _ byte: UInt8) -> Key? {
    switch byte {
    case 0x20...0x3F:
      // Further parameter bytes are dropped, because no known sequence has more than `maxParameters`.
      state = .controlSequence(parameters.count < Self.maxParameters ? parameters + [byte] : parameters)
    case UInt8(ascii: "[") where parameters.isEmpty: state = .consoleFunction
    case 0x40...0x7E:
      let sequence = ControlSequence(parameters, final: byte)
      state = sequence.beginsPaste ? .paste([], ended: 0) : .ground
      return sequence.key
    default: return ground(byte)
    }
    return nil
  }

  private mutating func singleShift(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"):
      state = .controlSequence([byte])
      return nil
    case 0x20...0x7E:
      state = .ground
      return Key(singleShift: byte)
    default: return ground(byte)
    }
  }

  /// Skips a late reply of the terminal, such as the colour of the background; a number begins each reply.
  private mutating func operatingSystemCommand(_ byte: UInt8) -> Key? {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return ground(byte) }
    state = .reply(count: 1)
    return nil
  }

  private mutating func reply(_ byte: UInt8, count: Int) -> Key? {
    // A reply ends with BEL or with `ESC \`. The state `escape` skips the backslash.
    switch byte {
    case 0x07: state = .ground
    case 0x20..<0x7F where count < Self.maxReply: state = .reply(count: count)
    default: return ground(byte)
    }
    return nil
  }

  private mutating func paste(_ byte: UInt8) -> Key? {
    guard case .paste(var bytes, var ended) = state else { return nil }
    // This assignment releases the array in the state, so that the array is not copied for each byte.
    state = .ground
    if byte == Self.endOfPaste[ended] {
      ended += 1
    } else {
      Self.add(Self.endOfPaste[..<ended], to: &bytes)
      ended = byte == Self.escapeByte ? 1 : 0
      if ended == 0 { Self.add([byte], to: &bytes) }
    }
    guard ended < Self.endOfPaste.count else { return .pasted(String(decoding: bytes, as: UTF8.self)) }
    state = .paste(bytes, ended: ended)
    return nil
  }

  private static func add(_ more: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    bytes += more.prefix(maxPaste - bytes.count)
  }

  private static let escapeByte: UInt8 = 0x1B
  private static let endOfPaste = Array("\u{1B}[201~".utf8)
  private static let maxParameters = 32
  private static let maxReply = 64

  /// The keys that control characters mean in most line editors.
  private static let controls: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x08: .backspace, 0x09: .tab, 0x0A: .enter,
    0x0B: .deleteToEnd, 0x0C: .redraw, 0x0D: .enter, 0x15: .deleteToStart, 0x17: .deleteWordLeft, 0x1A: .suspend,
    0x7F: .backspace,
  ]
}

/// A key press or a paste.
package enum Key: Equatable, Sendable {
  /// A character that is not a control character.
  case character(Unicode.Scalar)
  /// A text of any number of lines, pasted from a clipboard.
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
  /// The Esc key; only a pause distinguishes it from the start of a sequence.
  case escape
}

/// Sequence that a key sends: CSI, parameters and a final byte (ECMA-48, 5.4), or SS3 and a character.
///
/// The meanings are from xterm (XTerm Control Sequences, "PC-Style Function Keys"). For keys that have another sequence
/// in rxvt or the Linux console, that sequence is also known.
struct ControlSequence {
  /// The parameters; nil for a parameter that is not a number.
  private let parameters: [Int?]
  private let final: UInt8

  init(_ parameters: [UInt8], final: UInt8) {
    self.parameters = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    self.final = final
  }

  var beginsPaste: Bool { final == UInt8(ascii: "~") && parameters == [200] }

  /// The key that sends the sequence; nil if no known key sends it.
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

  /// Whether Ctrl or Alt is pressed, according to the last parameter.
  ///
  /// The parameter is 1 plus the values of the pressed modifiers: 2 for Alt, and 4 for Ctrl.
  private var isByWord: Bool {
    guard final == UInt8(ascii: "~") ? parameters.count > 1 : true, let modifiers = parameters.last ?? nil else {
      return false
    }
    return (modifiers - 1) & 6 != 0
  }
}

extension Key {
  /// The key that sends SS3 and a character; nil if no known key sends them.
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
