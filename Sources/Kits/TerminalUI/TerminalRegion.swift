import Text

/// Lines that are redrawn in place, starting on the line that contained the cursor before the first `draw`.
///
/// The sequences are from ECMA-48, except for private modes for pastes, the cursor and updates. A terminal that does
/// not know a private mode ignores it.
package struct TerminalRegion {
  private let output: TextStream
  /// The lines on the terminal; nil if no lines are drawn.
  private var drawn: (lines: [String], cursor: Cursor)?

  /// Position of the cursor in the lines, counted from 0.
  package struct Cursor: Equatable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
      (self.row, self.column) = (row, column)
    }
  }

  /// The sequence that restores the terminal at any moment, even in the middle of drawing; the drawn lines stay.
  package static let reset = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\r\n\u{1B}[J"

  package init(on output: TextStream) {
    self.output = output
  }

  /// Replaces the drawn lines, in one write.
  package mutating func draw(_ lines: [String], cursor: Cursor) throws(OutputError) {
    if let drawn, drawn == (lines, cursor) { return }
    let below = lines.count - 1 - cursor.row
    // All rows are erased before the lines are written. If only the rest of each row were erased, some terminals would
    // treat the erased columns as text, and would wrap this text when the user makes the terminal narrower.
    let text =
      Self.beginUpdate + toTop() + Self.eraseBelow + lines.joined(separator: "\r\n")
      + (below > 0 ? "\u{1B}[\(below)A" : "") + "\u{1B}[\(cursor.column + 1)G" + Self.endUpdate
    drawn = (lines, cursor)
    try output.write(text)
  }

  /// Erases the drawn lines, and moves the cursor to the start of the first of them.
  package mutating func erase() throws(OutputError) {
    let text = toTop() + Self.eraseBelow
    drawn = nil
    try output.write(text)
  }

  /// Leaves the drawn lines on the terminal, and moves the cursor below them.
  package mutating func leaveOnScreen() throws(OutputError) {
    guard let (lines, cursor) = drawn else { return }
    drawn = nil
    try output.write(String(repeating: "\n", count: lines.count - cursor.row) + "\r")
  }

  /// Writes a permanent line; no lines may be drawn at that time.
  package func writeLine(_ line: String) throws(OutputError) { try output.writeLine(line) }

  /// Makes the next `draw` start on the current line, regardless of the text that has been written since the last
  /// `draw`.
  package mutating func invalidate() { drawn = nil }

  /// Turns bracketed paste on or off; when it is on, the terminal marks the start and the end of a paste.
  package func markPastes(_ isOn: Bool) throws(OutputError) { try output.write("\u{1B}[?2004\(isOn ? "h" : "l")") }

  /// The sequence that moves the cursor to the first drawn line.
  ///
  /// If the terminal has become narrower, it has wrapped the lines; the sequence takes the additional rows into
  /// account.
  private func toTop() -> String {
    guard let drawn else { return "\r" }
    let width = output.size.columns
    let above = drawn.lines[..<drawn.cursor.row].reduce(drawn.cursor.column / width) { rows, line in
      rows + max(1, (line.withoutSequences.columns + width - 1) / width)
    }
    return above > 0 ? "\r\u{1B}[\(above)A" : "\r"
  }

  private static let eraseBelow = "\u{1B}[J"
  /// Starts a synchronized update, and hides the cursor on terminals that do not support synchronized updates.
  private static let beginUpdate = "\u{1B}[?2026h\u{1B}[?25l"
  private static let endUpdate = "\u{1B}[?25h\u{1B}[?2026l"
}

/// Full screen of a terminal: the alternate screen, with a hidden cursor.
///
/// The sequences are from ECMA-48, except for private modes for the screen, the cursor, wrapping and updates. A
/// terminal that does not know a private mode ignores it.
package struct FullScreen {
  private let output: TextStream
  /// The lines on the screen; nil if they are unknown.
  private var drawn: [String]?
  private var size = TerminalSize(columns: 0, rows: 0)

  /// The sequence that restores the terminal at any moment, even in the middle of drawing.
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

  /// Shows lines, with the first line at the top; all changed lines are written in one write.
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
      // The row is erased before the line is written. After a line as wide as the terminal, the cursor is still in the
      // last column, and erasing the rest of the row would remove the last character.
      text += "\u{1B}[\(row + 1)H\u{1B}[K\(line)"
    }
    try output.write("\u{1B}[?2026h\(text)\u{1B}[?2026l")
  }
}
