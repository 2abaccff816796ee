import WorkoutModel

extension BarFormat {
  /// Why a text is no format, and at which of its characters, counted from 0.
  enum TextError: Error, Equatable {
    /// No field has this name.
    case unknownField(String, at: Int)
    /// A brace opens or closes nothing.
    case looseBrace(at: Int)
    /// A bracket opens or closes nothing, or stands within others.
    case looseBracket(at: Int)
  }

  /// Reads a text in which `{field}` is a field, brackets hold what may be left out, and of all four a doubled one
  /// stands for one.
  init(parsing text: String) throws(TextError) {
    var pieces: [Piece] = []
    var parts: [FieldTemplate<BarField>.Part] = []
    var opening: Int?
    let characters = Array(text)
    var start = 0
    while let bracket = characters[start...].firstIndex(where: { $0 == "[" || $0 == "]" }) {
      parts += try Self.parts(of: characters[start..<bracket])
      if characters[(bracket + 1)...].first == characters[bracket] {
        parts.append(.text(String(characters[bracket])))
        start = bracket + 2
      } else {
        guard (characters[bracket] == "[") == (opening == nil) else { throw .looseBracket(at: bracket) }
        pieces.append(Piece(template: FieldTemplate(parts), isOptional: opening != nil))
        parts = []
        opening = opening == nil ? bracket : nil
        start = bracket + 1
      }
    }
    parts += try Self.parts(of: characters[start...])
    if let opening { throw .looseBracket(at: opening) }
    self.init(pieces: pieces + [Piece(template: FieldTemplate(parts), isOptional: false)])
  }

  private static func parts(
    of text: ArraySlice<Character>
  ) throws(TextError) -> [FieldTemplate<BarField>.Part] {
    do {
      return try FieldTemplate(parsing: String(text)).parts
    } catch {
      switch error {
      case .unknownField(let name, let index): throw .unknownField(name, at: text.startIndex + index)
      case .looseBrace(let index): throw .looseBrace(at: text.startIndex + index)
      }
    }
  }
}

extension BarFormat: ExpressibleByStringLiteral {
  /// A text of the program's own, which is a format.
  init(stringLiteral text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("\(text): \(error)")
    }
  }
}
