extension TextStream {
  /// Writes each note on lines of its own, which fit the terminal.
  func writeNotes(_ notes: [String]) throws(OutputError) { try write(notes, as: "note:", .heading) }

  /// Writes each warning, in the same way.
  func writeWarnings(_ warnings: [String]) throws(OutputError) { try write(warnings, as: "warning:", .warning) }

  /// Writes each hint, in the same way.
  func writeHints(_ hints: [String]) throws(OutputError) { try write(hints, as: "hint:", .heading) }

  private func write(_ texts: [String], as word: String, _ look: Style.Look) throws(OutputError) {
    guard !texts.isEmpty else { return }
    try writeLines(texts.flatMap { style.paragraph(word, look, $0, width: widthIfTerminal) })
  }
}
