/// Recursive-descent parser of interface descriptions, with the grammar of varlink.org/Interface-Definition.
struct InterfaceParser {
  /// The contents of a description.
  struct Members {
    var name: String
    var documentation: String
    var types: [String: InterfaceDescription.NamedType] = [:]
    var methods: [String: InterfaceDescription.Method] = [:]
    var errors: [String: InterfaceDescription.ErrorType] = [:]
  }

  private var lexer: InterfaceLexer
  private var token: InterfaceLexer.Token
  /// The named types that the description uses, each with the line of its first use.
  private var usedTypes: [String: Int] = [:]

  init(_ text: String) throws(InterfaceSyntaxError) {
    lexer = InterfaceLexer(text)
    token = try lexer.next()
  }

  mutating func parse() throws(InterfaceSyntaxError) -> Members {
    let documentation = token.documentation
    try expect("interface")
    guard isInterfaceName(token.text) else { throw unexpected("an interface name") }
    var members = Members(name: try take(), documentation: documentation)
    while !token.text.isEmpty {
      try member(into: &members)
    }
    for (name, line) in usedTypes.sorted(by: { $0.value < $1.value }) where members.types[name] == nil {
      throw InterfaceSyntaxError(line: line, message: "no type \"\(name)\"")
    }
    return members
  }

  private mutating func member(into members: inout Members) throws(InterfaceSyntaxError) {
    let documentation = token.documentation
    let keyword = try take()
    let line = token.line
    guard isMemberName(token.text) else { throw unexpected("a name that begins with a capital letter") }
    let name = try take()
    guard members.types[name] == nil, members.methods[name] == nil, members.errors[name] == nil else {
      throw InterfaceSyntaxError(line: line, message: "\"\(name)\" is declared twice")
    }
    switch keyword {
    case "type":
      members.types[name] = .init(type: try structureOrEnumeration(), documentation: documentation)
    case "method":
      let parameters = try fields()
      try expect("->")
      members.methods[name] = .init(parameters: parameters, results: try fields(), documentation: documentation)
    case "error":
      members.errors[name] = .init(parameters: token.text == "(" ? try fields() : [], documentation: documentation)
    default:
      throw InterfaceSyntaxError(line: line, message: "expected type, method or error, found \"\(keyword)\"")
    }
  }

  // MARK: Types

  private mutating func fields() throws(InterfaceSyntaxError) -> [Field] {
    let line = token.line
    guard case .structure(let fields) = try structureOrEnumeration() else {
      throw InterfaceSyntaxError(line: line, message: "expected fields with types")
    }
    return fields
  }

  /// Parses a structure or an enumeration, which is in parentheses.
  ///
  /// A structure has names with types, and an enumeration has only names. Empty parentheses are an empty structure.
  private mutating func structureOrEnumeration() throws(InterfaceSyntaxError) -> ValueType {
    try expect("(")
    var fields: [Field] = []
    var words: [String] = []
    var names: Set<String> = []
    while token.text != ")" {
      let documentation = token.documentation
      guard isFieldName(token.text) else { throw unexpected("a field name") }
      guard names.insert(token.text).inserted else { throw unexpected("another field name") }
      let name = try take()
      if token.text == ":", words.isEmpty {
        _ = try take()
        fields.append(Field(name, try type(), documentation: documentation))
      } else if fields.isEmpty {
        words.append(name)
      } else {
        throw unexpected("\":\"")
      }
      guard token.text == "," else { break }
      _ = try take()
      guard token.text != ")" else { throw unexpected("a field name") }
    }
    try expect(")")
    return words.isEmpty ? .structure(fields) : .enumeration(words)
  }

  private mutating func type() throws(InterfaceSyntaxError) -> ValueType {
    switch token.text {
    case "(": return try structureOrEnumeration()
    case "?":
      _ = try take()
      guard token.text != "?" else { throw unexpected("a type") }
      return .optional(try type())
    case "[]":
      _ = try take()
      return .array(try type())
    case "[string]":
      _ = try take()
      return .map(try type())
    case "bool": return try take(.bool)
    case "int": return try take(.int)
    case "float": return try take(.float)
    case "string": return try take(.string)
    case "object": return try take(.object)
    case "any": return try take(.any)
    case let name where isMemberName(name):
      if usedTypes[name] == nil { usedTypes[name] = token.line }
      return .named(try take())
    default: throw unexpected("a type")
    }
  }

  // MARK: Names

  /// Whether a text is the name of an interface.
  ///
  /// The name has at least two labels, which dots separate. The first label begins with a letter. A label contains only
  /// letters, digits and hyphens, and has no hyphen at its start or end.
  private func isInterfaceName(_ text: String) -> Bool {
    let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return labels.count >= 2 && labels[0].first.map(isLetter) == true
      && labels.allSatisfy { label in
        guard let first = label.first, let last = label.last else { return false }
        let hyphen = UInt8(ascii: "-")
        return first != hyphen && last != hyphen && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen }
      }
  }

  private func isMemberName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
    return text.utf8.allSatisfy { isLetter($0) || isDigit($0) }
  }

  /// Whether a text matches `[A-Za-z](_?[A-Za-z0-9])*`.
  private func isFieldName(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    return parts[0].first.map(isLetter) == true
      && parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { isLetter($0) || isDigit($0) } }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Tokens

  private mutating func take() throws(InterfaceSyntaxError) -> String {
    let text = token.text
    token = try lexer.next()
    return text
  }

  private mutating func take(_ type: ValueType) throws(InterfaceSyntaxError) -> ValueType {
    token = try lexer.next()
    return type
  }

  private mutating func expect(_ text: String) throws(InterfaceSyntaxError) {
    guard token.text == text else { throw unexpected("\"\(text)\"") }
    token = try lexer.next()
  }

  private func unexpected(_ expected: String) -> InterfaceSyntaxError {
    let found = token.text.isEmpty ? "the end" : "\"\(token.text)\""
    return InterfaceSyntaxError(line: token.line, message: "expected \(expected), found \(found)")
  }
}

/// Splits an interface description into tokens, each with the comment above it.
struct InterfaceLexer {
  /// Word, punctuation mark or end of the text.
  struct Token: Equatable {
    /// The text of the token; empty at the end of the description.
    let text: String
    /// The comment lines directly above the token, joined by line feeds.
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

  /// Whether a scalar may occur in the name of an interface or a member.
  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      || scalar == "_" || scalar == "." || scalar == "-"
  }

  private mutating func skipSpaceAndComments() {
    var isAtLineStart = false
    while let scalar = peek {
      switch scalar {
      case "\n":
        // A comment before a blank line does not belong to the next token.
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
