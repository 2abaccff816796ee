/// Splits an interface description into tokens, with the comments above them.
struct InterfaceLexer {
  /// A word, a mark or the end of the text.
  struct Token: Equatable {
    /// Empty at the end of the text.
    let text: String
    /// The comment lines directly above, joined by line feeds.
    let documentation: String
    let line: Int
  }

  private let text: [Unicode.Scalar]
  private var position = 0
  private var line = 1
  private var comment: [String] = []

  init(_ text: String) {
    self.text = Array(text.unicodeScalars)
  }

  /// Takes the next token.
  mutating func next() throws(InterfaceSyntaxError) -> Token {
    skipSpaceAndComments()
    defer { comment = [] }
    guard let first = peek else { return token("") }
    position += 1
    switch first {
    case "(", ")", ",", ":", "?": return token(String(first))
    case "[":
      let inner = text[position...].prefix { $0 != "]" && $0 != "\n" }
      position += inner.count
      guard peek == "]" else { throw InterfaceSyntaxError(line: line, message: "\"[\" is not closed") }
      position += 1
      return token("[" + String(String.UnicodeScalarView(inner)) + "]")
    case "-" where peek == ">":
      position += 1
      return token("->")
    case let scalar where Self.isWord(scalar):
      let rest = text[position...].prefix(while: Self.isWord)
      position += rest.count
      return token(String(first) + String(String.UnicodeScalarView(rest)))
    default:
      throw InterfaceSyntaxError(line: line, message: "unexpected \"\(first)\"")
    }
  }

  private var peek: Unicode.Scalar? {
    position < text.count ? text[position] : nil
  }

  private func token(_ text: String) -> Token {
    Token(text: text, documentation: comment.joined(separator: "\n"), line: line)
  }

  /// Whether a scalar occurs in the names of interfaces and members.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || scalar == "_" || scalar == "." || scalar == "-"
  }

  private mutating func skipSpaceAndComments() {
    var isAtLineStart = false
    while let scalar = peek {
      switch scalar {
      case "\n":
        // A blank line separates a comment from what follows.
        if isAtLineStart { comment = [] }
        isAtLineStart = true
        line += 1
        position += 1
      case " ", "\t", "\r":
        position += 1
      case "#":
        let rest = text[position...].dropFirst().prefix { $0 != "\n" }
        position += rest.count + 1
        comment.append(String(String.UnicodeScalarView(rest.first == " " ? rest.dropFirst() : rest)))
        guard peek == "\n" else { continue }
        isAtLineStart = true
        line += 1
        position += 1
      default:
        return
      }
    }
  }
}
