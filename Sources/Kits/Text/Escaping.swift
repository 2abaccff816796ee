extension String {
  /// The text with `&`, `<` and `>` as entities: for Pango markup, and for the body of a notification.
  package var escapedAsMarkup: String {
    guard utf8.contains(where: { "&<>".utf8.contains($0) }) else { return self }
    return replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: nil
      }
    }
  }

  /// The text for XML 1.0, as the content of an element or the value of an attribute in double quotes.
  ///
  /// Scalars that XML cannot contain even as references are dropped (section 2.2, production 2).
  package var escapedAsXML: String {
    replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": ""
      default: nil
      }
    }
  }

  /// The text as one word of a shell command, in single quotes if necessary.
  package var shellWord: String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0.isASCIIAlphanumeric || "/-._".utf8.contains($0) }
    return isPlain ? self : "'\(replacingScalars { $0 == "'" ? #"'\''"# : nil })'"
  }

  /// The text with percent-encoding (RFC 3986, section 2.1) of all bytes but ASCII letters, digits and those of `allowed`.
  package func percentEncoded(allowed: String) -> String {
    utf8.map { byte in
      byte.isASCIIAlphanumeric || allowed.utf8.contains(byte)
        ? String(Unicode.Scalar(byte)) : "%" + String(byte, radix: 16, uppercase: true).zeroPadded(to: 2)
    }.joined()
  }

  /// The text with other text in place of some scalars; `replacement` returns nil for a scalar to keep.
  ///
  /// A scalar is replaced even if a combining mark follows it. `replacing(_:with:)` of the standard library would link
  /// the library for regular expressions into a program, and compares characters.
  package func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in unicodeScalars {
      if let text = replacement(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit.
  package var isASCIIAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
