extension TextStream {
  /// Writes each remark on lines of its own, which fit the terminal.
  func writeRemarks(_ remarks: [String]) throws(OutputError) {
    guard !remarks.isEmpty else { return }
    try writeLines(remarks.flatMap { style.paragraph("remark:", .heading, $0, width: widthIfTerminal) })
  }
}
