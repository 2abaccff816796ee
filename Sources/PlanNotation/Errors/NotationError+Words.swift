import WorkoutModel

extension NotationError {
  /// What is wrong, as a sentence without its full stop; the place is in `line` and `column`.
  package var message: String {
    switch reason {
    case .unexpected(let found, let expected, _): "found \(found), expected \(expected)"
    case .missingUnit(let number, _): "'\(number)' has no unit"
    case .metresOrMinutes(let number, let time): "'\(number)m' would be \(number) minutes, which is \(time)"
    case .unitsOutOfOrder(let unit):
      "'\(unit)' cannot stand here: hours, minutes and seconds come in that order, each once"
    case .tooManyDecimals(let duration): "'\(duration)' has more than three decimals"
    case .clockField(let found, let most):
      "'\(found)' cannot stand in a clock: this field has two digits and reaches \(most)"
    case .paceWithoutSeconds(let number, let unit): "'\(number)/\(unit)' is no pace: minutes and seconds are needed"
    case .paceOutOfRange(let pace):
      "'\(pace)' is out of range: a pace lies between 1:00 and 59:59 a mile or a kilometre"
    case .distanceTooLong(let distance): "'\(distance)' is too far: distances reach 999.99 km"
    case .durationTooLong(let duration, _): "'\(duration)' is too long: times reach 99:59:59"
    case .countOutOfRange(let count): "'\(count)' is no count: 1 to 9999 rounds"
    case .zeroGoal(let goal): "'\(goal)' is nothing at all"
    case .ambiguousBody: "it is not clear what repeats: only the last step of a list may repeat without parentheses"
    case .trailingComma: "nothing follows this comma"
    case .tooDeep: "repeats are nested more than \(PlanLimits.deepestNesting) deep"
    case .textTooLong: "the text is longer than 64 KiB"
    case .unterminatedText: "the text has no closing quote on its line"
    case .unknownEscape(let found): "'\(found)' means nothing in a text: a backslash stands before \" and \\ only"
    case .unknownSetting(let name, _, isPlan: true): "'\(name)' is neither a setting nor the beginning of a step"
    case .unknownSetting(let name, _, isPlan: false): "there is no setting '\(name)'"
    case .settingGivenTwice(let name): "'\(name)' is set twice"
    case .settingNotInPlan(let name, let why): "'\(name)' cannot be set in a plan: \(why)"
    case .settingNotInConfiguration(let name): "'\(name)' is for plans, not for the configuration"
    case .outOfRange(let found, let range): "'\(found)' is out of range: \(range)"
    case .unknownField(let name, _): "there is no field '\(name)'"
    case .looseBrace: "this brace belongs to no field"
    case .programNotAbsolute(let program): "'\(program)' is no absolute path"
    case .soundNotAbsolute(let sound): "'\(sound)' is neither an absolute path nor a name in the sound theme"
    case .settingAfterStep(let name): "the setting '\(name)' stands after the first step"
    case .stepInConfiguration(let found): "found \(found), and a configuration holds settings alone"
    case .unusable(let reason): Self.message(for: reason)
    }
  }

  /// What to write instead, where that is known.
  package var hint: String? {
    switch reason {
    case .unexpected(_, _, let nearest), .unknownSetting(_, let nearest, _): nearest.map { "did you mean '\($0)'?" }
    case .missingUnit(let number, isTime: true): "write \(number)s for seconds, or \(number)m for minutes"
    case .missingUnit(let number, isTime: false):
      "write \(number)s for seconds, \(number)m for minutes, or \(number)km, \(number)mi, \(number)mtr"
    case .metresOrMinutes(let number, let time): "write \(number)mtr for metres, or \(time) for the time"
    case .durationTooLong(_, let metres): metres.map { "write \($0)mtr for metres" }
    case .paceWithoutSeconds(let number, let unit): "write \(number):00/\(unit)"
    case .clockField: "write units for longer times: 90m, 72h"
    case .ambiguousBody(let all, let one): "write \(all) or \(one)"
    case .trailingComma: "leave it out, or add a step"
    case .unknownField(_, let nearest):
      nearest.map { "did you mean '\($0)'?" }
        ?? "the fields are \(CueField.allCases.map(\.rawValue).joined(separator: ", "))"
    case .looseBrace: "write {{ or }} for a brace, and {kind} for a field"
    case .programNotAbsolute, .soundNotAbsolute: "write the whole path, from / on"
    case .settingAfterStep: "settings stand before the first step, a line each"
    case .stepInConfiguration: "plans have files of their own, in the folder plans"
    case .unusable(let reason): Self.hint(for: reason)
    default: nil
    }
  }

  private static func message(for reason: TimelineError.Reason) -> String {
    switch reason {
    case .distanceWithoutPace(let kind):
      "the \(kind.rawValue) has a distance and no pace, so there is no telling how long it takes"
    case .untilWithoutPace(let kind):
      "the \(kind.rawValue) has no pace, so there is no telling when the distance is reached"
    case .openInUntil: "an open interval cannot stand in an 'until', whose end it would leave unknown"
    case .foreverInRepeat: "'forever' cannot stand in a repeat, which would never get to its second round"
    case .shorterThanASecond: "this lasts less than a second"
    case .longerThanLimit: "this takes more than 99:59:59"
    case .tooManyIntervals: "this has more than \(PlanLimits.mostIntervals) intervals"
    case .noSteps: "there is no step in the plan"
    }
  }

  private static func hint(for reason: TimelineError.Reason) -> String? {
    switch reason {
    case .distanceWithoutPace(let kind), .untilWithoutPace(let kind):
      "write @10:00/mi there, or 'pace \(kind.rawValue) 10:00/mi' in the settings"
    case .longerThanLimit: "write 'forever' for a workout without an end"
    case .noSteps: "try 4x(30s run, 30s walk)"
    default: nil
    }
  }
}
