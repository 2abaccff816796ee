/// A text from a clipboard, such as a plan's file, made one line of notation.
///
/// Between steps a line end becomes a comma; comments, which would swallow what follows, are left out. Settings need
/// lines of their own, and stay what they are.
struct PastedText {
  /// The text on one line; as it is where it had no line end.
  let line: String

  init(_ text: String) {
    // CR and LF together are one character.
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count > 1 else {
      line = text
      return
    }
    line = lines.map { Self.step($0) }.filter { !$0.isEmpty }.reduce(into: "") { line, step in
      if let last = line.last, let first = step.first, last != "(", first != ")", first != "," {
        line += last == "," ? " " : ", "
      }
      line += step
    }
  }

  /// A line without its comment and the spaces round it.
  private static func step(_ line: Substring) -> Substring {
    let code = line.prefix(NotationContexts(line).commentStart ?? line.count)
    let start = code.drop(while: \.isWhitespace)
    let trailing = start.reversed().prefix(while: \.isWhitespace).count
    return start.dropLast(trailing)
  }
}
