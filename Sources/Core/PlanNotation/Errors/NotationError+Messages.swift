import WorkoutModel

extension NotationError {
  /// Message without the location of the error, which is in `line` and `column`.
  package var message: String {
    switch reason {
    case .unexpected(let found, let expected, _, _): "found \(found), expected \(expected)"
    case .afterValue(let found, let kind): "unexpected \(found) after the \(kind.rawValue)"
    case .missingUnit(let number, _, _): "'\(number)' has no unit"
    case .listWithoutCount: "a list in parentheses needs a count before it"
    case .afterSetting(let found, _): "found \(found), expected the end of the line"
    case .wrongKind(let found, let kind, let needed, _):
      "'\(found)' is a \(kind.rawValue), and a \(needed.rawValue) is needed"
    case .metresOrMinutes(let number, let time): "'\(number)m' would be \(number) minutes, which is \(time)"
    case .unitsOutOfOrder(let unit, _):
      "'\(unit)' is out of order: hours, minutes and seconds come in that order, each once"
    case .tooManyDecimals(let duration): "'\(duration)' has more than three decimals"
    case .clockField(let found, let fault): Self.message(for: fault, found)
    case .paceWithoutSeconds(let found, _, _): "'\(found)' is not a pace: minutes and seconds are needed"
    case .paceOutOfRange(let pace, let unit): "'\(pace)' is out of range: \(Self.range(of: unit))"
    case .distanceTooLong(let distance): "'\(distance)' is too long: distances go up to 999.99 km"
    case .distanceTooShort(let distance): "'\(distance)' is too short: distances begin at 1 mm"
    case .durationTooLong(let duration, _): "'\(duration)' is too long: times go up to 99:59:59"
    case .countOutOfRange(let count): "'\(count)' is not a count: write 1 to 9999"
    case .zeroGoal(let goal): "'\(goal)' must be longer than zero"
    case .ambiguousBody: "ambiguous repeat: only the last step of a list may repeat without parentheses"
    case .trailingComma: "nothing follows this comma"
    case .unmatchedParenthesis: "unmatched ')'"
    case .tooDeep: "repeats are nested more than \(PlanLimits.maxNesting) deep"
    case .textTooLong: "the text is longer than 64 KiB"
    case .longText(let text): "the \(text.rawValue) is longer than \(text.maxCharacters) characters"
    case .unterminatedText: "the text has no closing quote on its line"
    case .unknownEscape(let found): "'\(found)' has no meaning in a text"
    case .unknownSetting(let name, _, .plan, _): "'\(name)' is neither a setting nor the beginning of a step"
    case .unknownSetting(let name, _, .program, _): "'\(name)' is neither a setting nor the beginning of a week"
    case .unknownSetting(let name, _, .configuration, _): "unknown setting '\(name)'"
    case .settingGivenTwice(let name): "'\(name)' is set twice"
    case .settingNotInPlan(let name, let why): "'\(name)' cannot be set in a plan: \(why)"
    case .settingNotInConfiguration(let name): "'\(name)' can only be set in a plan"
    case .outOfRange(let found, let range): "'\(found)' is out of range: \(range)"
    case .unknownField(let name, _): "unknown field '\(name)'"
    case .looseBrace: "this brace is not part of a field"
    case .programNotAbsolute(let program): "'\(program)' is not an absolute path"
    case .soundNotAbsolute(let sound): "'\(sound)' is neither an absolute path nor a name in the sound theme"
    case .settingAfterStep(let name): "the setting '\(name)' must come before the first step"
    case .settingAfterWeek(let name): "the setting '\(name)' must come before the first week"
    case .programInPlan(let word): "'\(word)' is part of a training program, not of a plan"
    case .weekOutOfOrder(let found, let expected): "found week \(found), expected week \(expected)"
    case .tooManySessions: "the program has more than \(TrainingProgram.maxSessions) sessions"
    case .stepInConfiguration(let found): "found \(found), expected a setting"
    case .unusable(let reason, _, _): Self.message(for: reason)
    }
  }

  private static func message(for fault: ClockFault, _ found: String) -> String {
    switch fault {
    case .above59: "'\(found)' is out of range: minutes and seconds go up to 59"
    case .firstAbove(let limit, isHours: true): "'\(found)' is out of range: hours before ':' go up to \(limit)"
    case .firstAbove(let limit, isHours: false): "'\(found)' is out of range: minutes before ':' go up to \(limit)"
    case .notWhole: "'\(found)' is not a whole number, which a clock time requires"
    case .fourth: "'\(found)' is one field too many: a clock time has hours, minutes and seconds"
    }
  }

  /// The range of valid paces in a unit; without a unit, the range of valid speeds in metres per second.
  private static func range(of unit: PaceUnit?) -> String {
    switch unit {
    case .minutesPerMile: "a pace is from 1:00/mi to 59:59/mi"
    case .minutesPerKilometre: "a pace is from 1:00/km to 59:59/km"
    case .milesPerHour, .kilometresPerHour: "a speed is over 1 and up to 60 \(unit?.rawValue ?? "")"
    case nil: "a speed is from 0.28 to 26.82 m/s"
    }
  }

  private static func message(for reason: TimelineError.Reason) -> String {
    switch reason {
    case .distanceWithoutPace(let kind): "the \(kind.rawValue) has a distance but no pace, so its duration is unknown"
    case .untilWithoutPace(let kind): "the \(kind.rawValue) has no pace, so it is unknown when the distance is reached"
    case .untilWithoutDistance: "a rest without a pace covers no distance, so this repeat would never end"
    case .openInUntil: "an open interval cannot be in an 'until', whose end would be unknown"
    case .foreverInRepeat: "'forever' cannot be in a repeat, whose second round would never begin"
    case .shorterThanASecond: "this must last at least 1 s"
    case .longerThanLimit: "this takes more than 99:59:59"
    case .tooManyIntervals: "this has more than \(PlanLimits.maxIntervals) intervals"
    case .noSteps: "the plan has no steps"
    }
  }
}
