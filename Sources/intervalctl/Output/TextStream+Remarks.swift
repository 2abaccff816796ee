extension TextStream {
  /// Writes each remark on lines of its own, which fit the terminal.
  func writeRemarks(_ remarks: [String]) throws(OutputError) { try write(remarks, as: "remark:", .heading) }

  /// Writes facts that are worth knowing but change nothing, in the same way.
  func writeNotes(_ notes: [String]) throws(OutputError) { try write(notes, as: "note:", .heading) }

  /// Writes what is probably not as it was meant to be, in the same way.
  func writeWarnings(_ warnings: [String]) throws(OutputError) { try write(warnings, as: "warning:", .warning) }

  /// Writes what to do about a warning, in the same way.
  func writeHints(_ hints: [String]) throws(OutputError) { try write(hints, as: "hint:", .heading) }

  private func write(_ texts: [String], as word: String, _ look: Style.Look) throws(OutputError) {
    guard !texts.isEmpty else { return }
    try writeLines(texts.flatMap { style.paragraph(word, look, $0, width: widthIfTerminal) })
  }
}
