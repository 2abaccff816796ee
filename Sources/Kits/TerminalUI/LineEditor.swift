import Text

/// A line of text that is being edited, with a cursor.
package struct LineEditor: Equatable, Sendable {
  /// The user-perceived characters; none of them is a line end or another control character.
  package private(set) var characters: [Character]
  /// Number of characters before the cursor.
  package private(set) var cursor: Int
  /// Maximum size of the text in bytes of UTF-8; an insertion that would exceed this size is ignored.
  package let limit: Int

  package var text: String { String(characters) }
  package var isEmpty: Bool { characters.isEmpty }
  package var isAtEnd: Bool { cursor == characters.count }

  /// A line with the cursor at its end.
  package init(_ text: String = "", limit: Int = KeyDecoder.maxPaste) {
    self.limit = limit
    characters = []
    cursor = 0
    insert(text)
  }

  /// Replaces the text, and puts the cursor after `cursor` characters.
  package mutating func replace(_ text: String, cursor: Int) {
    characters = Array(text)
    move(to: cursor)
  }

  /// Inserts a text before the cursor; a tab becomes a space, and other control characters, such as line ends, are
  /// dropped.
  package mutating func insert(_ text: String) {
    let inserted = String(String.UnicodeScalarView(text.unicodeScalars.compactMap(\.insertable)))
    let before = String(characters[..<cursor]) + inserted
    let whole = before + String(characters[cursor...])
    guard whole.utf8.count <= limit else { return }
    characters = Array(whole)
    // The characters are counted again, because an inserted accent or joiner can combine with the characters around
    // it.
    let end = before.utf8.count
    var bytes = 0
    cursor =
      characters.firstIndex { character in
        defer { bytes += character.utf8.count }
        return bytes >= end
      } ?? characters.count
  }

  /// Moves the cursor to the position after `cursor` characters, or to the end if the text is shorter.
  package mutating func move(to cursor: Int) {
    self.cursor = min(max(cursor, 0), characters.count)
  }

  package mutating func move(by count: Int) { move(to: cursor + count) }
  package mutating func moveToStart() { move(to: 0) }
  package mutating func moveToEnd() { move(to: characters.count) }

  /// Moves the cursor back to the start of the current or the previous word.
  package mutating func moveWordLeft() { move(to: wordLeft) }

  /// Moves the cursor forward to the end of the current or the next word.
  package mutating func moveWordRight() { move(to: wordRight) }

  package mutating func deleteBackward() { delete(max(cursor - 1, 0)..<cursor) }
  package mutating func deleteForward() { delete(cursor..<min(cursor + 1, characters.count)) }
  package mutating func deleteWordLeft() { delete(wordLeft..<cursor) }
  package mutating func deleteWordRight() { delete(cursor..<wordRight) }
  package mutating func deleteToStart() { delete(0..<cursor) }
  package mutating func deleteToEnd() { delete(cursor..<characters.count) }

  private mutating func delete(_ range: Range<Int>) {
    let before = String(characters[..<range.lowerBound])
    // The characters on both sides may combine.
    characters = Array(before + String(characters[range.upperBound...]))
    move(to: before.count)
  }

  private var wordLeft: Int {
    var index = cursor
    while index > 0, !characters[index - 1].isPartOfWord { index -= 1 }
    while index > 0, characters[index - 1].isPartOfWord { index -= 1 }
    return index
  }

  private var wordRight: Int {
    var index = cursor
    while index < characters.count, !characters[index].isPartOfWord { index += 1 }
    while index < characters.count, characters[index].isPartOfWord { index += 1 }
    return index
  }
}

extension LineEditor {
  /// Edits the text or moves the cursor; returns false if the key does neither.
  ///
  /// `joinLines` converts a pasted text to one line.
  package mutating func handle(_ key: Key, joinLines: (String) -> String) -> Bool {
    switch key {
    case .character(let scalar): insert(String(scalar))
    case .pasted(let text): insert(joinLines(text))
    case .left: move(by: -1)
    case .right: move(by: 1)
    case .home: moveToStart()
    case .end: moveToEnd()
    case .wordLeft: moveWordLeft()
    case .wordRight: moveWordRight()
    case .backspace: deleteBackward()
    case .delete, .endOfInput: deleteForward()
    case .deleteWordLeft: deleteWordLeft()
    case .deleteWordRight: deleteWordRight()
    case .deleteToStart: deleteToStart()
    case .deleteToEnd: deleteToEnd()
    case .enter, .tab, .up, .down, .redraw, .suspend, .escape: return false
    }
    return true
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}

extension Unicode.Scalar {
  /// The scalar to insert: a space for a tab, nil for other control characters and for byte order marks.
  fileprivate var insertable: Unicode.Scalar? {
    if self == "\t" { return " " }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return nil
    default: return value == 0xFEFF ? nil : self
    }
  }
}

/// Visible part of a line that may be wider than its field, scrolled so that the cursor is visible.
package struct EditWindow: Equatable {
  /// The visible text, at most `width` columns and safe for a terminal; `…` marks a side on which text is hidden.
  package let text: String
  /// Number of columns before the cursor, which is less than the width.
  package let cursorColumn: Int
  private let width: Int
  private let scrolled: Int
  private let starts: [Int]

  /// Scrolls a line in a field of `width` columns; the last column stays free for a cursor at the end.
  package init(_ line: LineEditor, width: Int) {
    let width = max(width, 4)
    let shown = line.characters.map(\.shown)
    // The number of columns before each character, and before the end.
    let starts = shown.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.columns) }
    let total = starts[shown.count]
    let cursor = starts[line.cursor]
    // The cursor stays in the middle, except near both ends of the line.
    let scrolled = total < width ? 0 : min(max(cursor - width / 2, 0), total - width + 1)
    var first = 0
    while starts[first] < scrolled { first += 1 }
    var end = first
    let isCutLeft = scrolled > 0
    while end < shown.count, starts[end + 1] - scrolled < width { end += 1 }
    let isCutRight = end < shown.count
    // The `…` marks replace the outermost characters.
    if isCutLeft, first < end { first += 1 }
    if isCutRight, end > first { end -= 1 }
    let left = isCutLeft ? "…".padded(to: starts[first] - scrolled) : ""
    text = left + shown[first..<end].joined() + (isCutRight ? "…" : "")
    cursorColumn = cursor - scrolled
    self.width = width
    self.scrolled = scrolled
    self.starts = starts
  }

  /// The column of a character of the line; the nearest edge if the character is hidden.
  package func column(ofCharacter index: Int) -> Int {
    min(max(starts[min(max(index, 0), starts.count - 1)] - scrolled, 0), width - 1)
  }
}

extension Character {
  /// The character as drawn; a dot replaces a character that a terminal would interpret or would not show.
  fileprivate var shown: String {
    guard let first = unicodeScalars.first else { return "" }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return "·"
    default: return String(self).safeForTerminal
    }
  }
}
