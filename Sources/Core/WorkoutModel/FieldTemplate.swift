import Text

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
  ///
  /// The parts that begin after `maxBytes` bytes of the text are left out.
  package func filled(maxBytes: Int = .max, with value: (Field) -> String) -> String {
    var filled = ""
    for part in parts where filled.utf8.count < maxBytes {
      switch part {
      case .text(let text): filled += text
      case .field(let field): filled += value(field)
      }
    }
    return filled
  }

  /// The text for the voice: like `filled`, but without the spaces and punctuation before an empty value, and without
  /// those that follow empty values at the start.
  ///
  /// The text is cut to `maxCharacters` Unicode scalars. No more parts are added after this limit is reached.
  package func spoken(maxCharacters: Int, with value: (Field) -> String) -> String {
    let isSeparator = { (scalar: Unicode.Scalar) in
      scalar.properties.isWhitespace || ",:;".unicodeScalars.contains(scalar)
    }
    var spoken = ""
    var hasEmptyStart = false
    // A scalar has at most four bytes.
    for part in parts where spoken.utf8.count < 4 * maxCharacters {
      switch part {
      case .text(let text):
        let scalars = text.unicodeScalars
        spoken.unicodeScalars += hasEmptyStart && spoken.isEmpty ? scalars.drop(while: isSeparator) : scalars[...]
      case .field(let field):
        let words = value(field)
        if words.isEmpty {
          spoken = spoken.trimmed(atStart: false, where: isSeparator)
          hasEmptyStart = hasEmptyStart || spoken.isEmpty
        }
        spoken += words
      }
    }
    return spoken.trimmed(where: \.properties.isWhitespace).prefix(scalars: maxCharacters)
  }
}

// MARK: - Text

/// Error in the text of a template; `at` is the index of a Unicode scalar, from 0.
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
    // Characters are not used, because the comparison of characters takes quadratic time for some texts.
    let scalars = Array(text.unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      guard scalar == "{" || scalar == "}" else {
        plain.unicodeScalars.append(scalar)
        index += 1
        continue
      }
      if index + 1 < scalars.count, scalars[index + 1] == scalar {
        plain.unicodeScalars.append(scalar)
        index += 2
        continue
      }
      guard scalar == "{", let end = scalars[index...].firstIndex(of: "}") else {
        throw .looseBrace(at: index)
      }
      let name = String(String.UnicodeScalarView(scalars[(index + 1)..<end]))
      guard name.utf8.count <= Self.maxFieldName, let field = Field(rawValue: name.lowercased()) else {
        throw .unknownField(name, at: index + 1)
      }
      if !plain.isEmpty { parts.append(.text(plain)) }
      plain = ""
      parts.append(.field(field))
      index = end + 1
    }
    if !plain.isEmpty { parts.append(.text(plain)) }
    self.init(parts)
  }

  /// Maximum number of bytes in the name of a field; every name is shorter.
  private static var maxFieldName: Int { 20 }

  /// The template as text; parsing this text returns an equal template.
  package var text: String {
    parts.map { part in
      switch part {
      case .text(let text): text.replacingScalars { $0 == "{" || $0 == "}" ? "\($0)\($0)" : nil }
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
  case nextLabel = "next-label"
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
  /// Measured pace.
  case paceNow = "pace-now"
  /// Heartbeats per minute.
  case heartRate = "heartrate"
}
