/// Decodes the bytes that a terminal sends: UTF-8, control characters, and the sequences of ECMA-48 and xterm.
///
/// The keys do not depend on how the bytes are split into reads. Unknown sequences are skipped. The decoder stores at
/// most the current sequence and `maxPaste` bytes of a paste.
///
/// Ground --ESC--> escape --[--> CSI --final byte--> ground; --O--> SS3 --one character--> ground; CSI 200 ~ --> paste,
/// until CSI 201 ~.
package struct KeyDecoder {
  private var state = State.ground

  private enum State: Equatable {
    case ground
    /// Within a scalar; `missing` is the number of bytes that follow.
    case scalar([UInt8], missing: Int)
    case escape
    /// After `ESC [`, with the parameters so far.
    case controlSequence([UInt8])
    /// After `ESC [ [`, which starts the function keys of the Linux console.
    case consoleFunction
    /// After `ESC O`.
    case singleShift
    /// Within a paste, with its bytes so far; `ended` counts the bytes of the end mark that have arrived.
    case paste([UInt8], ended: Int)
  }

  /// Maximum size of a paste in bytes; the rest is dropped.
  package static let maxPaste = 65_536

  package init() {}

  /// Whether the last byte is an ESC that nothing has followed yet.
  package var hasLoneEscape: Bool { state == .escape }

  /// Ends an ESC that nothing has followed: it is the Esc key.
  package mutating func endLoneEscape() {
    if hasLoneEscape { state = .ground }
  }

  /// Decodes bytes; returns the keys that they complete.
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
    case .paste: return paste(byte)
    }
  }

  private mutating func ground(_ byte: UInt8) -> Key? {
    state = .ground
    switch byte {
    case Self.escapeByte: state = .escape
    case 0x20..<0x7F: return .character(Unicode.Scalar(byte))
    // First bytes of scalars of two, three and four bytes (RFC 3629, section 4).
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
    // A terminal that sends ESC for Alt sends two for Alt and a key with a sequence of its own.
    case Self.escapeByte: state = .escape
    case UInt8(ascii: "["): state = .controlSequence([])
    case UInt8(ascii: "O"): state = .singleShift
    case UInt8(ascii: "b"), UInt8(ascii: "B"): return .wordLeft
    case UInt8(ascii: "f"), UInt8(ascii: "F"): return .wordRight
    case UInt8(ascii: "d"), UInt8(ascii: "D"): return .deleteWordRight
    case 0x7F, 0x08: return .deleteWordLeft
    // Alt and another character; the other bytes of a non-ASCII one are invalid without the first, and are skipped.
    case 0x20...: break
    default: return ground(byte)
    }
    return nil
  }

  private mutating func controlSequence(_ parameters: [UInt8], _ byte: UInt8) -> Key? {
    switch byte {
    case 0x20...0x3F:
      // No known sequence is longer.
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

  private mutating func paste(_ byte: UInt8) -> Key? {
    guard case .paste(var bytes, var ended) = state else { return nil }
    // The state releases the array, so that it is not copied for each byte.
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

  /// The keys that send control characters, with the meanings that most line editors share.
  private static let controls: [UInt8: Key] = [
    0x01: .home, 0x02: .left, 0x04: .endOfInput, 0x05: .end, 0x06: .right, 0x08: .backspace, 0x09: .tab, 0x0A: .enter,
    0x0B: .deleteToEnd, 0x0C: .redraw, 0x0D: .enter, 0x15: .deleteToStart, 0x17: .deleteWordLeft, 0x1A: .suspend,
    0x7F: .backspace,
  ]
}
