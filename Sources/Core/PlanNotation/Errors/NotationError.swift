import Text
package import WorkoutModel

/// Error in the text of a plan, a configuration or a value, with its location.
///
/// The properties `message` and `hints`, in other files, turn an error into text.
package struct NotationError: Error, Equatable {
  package let reason: Reason
  /// Line number, from 1.
  package let line: Int
  /// Column in Unicode scalars, from 1.
  package let column: Int
  /// The line with the error, without its line end.
  package let lineText: String
  /// The lines that the user probably meant; each of them is a valid plan.
  private(set) var corrections: [Correction] = []

  /// The lines of the corrections.
  package var correctedLines: [String] { corrections.map(\.line) }

  /// Whether the text is or probably means steps or settings; false if its first word is unknown.
  package var isStep: Bool {
    if case .unknownSetting(_, nil, .plan, nil) = reason { !corrections.isEmpty } else { true }
  }

  package init(_ reason: Reason, line: Int, column: Int, lineText: String) {
    self.reason = reason
    self.line = line
    self.column = column
    self.lineText = lineText
  }

  /// The same error in a plan, with the corrections of its line.
  var corrected: NotationError { corrected(after: "") }

  /// The same error in a program, with the corrections of its line.
  var correctedInProgram: NotationError {
    let text = lineText.unicodeScalars
    var heading = 0
    switch ProgramLineType(lineText) {
    case .session: heading = text.prefix { $0 != ":" }.count + 1
    case .other:
      // A line without the number of a step may be a session or a week with a mistake.
      guard text.first(where: { $0 != " " })?.properties.numericType != nil, !isAtHeading else { return self }
    case .setting, .week: return self
    }
    guard column > heading else { return self }
    return corrected(after: String(String.UnicodeScalarView(text.prefix(heading))))
  }

  /// Whether the error is about the heading of a week or a session.
  private var isAtHeading: Bool {
    guard case .unexpected(let found, _, let nearest, let fix) = reason else { return false }
    return nearest != nil || fix != nil || found == "'week'" || found == "'session'"
  }

  /// The same error with the corrections of the plan after the heading of its line.
  ///
  /// A setting with a mistake has no corrections, because the reason of its error suggests a correction.
  private func corrected(after heading: String) -> NotationError {
    switch reason {
    case .unexpected, .missingUnit, .listWithoutCount, .unknownSetting, .paceWithoutSeconds, .paceOutOfRange,
      .clockField, .wrongKind, .unmatchedParenthesis, .metresOrMinutes, .unitsOutOfOrder:
      let word = lineText.drop { $0.isWhitespace }.prefix { $0.isLetter || $0 == "-" }.lowercased()
      guard SettingName(rawValue: word) == nil, Self.hints(forSetting: word) == nil else { return self }
      var error = self
      error.corrections = Correction.corrections(of: String(lineText.dropFirst(heading.count)))
      if case .unknownSetting(_, _?, _, _) = reason {
        // The first word is probably misspelt, so it is not part of a label.
        error.corrections.removeAll(where: \.hasLabel)
      }
      if !heading.isEmpty { error.corrections = error.corrections.map { $0.after(heading) } }
      return error
    default: return self
    }
  }
}

extension NotationError {
  /// Reason for an error.
  ///
  /// The texts in a reason are quoted from the source. Each has at most 40 Unicode scalars, all of them visible.
  package enum Reason: Equatable, Sendable {
    /// A text other than the expected text; `nearest` is the word that the user probably meant.
    case unexpected(found: String, expected: String, nearest: String? = nil, fix: Fix? = nil)
    /// An unexpected text after a standalone value.
    case afterValue(found: String, ValueKind)
    /// A number without a unit.
    case missingUnit(number: String, of: Quantity, meant: NumberMeaning? = nil)
    /// A list of steps without a count before it.
    case listWithoutCount
    /// An unexpected text after the value of a setting.
    case afterSetting(found: String, Separator?)
    /// A value of a kind other than `needed`; `fixes` are texts that the user may have meant.
    case wrongKind(found: String, kind: ValueKind, needed: ValueKind, fixes: [String] = [])
    /// A number of at least 100 with the unit `m`, which means minutes; `time` is the duration in an unambiguous form.
    case metresOrMinutes(number: String, time: String)
    /// A unit of time that follows the same or a smaller unit.
    ///
    /// In a plan, the user may have forgotten a comma between two times.
    case unitsOutOfOrder(unit: String, inPlan: Bool)
    case tooManyDecimals(duration: String)
    case clockField(found: String, ClockFault)
    case paceWithoutSeconds(found: String, number: String, unit: String)
    /// A pace or speed out of range, and its unit; the unit is nil for metres per second.
    case paceOutOfRange(pace: String, PaceUnit?)
    case distanceTooLong(distance: String)
    case distanceTooShort(distance: String)
    /// A time above the limit.
    ///
    /// If the unit is `m`, the user may have meant metres. `orMetres` then contains the number before the `m`.
    case durationTooLong(duration: String, orMetres: String? = nil)
    case countOutOfRange(count: String)
    case zeroGoal(goal: String)
    /// A repeat without parentheses that is not the last step of its list.
    ///
    /// `readings` are the line with each unambiguous form of the repeat; empty if unknown.
    case ambiguousBody(readings: [String])
    case trailingComma
    case unmatchedParenthesis
    case tooDeep
    case textTooLong
    /// A text in quotes with too many characters; the error is located at the first excess character.
    case longText(LimitedText)
    case unterminatedText
    case unknownEscape(found: String)
    /// A word that is not a setting and, in a plan or a program, does not begin a step or a week.
    case unknownSetting(name: String, nearest: String?, in: Content, fix: Fix? = nil)
    case settingGivenTwice(name: String)
    case settingNotInPlan(name: String, why: String)
    case settingNotInConfiguration(name: String)
    case outOfRange(found: String, range: String)
    /// An unknown field in a template.
    case unknownField(name: String, nearest: String?)
    case looseBrace
    case programNotAbsolute(program: String)
    case soundNotAbsolute(sound: String)
    case settingAfterStep(name: String)
    case settingAfterWeek(name: String)
    /// A week or a session in the text of a plan.
    case programInPlan(word: String)
    case weekOutOfOrder(found: String, expected: Int)
    case tooManySessions
    case stepInConfiguration(found: String)
    /// A plan from which no timeline can be made.
    ///
    /// `interval` is the interval that causes the error. `unit` is the unit of distance for paces in the hints.
    case unusable(TimelineError.Reason, interval: Interval? = nil, unit: DistanceUnit? = nil)
  }

