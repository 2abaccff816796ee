package import WorkoutModel

extension NotationError {
  /// What is wrong.
  ///
  /// Texts are quoted from the source, at most 40 Unicode scalars of it, all of which show.
  package enum Reason: Equatable, Sendable {
    /// Something else should stand here; `nearest` is the word that may have been meant, and `instead` what more may.
    case unexpected(found: String, expected: String, nearest: String? = nil, instead: Instead? = nil)
    /// A number alone, where something with such a unit can stand; with the decimal that it was if a comma is a point.
    case missingUnit(number: String, of: Measured, decimal: String? = nil)
    /// A number before a list of steps, as other notations write a repeat.
    case countWithoutX(number: String)
    /// A list of steps that no repeat precedes; with the count behind it, if there is one.
    case listWithoutCount(count: String?)
    /// More on the line of a setting than its value.
    case behindSetting(found: String, Separator?)
    /// A value of another kind than the one that is needed; with what may have been meant, if anything.
    case wrongKind(found: String, kind: ValueKind, needed: ValueKind, instead: [String] = [])
    /// A bare `m` of 100 or more, which is minutes; with the same time in words that say so.
    case metresOrMinutes(number: String, time: String)
    case unitsOutOfOrder(unit: String)
    case tooManyDecimals(duration: String)
    /// A field that is too large or too short; whether it is the first tells whether larger units would do.
    case clockField(found: String, most: Int, isFirst: Bool = false)
    case paceWithoutSeconds(found: String, number: String, unit: String)
    case paceOutOfRange(pace: String)
    case distanceTooLong(distance: String)
    /// With the number in it that may have been metres, where that is written `m`.
    case durationTooLong(duration: String, orMetres: String? = nil)
    case countOutOfRange(count: String)
    case zeroGoal(goal: String)
    /// A repeat's body without parentheses, with more steps behind it: the two things it could mean.
    case ambiguousBody(all: String, one: String)
    case trailingComma
    case tooDeep
    case textTooLong
    case unterminatedText
    case unknownEscape(found: String)
    /// A word that is no setting; in a plan it is no step either.
    case unknownSetting(name: String, nearest: String?, isPlan: Bool)
    case settingGivenTwice(name: String)
    case settingNotInPlan(name: String, why: String)
    case settingNotInConfiguration(name: String)
    case outOfRange(found: String, range: String)
    /// A field of a cue's words that there is not.
    case unknownField(name: String, nearest: String?)
    case looseBrace
    case programNotAbsolute(program: String)
    case soundNotAbsolute(sound: String)
    case settingAfterStep(name: String)
    case stepInConfiguration(found: String)
    case unusable(TimelineError.Reason)
  }

  /// What may be written where something else should stand.
  package enum Instead: Equatable, Sendable {
    /// Steps side by side.
    case comma
    /// The end of a list.
    case closingParenthesis
    case oneOf([String])
  }

  /// What has no place behind the value of a setting.
  package enum Separator: Sendable {
    case percent
    case comma
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
