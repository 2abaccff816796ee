package import WorkoutModel

extension NotationError {
  /// What is wrong.
  ///
  /// Texts are quoted from the source, at most 40 Unicode scalars each, all of them visible.
  package enum Reason: Equatable, Sendable {
    /// Something other than `expected`; `nearest` is the word that was probably meant, `instead` the way out.
    case unexpected(found: String, expected: String, nearest: String? = nil, instead: Instead? = nil)
    /// More text after a value that must be the last.
    case afterValue(found: String, ValueKind)
    /// A number without a unit; `meant` is what was probably meant by it.
    case missingUnit(number: String, of: Measured, meant: NumberMeaning? = nil)
    /// A list of steps without a repeat before it; with the repeat that follows it, if any.
    case listWithoutCount(extent: String?)
    /// More text on the line of a setting after its value.
    case afterSetting(found: String, Separator?)
    /// A value of another kind than the one that is needed; with what was probably meant, if known.
    case wrongKind(found: String, kind: ValueKind, needed: ValueKind, instead: [String] = [])
    /// A bare `m` of 100 or more, which is minutes; with the same time in unambiguous words.
    case metresOrMinutes(number: String, time: String)
    /// A unit of time after the same or a smaller one; in a plan a comma may be missing.
    case unitsOutOfOrder(unit: String, inPlan: Bool)
    case tooManyDecimals(duration: String)
    case clockField(found: String, ClockFault)
    case paceWithoutSeconds(found: String, number: String, unit: String)
    /// A pace or speed out of range; with the unit that it was typed in.
    case paceOutOfRange(pace: String, PaceUnit?)
    case distanceTooLong(distance: String)
    case distanceTooShort(distance: String)
    /// With the number that was probably meant in metres, if the unit is a bare `m`.
    case durationTooLong(duration: String, orMetres: String? = nil)
    case countOutOfRange(count: String)
    case zeroGoal(goal: String)
    /// A repeat's body without parentheses and with more steps after it; with both readings.
    case ambiguousBody(all: String, one: String)
    case trailingComma
    case unmatchedParenthesis
    case tooDeep
    case textTooLong
    case unterminatedText
    case unknownEscape(found: String)
    /// A word that is not a setting and, in a plan, cannot begin a step.
    case unknownSetting(name: String, nearest: String?, isPlan: Bool, instead: Instead? = nil)
    case settingGivenTwice(name: String)
    case settingNotInPlan(name: String, why: String)
    case settingNotInConfiguration(name: String)
    case outOfRange(found: String, range: String)
    /// An unknown field in the words of a cue.
    case unknownField(name: String, nearest: String?)
    case looseBrace
    case programNotAbsolute(program: String)
    case soundNotAbsolute(sound: String)
    case settingAfterStep(name: String)
    case stepInConfiguration(found: String)
    /// A plan that cannot be read as time; `interval` is the one without a pace, and `unit` that of the plan's or the
    /// settings' paces and distances.
    case unusable(TimelineError.Reason, interval: Interval? = nil, unit: DistanceUnit? = nil)
  }

  /// The way out of an unexpected text.
  package enum Instead: Equatable, Sendable {
    /// A comma between two steps.
    case comma
    /// A comma between two steps, or `@` before the pace.
    case commaOrPace([String])
    /// The end of a list.
    case closingParenthesis
    case oneOf([String])
    /// One of the kinds, perhaps `nearest`; or an interval with the typed word as its label.
    case kind(nearest: Kind?, label: String)
    /// The interval with the typed words as its label.
    case label(String)
    /// The interval with its label at its end.
    case labelLast(String)
    /// A step that begins with its goal.
    case goalFirst(String)
    /// An interval without a goal for a number of repetitions.
    case repetitions(String)
    /// A text with typographic quotes, in straight ones.
    case straightQuotes(String)
    /// An ordinary space in place of another one.
    case ordinarySpace
    /// A character that does not show.
    case deleteInvisible
    /// Something that has no meaning here; with the text without it, if that is short.
    case leaveOut(String, result: String? = nil)
    /// Spaces between the values of a setting.
    case spaces
    /// The full path of a program, in the whole line.
    case fullPath(String)
  }

  /// What a number without a unit was probably meant to be.
  package enum NumberMeaning: Equatable, Sendable {
    /// A decimal whose point was written as a comma.
    case decimal(String)
    /// Two intervals with a slash between their times.
    case steps(String)
  }

  /// What is wrong with a field of a clock time.
  package enum ClockFault: Equatable, Sendable {
    /// Minutes or seconds above 59.
    case above59
    /// The first field is above its maximum.
    case firstAbove(Int, isHours: Bool)
    /// The first field has decimals.
    case notWhole
    /// Hours, minutes and seconds are all that a clock time has.
    case fourth
  }

  /// Characters that do not belong after the value of a setting.
  package enum Separator: Sendable {
    case percent
    case comma
    /// One that separates settings, or settings from steps.
    case semicolon
  }

  /// What a unit can be of.
  package enum Measured: Sendable {
    case time
    case distance
    case pace
    case timeOrDistance
    case any
  }
}
