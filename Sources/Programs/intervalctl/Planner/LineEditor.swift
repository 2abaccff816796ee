/// A line of text that is being written, and where the cursor stands in it.
struct LineEditor: Equatable {
  /// What a person takes for characters, none of them a line end or another control character.
  private(set) var characters: [Character]
  /// How many characters stand before the cursor.
  private(set) var cursor: Int
  /// The most bytes of UTF-8 that the text may have; what would make it longer is not taken.
  let limit: Int

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }
  var isAtEnd: Bool { cursor == characters.count }

  /// A text with the cursor at its end.
  init(_ text: String = "", limit: Int = KeyDecoder.longestPaste) {
    self.limit = limit
    characters = []
    cursor = 0
    insert(text)
  }

  /// Takes another text, with the cursor behind so many of its characters.
  mutating func replace(_ text: String, cursor: Int) {
    characters = Array(text)
    move(to: cursor)
  }

  /// Writes a text at the cursor, and leaves the cursor behind it; tabs become spaces, and line ends are for
  /// `PastedText` to make something of.
  mutating func insert(_ text: String) {
    let kept = String(String.UnicodeScalarView(text.unicodeScalars.compactMap(\.written)))
    let before = String(characters[..<cursor]) + kept
    let whole = before + String(characters[cursor...])
    guard whole.utf8.count <= limit else { return }
    characters = Array(whole)
    // An accent joins the letter before it, and a joiner both its neighbours, so that characters are counted anew.
    let end = before.utf8.count
    var bytes = 0
    cursor =
      characters.firstIndex { character in
        defer { bytes += character.utf8.count }
        return bytes >= end
      } ?? characters.count
  }

  /// Moves the cursor behind so many characters, as far as there are as many.
  mutating func move(to cursor: Int) {
    self.cursor = min(max(cursor, 0), characters.count)
  }

  mutating func move(by count: Int) { move(to: cursor + count) }
  mutating func moveToStart() { move(to: 0) }
  mutating func moveToEnd() { move(to: characters.count) }

  /// Moves to the beginning of the word before the cursor.
  mutating func moveWordLeft() { move(to: wordLeft) }

  /// Moves to the end of the word behind the cursor.
  mutating func moveWordRight() { move(to: wordRight) }

  mutating func deleteBackward() { delete(max(cursor - 1, 0)..<cursor) }
  mutating func deleteForward() { delete(cursor..<min(cursor + 1, characters.count)) }
  mutating func deleteWordLeft() { delete(wordLeft..<cursor) }
  mutating func deleteWordRight() { delete(cursor..<wordRight) }
  mutating func deleteToStart() { delete(0..<cursor) }
  mutating func deleteToEnd() { delete(cursor..<characters.count) }

  private mutating func delete(_ range: Range<Int>) {
    let before = String(characters[..<range.lowerBound])
    // What meets may be other characters than before.
    characters = Array(before + String(characters[range.upperBound...]))
    move(to: before.count)
  }

  private var wordLeft: Int {
    var index = cursor
    while index > 0, !characters[index - 1].isOfWord { index -= 1 }
    while index > 0, characters[index - 1].isOfWord { index -= 1 }
    return index
  }

  private var wordRight: Int {
    var index = cursor
    while index < characters.count, !characters[index].isOfWord { index += 1 }
    while index < characters.count, characters[index].isOfWord { index += 1 }
    return index
  }
}

extension LineEditor {
  /// Does what a key says to the text or the cursor; false for keys that say nothing of them.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .character(let scalar): insert(String(scalar))
    case .pasted(let text): insert(PastedText(text).line)
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
  fileprivate var isOfWord: Bool { isLetter || isNumber }
}

extension Unicode.Scalar {
  /// What is written of it in a line: a space for a tab, and nothing of control characters and byte order marks.
  fileprivate var written: Unicode.Scalar? {
    if self == "\t" { return " " }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return nil
    default: return value == 0xFEFF ? nil : self
    }
  }
}
