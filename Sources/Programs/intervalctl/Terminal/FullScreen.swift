/// The whole of a terminal, on its alternate screen and without a cursor.
///
/// The sequences are those of ECMA-48 and, for the screen, the cursor, wrapping and updates, private modes that those
/// ignore who do not know them.
struct FullScreen {
  private let output: TextStream
  /// The lines that are seen; nil for what nobody knows.
  private var drawn: [String]?
  private var size = TerminalSize(columns: 0, rows: 0)

  /// Makes the terminal what it was, wherever its use was broken off.
  static let leaving = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  init(on output: TextStream) {
    self.output = output
  }

  func enter() throws(OutputError) { try output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l") }

  mutating func leave() throws(OutputError) {
    drawn = nil
    try output.write(Self.leaving)
  }

  /// Draws all anew the next time, whatever has been written since.
  mutating func forget() { drawn = nil }

  /// Shows lines, the first at the top, on a terminal of the size that they were made for: those that have changed, in
  /// one write.
  mutating func draw(_ lines: [String], size: TerminalSize) throws(OutputError) {
    if size != self.size { drawn = nil }
    self.size = size
    let before = drawn
    guard lines != before else { return }
    drawn = lines
    var text = before == nil ? "\u{1B}[2J" : ""
    for row in 0..<max(lines.count, before?.count ?? 0) {
      let line = lines.indices.contains(row) ? lines[row] : ""
      if let before, before.indices.contains(row), before[row] == line { continue }
      // Erased first: behind a line as wide as the terminal the cursor is still in its last column.
      text += "\u{1B}[\(row + 1)H\u{1B}[K\(line)"
    }
    try output.write("\u{1B}[?2026h\(text)\u{1B}[?2026l")
  }
}