  /// The content of a text that may begin with settings.
  package enum Content: Sendable {
    case plan
    case program
    case configuration
  }

  /// Correction of an error, for a hint.
  package enum Fix: Equatable, Sendable {
    /// A comma between two steps.
    case comma
    /// A week with a session, or another type of file for a plan.
    case week
    /// A closing parenthesis at the end of a list.
    case closingParenthesis
    case oneOf([String])
    /// Steps after the beginning of a repeat.
    case steps(String)
    /// A text in straight quotes instead of typographic quotes.
    case straightQuotes(String)
    /// Removal of an invisible character.
    case deleteInvisible
    /// Removal of a text; `result` is the line without that text, or nil.
    case leaveOut(String, result: String? = nil)
    /// Spaces between the values of a setting.
    case spaces
    /// The whole line with the full path of a program.
    case fullPath(String)
  }

  /// Probable meaning of a number without a unit.
  package enum NumberMeaning: Equatable, Sendable {
    /// A decimal number, written with a comma instead of a point.
    case decimal(String)
    /// The value with its unit.
    case value(String)
  }

  /// Error in a field of a clock time.
  package enum ClockFault: Equatable, Sendable {
    /// Minutes or seconds above 59.
    case above59
    /// The first field is above its maximum.
    case firstAbove(Int, isHours: Bool)
    /// The first field has decimals.
    case notWhole
    /// A fourth field after hours, minutes and seconds.
    case fourth
  }

  /// Character after the value of a setting.
  package enum Separator: Sendable {
    case percent
    case comma
    /// A character that separates settings in other formats, or a space before another setting.
    case semicolon
  }

  /// Quantity of a number whose unit is missing.
  package enum Quantity: Sendable {
    case time
    case distance
    case pace
    case timeOrDistance
    case any
  }
}

// MARK: - Excerpt

extension NotationError {
  /// Returns the line with the error, and a second line with a caret under the error.
  ///
  /// If the line is longer than `width` columns, it is shortened.
  package func excerpt(width: Int = 80) -> String {
    Self.excerpt(of: lineText, column: column, width: width)
  }

  /// Returns a line of text, and a second line with a caret under a column.
  ///
  /// Columns are counted from 1 in Unicode scalars. If the column is outside the line, the caret is at the nearest end
  /// of the line.
  ///
  /// Tabs are replaced by spaces, and invisible characters by `·`. The caret is therefore aligned, and the line
  /// contains no control characters.
  package static func excerpt(of lineText: String, column: Int, width: Int = 80) -> String {
    let scalars = lineText.unicodeScalars.map { scalar -> Unicode.Scalar in
      if scalar == " " || scalar == "\t" { return " " }
      return scalar.isVisible ? scalar : "·"
    }
    // The column at which each scalar begins, and the column after the last scalar.
    let edges = scalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + Character($1).columns) }
    let caret = edges[min(max(column, 1) - 1, scalars.count)]
    let left = max(0, min(caret - width / 2, edges[scalars.count] - width + 1))
    let start = edges.firstIndex { $0 >= left } ?? 0
    let end = edges.lastIndex { $0 <= edges[start] + width } ?? start
    let shown = String(String.UnicodeScalarView(scalars[start..<end]))
    return "\(shown)\n\(String(repeating: " ", count: caret - edges[start]))^"
  }
}
