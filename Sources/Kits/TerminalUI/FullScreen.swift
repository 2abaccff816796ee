/// The whole of a terminal: its alternate screen, without a cursor.
///
/// The sequences are those of ECMA-48; screen, cursor, wrapping and updates use private modes, which terminals without
/// them ignore.
package struct FullScreen {
  private let output: TextStream
  /// The lines on the screen; nil if they are unknown.
  private var drawn: [String]?
  private var size = TerminalSize(columns: 0, rows: 0)

  /// The sequence that restores the terminal, whatever state drawing was interrupted in.
  package static let reset = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  package init(on output: TextStream) {
    self.output = output
  }

  package func enter() throws(OutputError) { try output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l") }

  package mutating func leave() throws(OutputError) {
    drawn = nil
    try output.write(Self.reset)
  }

  /// Makes the next `draw` draw every line.
  package mutating func invalidate() { drawn = nil }

  /// Shows lines, the first at the top; writes the changed ones, in one write.
  ///
  /// `size` is the size of the terminal for which the lines were made.
  package mutating func draw(_ lines: [String], size: TerminalSize) throws(OutputError) {
    if size != self.size { drawn = nil }
    self.size = size
    let before = drawn
    guard lines != before else { return }
    drawn = lines
    var text = before == nil ? "\u{1B}[2J" : ""
    for row in 0..<max(lines.count, before?.count ?? 0) {
      let line = lines.indices.contains(row) ? lines[row] : ""
      if let before, before.indices.contains(row), before[row] == line { continue }
      // The row is erased first: after a line as wide as the terminal the cursor is still in the last column.
      text += "\u{1B}[\(row + 1)H\u{1B}[K\(line)"
    }
    try output.write("\u{1B}[?2026h\(text)\u{1B}[?2026l")
  }
}
