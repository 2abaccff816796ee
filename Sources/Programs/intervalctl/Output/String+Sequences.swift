extension String {
  /// The text without the escape sequences SGR in it.
  var withoutSequences: String {
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
