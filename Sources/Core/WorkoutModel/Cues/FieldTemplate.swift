/// A text with fields, such as `{kind} {duration}`, that are filled in when it is needed.
///
/// The fields are an enum's cases, by their raw values, which are in lower case.
package struct FieldTemplate<Field: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
  package let parts: [Part]

  package enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The text with its fields filled in as they are.
  package func filled(with value: (Field) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): value(field)
      }
    }.joined()
  }

  /// The text to be spoken: a field without a value is left out with the space and punctuation before it.
  package func spoken(with value: (Field) -> String) -> String {
    var spoken = ""
    for part in parts {
      switch part {
      case .text(let text): spoken += text
      case .field(let field):
        let words = value(field)
        if words.isEmpty { spoken = String(spoken.trimmingEnd { $0.isWhitespace || ",:;".contains($0) }) }
        spoken += words
      }
    }
    return String(spoken.drop(while: \.isWhitespace).trimmingEnd(where: \.isWhitespace))
  }
}

extension StringProtocol {
  fileprivate func trimmingEnd(where isUnwanted: (Character) -> Bool) -> SubSequence {
    self[..<(lastIndex { !isUnwanted($0) }.map(index(after:)) ?? startIndex)]
  }
}
