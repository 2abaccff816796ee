/// The encoding windows-1252, which many programs write and expat does not support.
///
/// Source: WHATWG, "Encoding Standard", index windows-1252.
enum Windows1252 {
  /// Code points of the bytes 0x80 to 0x9F.
  ///
  /// Every other byte has the same value as its code point.
  private static let codePoints: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  /// Converts an XML document in windows-1252 to UTF-8; nil if the document has another encoding.
  ///
  /// A document is in windows-1252 if its XML declaration names the encoding. A document without a declared encoding
  /// should be in UTF-8, but is also in windows-1252 if it is not valid UTF-8 and has no byte order mark.
  static func utf8(fromDocument bytes: [UInt8]) -> [UInt8]? {
    switch declaredEncoding(of: bytes) {
    case "windows-1252", "cp1252": break
    case nil where !hasByteOrderMark(bytes) && String(validating: bytes, as: UTF8.self) == nil: break
    default: return nil
    }
    var text = String.UnicodeScalarView()
    for byte in bytes {
      let codePoint = 0x80...0x9F ~= byte ? codePoints[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(codePoint) ?? "\u{FFFD}")
    }
    return Array(String(text).utf8)
  }

  private static func hasByteOrderMark(_ bytes: [UInt8]) -> Bool {
    [[0xFE, 0xFF], [0xFF, 0xFE], [0xEF, 0xBB, 0xBF]].contains { bytes.starts(with: $0) }
  }

  /// Encoding in the XML declaration, in lower case; nil if the declaration is missing or does not name an encoding.
  private static func declaredEncoding(of bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "<?xml".utf8) else { return nil }
    let declaration = bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }
    let words = String(decoding: declaration, as: UTF8.self).split { " \t\r\n=?'\"".contains($0) }
    guard let name = words.firstIndex(of: "encoding"), name + 1 < words.count else { return nil }
    return words[name + 1].lowercased()
  }
}
