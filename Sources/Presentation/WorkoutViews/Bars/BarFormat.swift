import WorkoutModel

/// The format of a line for a status bar: `{kind}[ {left}][ of {goal}]`.
package struct BarFormat: Equatable {
  let sections: [Section]

  /// A part of the format: text with fields.
  struct Section: Equatable {
    let template: FieldTemplate<BarField>
    /// Whether the section was in brackets; a section in brackets is left out if one of its fields is empty.
    let isOptional: Bool
  }

  /// Returns the text with its fields filled in, without leading and trailing spaces.
  func filled(with value: (BarField) -> String) -> String {
    let text = sections.map { section in
      var isWhole = true
      let text = section.template.filled { field in
        let text = value(field)
        if text.isEmpty { isWhole = false }
        return text
      }
      return isWhole || !section.isOptional ? text : ""
    }.joined()
    let start = text.drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }

  /// Whether the line changes as time passes.
  var isMoving: Bool {
    sections.contains {
      $0.template.parts.contains { if case .field(let field) = $0 { field.isMoving } else { false } }
    }
  }
}

extension BarFormat {
  /// An error in the text of a format; `at` is the index of the Unicode scalar that causes the error.
  package enum TextError: Error, Equatable {
    /// An unknown field.
    case unknownField(String, at: Int)
    /// A brace without its counterpart.
    case looseBrace(at: Int)
    /// A bracket without its counterpart, or within other brackets.
    case looseBracket(at: Int)
  }

  /// Parses the text of a format.
  ///
  /// `{field}` is a field, and brackets enclose an optional part. A doubled brace or bracket is one literal character.
  package init(parsing text: String) throws(TextError) {
    var sections: [Section] = []
    var parts: [FieldTemplate<BarField>.Part] = []
    var opening: Int?
    let scalars = Array(text.unicodeScalars)
    var start = 0
    while let bracket = scalars[start...].firstIndex(where: { $0 == "[" || $0 == "]" }) {
      parts += try Self.parts(of: scalars[start..<bracket])
      if scalars[(bracket + 1)...].first == scalars[bracket] {
        parts.append(.text(String(scalars[bracket])))
        start = bracket + 2
      } else {
        guard (scalars[bracket] == "[") == (opening == nil) else { throw .looseBracket(at: bracket) }
        sections.append(Section(template: FieldTemplate(parts), isOptional: opening != nil))
        parts = []
        opening = opening == nil ? bracket : nil
        start = bracket + 1
      }
    }
    parts += try Self.parts(of: scalars[start...])
    if let opening { throw .looseBracket(at: opening) }
    self.init(sections: sections + [Section(template: FieldTemplate(parts), isOptional: false)])
  }

  private static func parts(
    of text: ArraySlice<Unicode.Scalar>
  ) throws(TextError) -> [FieldTemplate<BarField>.Part] {
    do {
      return try FieldTemplate(parsing: String(String.UnicodeScalarView(text))).parts
    } catch {
      switch error {
      case .unknownField(let name, let index): throw .unknownField(name, at: text.startIndex + index)
      case .looseBrace(let index): throw .looseBrace(at: text.startIndex + index)
      }
    }
  }
}

extension BarFormat: ExpressibleByStringLiteral {
  /// Makes a format from a literal in the source code, which must be valid.
  package init(stringLiteral text: String) {
    do {
      try self.init(parsing: text)
    } catch {
      preconditionFailure("\(text): \(error)")
    }
  }
}

/// A field of a line for a status bar; the raw value is the name in braces.
///
/// A field that has the same name as a `CueField` also has the same meaning.
package enum BarField: String, CaseIterable, Sendable {
  /// The phase of the workout: `idle`, `lead-in`, `running` or `paused`.
  case phase
  /// A character for the phase; while the workout runs, a character for the kind of the interval.
  case icon
  /// The kind of the interval, such as `run`.
  case kind
  case label
  /// The time or distance of the interval as written in the plan, or the actual extent if an `until` cuts the interval.
  case goal
  /// The duration of the interval.
  case duration
  case pace
  /// The speed to set on a treadmill.
  case speed
  /// The next interval.
  case next
  case nextLabel = "next-label"
  /// The round of the outermost repeat.
  case round
  /// The number of rounds of the outermost repeat.
  case rounds
  /// The interval's number, from 1.
  case number
  /// The number of intervals of the workout.
  case intervals
  /// The time left of the interval or the lead-in, or the time spent in an open interval.
  case clock
  /// The time left of the interval, or of the lead-in.
  case left
  /// The part of the interval that is over, in percent.
  case percent
  /// The time spent in intervals.
  case elapsed
  /// The time left of the workout.
  case remaining
  /// The part of the workout that is over, in percent.
  case progress
  /// The distance so far, estimated or measured.
  case distance
  /// The plan's title.
  case title
  /// The measured pace.
  case paceNow = "pace-now"
  /// Heartbeats per minute.
  case heartRate = "heartrate"
  /// Steps per minute.
  case cadence

  /// Whether the field changes as time passes.
  var isMoving: Bool {
    switch self {
    case .clock, .left, .percent, .elapsed, .remaining, .progress, .distance: true
    case .phase, .icon, .kind, .label, .goal, .duration, .pace, .speed, .next, .nextLabel, .round, .rounds, .number,
      .intervals, .title, .paceNow, .heartRate, .cadence:
      false
    }
  }
}
