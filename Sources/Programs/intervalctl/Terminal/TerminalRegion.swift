/// Lines that are drawn in place, again and again, from the line on in which the cursor stood at first.
///
/// The sequences are those of ECMA-48 and, for pastes, the cursor and updates, private modes that those ignore who do
/// not know them.
struct TerminalRegion {
  private let output: TextStream
  /// What was drawn last; nil for nothing.
  private var drawn: (lines: [String], cursor: Cursor)?

  /// Where the cursor stands in the lines.
  struct Cursor: Equatable {
    /// Both from 0.
    var row: Int
    var column: Int
  }

  /// Makes the terminal what it was, wherever its use was broken off, but for what is drawn.
  static let leaving = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\r\n\u{1B}[J"

  init(on output: TextStream) {
    self.output = output
  }

  /// Draws lines in place of those that were drawn, in one write.
  mutating func draw(_ lines: [String], cursor: Cursor) throws(OutputError) {
    if let drawn, drawn == (lines, cursor) { return }
    let below = lines.count - 1 - cursor.row
    // All is erased first: some terminals take the rest of a line that is erased behind its text for a part of it,
    // which wraps when they get narrower.
    let text =
      Self.beginUpdate + toTop() + Self.eraseBelow + lines.joined(separator: "\r\n")
      + (below > 0 ? "\u{1B}[\(below)A" : "") + "\u{1B}[\(cursor.column + 1)G" + Self.endUpdate
    drawn = (lines, cursor)
    try output.write(text)
  }

  /// Takes all away that was drawn, and leaves the cursor where it stood at first.
  mutating func erase() throws(OutputError) {
    let text = toTop() + Self.eraseBelow
    drawn = nil
    try output.write(text)
  }

  /// Leaves what was drawn where it is, with the cursor below it.
  mutating func leave() throws(OutputError) {
    guard let (lines, cursor) = drawn else { return }
    drawn = nil
    try output.write(String(repeating: "\n", count: lines.count - cursor.row) + "\r")
  }

  /// Writes a line that stays, where nothing is drawn.
  func writeLine(_ line: String) throws(OutputError) { try output.writeLine(line) }

  /// Draws from the present line on the next time, whatever has been written since.
  mutating func forget() { drawn = nil }

  /// Has the terminal mark pastes, or not.
  func markPastes(_ isOn: Bool) throws(OutputError) { try output.write("\u{1B}[?2004\(isOn ? "h" : "l")") }

  /// The way from the cursor to the first line.
  ///
  /// A terminal that has got narrower has wrapped the lines.
  private func toTop() -> String {
    guard let drawn else { return "\r" }
    let width = output.size.columns
    let above = drawn.lines[..<drawn.cursor.row].reduce(drawn.cursor.column / width) { rows, line in
      rows + max(1, (line.withoutSequences.columns + width - 1) / width)
    }
    return above > 0 ? "\r\u{1B}[\(above)A" : "\r"
  }

  private static let eraseBelow = "\u{1B}[J"
  /// Shows nothing until the end of the update, in terminals that know of such, and no cursor on its way in the others.
  private static let beginUpdate = "\u{1B}[?2026h\u{1B}[?25l"
  private static let endUpdate = "\u{1B}[?25h\u{1B}[?2026l"
}
