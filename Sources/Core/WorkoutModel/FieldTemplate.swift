/// Text with fields, such as `{kind} {duration}`, that are replaced by values.
///
/// The fields are the cases of an enum. A field is written as its raw value, which is in lower case.
package struct FieldTemplate<Field: RawRepresentable<String> & Hashable & Sendable>: Equatable, Sendable {
  package let parts: [Part]

  package enum Part: Equatable, Sendable {
    case text(String)
    case field(Field)
  }

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The text in which each field is replaced by its value.
  package func filled(with value: (Field) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): value(field)
      }
    }.joined()
  }

  /// The text for the voice: like `filled`, but without the spaces and punctuation before an empty value.
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

// MARK: - Text

/// Error in the text of a template; `at` is the index of a character, from 0.
package enum FieldTemplateError: Error, Equatable {
  case unknownField(String, at: Int)
  /// A brace without its counterpart.
  case looseBrace(at: Int)
}

extension FieldTemplate {
  /// Parses a text in which `{field}` is a field, and a doubled brace is a literal brace.
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

  /// The template as text; parsing this text returns an equal template.
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
  /// Parses a string literal in the source code; an invalid literal ends the program.
  package init(stringLiteral text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("\(text): \(error)")
    }
  }
}

/// Template of a cue's spoken words or of a hook's argument.
package typealias CueTemplate = FieldTemplate<CueField>

/// Field of a cue template; the raw value is its name in the template.
package enum CueField: String, CaseIterable, Sendable {
  /// The cue's name in the settings.
  case cue
  /// Kind of interval, such as `run`.
  case kind
  case label
  /// Duration or distance of the interval; less than written if the end of a repeat cuts the interval.
  case goal
  /// Duration of the interval.
  case duration
  case pace
  /// Speed to set on a treadmill.
  case speed
  /// The next interval.
  case next
  /// Number of the present round in the outermost repeat.
  case round
  /// Total number of rounds of the outermost repeat.
  case rounds
  /// Number of the interval, from 1.
  case number
  /// Number of intervals in the workout.
  case intervals
  /// Time left in the interval or the lead-in.
  case left
  /// Time spent in intervals.
  case elapsed
  /// Time left in the workout.
  case remaining
  /// Distance covered so far, estimated or measured.
  case distance
  /// Scope of the cue: `interval`, `round` or `workout`.
  case part
  /// Number of seconds that a countdown announces.
  case count
  /// Number of miles or kilometres covered at a split.
  case split
  /// Seconds by which a start is announced early.
  case lag
  /// Title of the plan.
  case title
}
