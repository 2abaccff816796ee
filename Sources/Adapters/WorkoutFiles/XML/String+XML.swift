extension String {
  /// The text as the content, or in double quotes the value, of something in XML 1.0.
  ///
  /// What XML has no place for even as a reference is left out (section 2.2, production 2).
  package var xml: String {
    var xml = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": xml += "&amp;"
      case "<": xml += "&lt;"
      case ">": xml += "&gt;"
      case "\"": xml += "&quot;"
      case "\t", "\n", "\r": xml += "&#\(scalar.value);"
      case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": continue
      default: xml.unicodeScalars.append(scalar)
      }
    }
    return xml
  }
}
