import Text

/// Paths of objects on a bus.
package enum ObjectPath {
  /// Escapes any text as one element of a path.
  ///
  /// Each byte except ASCII letters and digits becomes `_` and two hexadecimal digits. An empty text becomes `_`.
  ///
  /// If `firstDigit` is true, a digit at the beginning is also escaped, as systemd does.
  package static func element(_ text: String, escapingFirstDigit firstDigit: Bool = false) -> String {
    let element = text.utf8.enumerated().map { index, byte in
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      let isPlain = byte.isASCIIAlphanumeric && !(firstDigit && index == 0 && isDigit)
      return isPlain ? String(Unicode.Scalar(byte)) : "_" + String(byte, radix: 16).zeroPadded(to: 2)
    }
    return element.isEmpty ? "_" : element.joined()
  }
}
