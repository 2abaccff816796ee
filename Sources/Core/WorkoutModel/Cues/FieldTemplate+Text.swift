/// Why a text is no template, and at which of its characters, counted from 0.
package enum FieldTemplateError: Error, Equatable {
  /// No field has this name.
  case unknownField(String, at: Int)
  /// A brace opens or closes nothing.
  case looseBrace(at: Int)
}

extension FieldTemplate {
  /// Reads a text in which `{field}` is a field, and a doubled brace stands for one.
  package init(parsing text: String) throws(FieldTemplateError) {
    var parts: [Part] = []
    var plain = ""
    let characters = Array(text)
    var index = 0
    while index < characters.count {
      let character = characters[index]
      guard character == "{" || character == "}" else {
        plain.append(character)
        index += 1
        continue
      }
      if index + 1 < characters.count, characters[index + 1] == character {
        plain.append(character)
        index += 2
        continue
      }
      guard character == "{", let end = characters[index...].firstIndex(of: "}") else {
        throw .looseBrace(at: index)
      }
      let name = String(characters[(index + 1)..<end])
      guard let field = Field(rawValue: name.lowercased()) else { throw .unknownField(name, at: index + 1) }
      if !plain.isEmpty { parts.append(.text(plain)) }
      plain = ""
      parts.append(.field(field))
      index = end + 1
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
    self.init(parts)
  }

  /// The text that reads back as the same template.
  package var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text.flatMap { $0 == "{" || $0 == "}" ? [$0, $0] : [$0] }.map(String.init).joined()
      case .field(let field): "{\(field.rawValue)}"
      }
    }.joined()
  }
}

extension FieldTemplate: ExpressibleByStringLiteral {
  /// A text of the program's own, which is a template.
  package init(stringLiteral text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("\(text): \(error)")
    }
  }
}
