import WorkoutModel

extension NotationError {
  /// What is wrong, as a sentence without its full stop; the place is in `line` and `column`.
  package var message: String {
    switch reason {
    case .unexpected(let found, let expected, _, _): "found \(found), expected \(expected)"
    case .missingUnit(let number, _, _): "'\(number)' has no unit"
    case .countWithoutX(let number): "'\(number)' stands before a list without an x"
    case .listWithoutCount: "a list of steps stands in a repeat only"
    case .behindSetting(let found, _): "found \(found), expected the end of the line"
    case .wrongKind(let found, let kind, let needed, _):
      "'\(found)' is a \(kind.rawValue), and a \(needed.rawValue) is needed"
    case .metresOrMinutes(let number, let time): "'\(number)m' would be \(number) minutes, which is \(time)"
    case .unitsOutOfOrder(let unit):
      "'\(unit)' cannot stand here: hours, minutes and seconds come in that order, each once"
    case .tooManyDecimals(let duration): "'\(duration)' has more than three decimals"
    case .clockField(let found, let most, _):
      "'\(found)' cannot stand in a clock: this field has two digits and reaches \(most)"
    case .paceWithoutSeconds(let found, _, _): "'\(found)' is no pace: minutes and seconds are needed"
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
    case .unexpected(_, _, _, let instead?): Self.hint(for: instead)
    case .unknownSetting("voice", _, _), .unknownSetting("speech", _, _):
      "write 'cue start notification sound voice'"
    case .unexpected(_, _, let nearest, nil), .unknownSetting(_, let nearest, _):
      nearest.map { "did you mean '\($0)'?" }
    case .missingUnit(_, .pace, let decimal?): Self.paceHint(number: decimal, unit: nil)
    case .missingUnit(let number, let measured, let decimal):
      Self.hint(for: number, without: measured) + (decimal.map { ", or \($0) with a point" } ?? "")
    case .countWithoutX(let number): "write \(number)x(…)"
    case .listWithoutCount(let count?): "write the count first: \(count)x(…)"
    case .listWithoutCount(nil): "write how often, as in 4x(…), or leave the parentheses out"
    case .behindSetting(_, let separator): separator.map(Self.hint)
    case .wrongKind(_, _, let needed, let instead):
      instead.isEmpty ? Self.hint(for: needed) : "write \(instead.joined(separator: " or "))"
    case .metresOrMinutes(let number, let time): "write \(number)mtr for metres, or \(time) for the time"
    case .durationTooLong(_, let metres): metres.map { "write \($0)mtr for metres" }
    case .paceWithoutSeconds(_, let number, let unit): Self.paceHint(number: number, unit: unit)
    case .clockField(_, _, isFirst: true): "write units for longer times: 90m, 72h"
    case .ambiguousBody(let all, let one): "write \(all) or \(one)"
    case .trailingComma: "leave it out, or add a step"
    case .unknownField(_, let nearest):
      nearest.map { "did you mean '\($0)'?" }
        ?? "the fields are \(CueField.allCases.map(\.rawValue).joined(separator: ", "))"
    case .looseBrace: "write {{ or }} for a brace, and {kind} for a field"
    case .settingNotInPlan: "it belongs into intervald.conf"
    case .programNotAbsolute, .soundNotAbsolute: "write the whole path, from / on"
    case .settingAfterStep: "settings stand before the first step, a line each"
    case .stepInConfiguration: "plans have files of their own, in the folder plans"
    case .unusable(let reason): Self.hint(for: reason)
    default: nil
    }
  }

  private static func hint(for instead: Instead) -> String {
    switch instead {
    case .comma: "write a comma between steps: 30s run, 30s walk"
    case .closingParenthesis: "close the list with a ')'"
    case .oneOf(let texts): "write \(texts.joined(separator: " or "))"
    }
  }

  private static func hint(without separator: Separator) -> String {
    switch separator {
    case .percent: "write the number alone"
    case .comma: "write spaces between values"
    case .semicolon: "settings stand before the first step, a line each"
    }
  }

  private static func hint(for number: String, without unit: Measured) -> String {
    switch unit {
    case .time: return "write \(number)s for seconds, or \(number)m for minutes"
    case .distance: return "write \(number)km, \(number)mi or \(number)mtr"
    case .pace:
      let speeds = "\(number)mph or \(number)kph"
      return number.contains(".") ? "write \(speeds)" : "write \(number):00/mi or \(number):00/km, or \(speeds)"
    case .timeOrDistance:
      return "write \(number)s for seconds, \(number)m for minutes, or \(number)km, \(number)mi, \(number)mtr"
    case .any:
      return "write \(number)s or \(number)m for a time, \(number)km or \(number)mi for a distance, "
        + "\(number)mph or \(number)kph for a pace"
    }
  }

  /// A pace as it may have been meant: `5.30` and `530` for 5:30, `5` for 5:00.
  private static func paceHint(number: String, unit: String?) -> String {
    let units = unit.map { [$0] } ?? ["mi", "km"]
    let digits = number.filter { $0 != "." }
    let minutes = number.contains(".") ? number.prefix { $0 != "." } : digits.dropLast(digits.count > 2 ? 2 : 0)
    let seconds = digits.dropFirst(minutes.count)
    guard (1...59).contains(Int(minutes) ?? 0), seconds.isEmpty || seconds.count == 2 && seconds < "60" else {
      return hint(for: .pace)
    }
    let clock = "\(minutes):\(seconds.isEmpty ? "00" : seconds)"
    return "write " + units.map { "\(clock)/\($0)" }.joined(separator: " or ")
  }

  private static func hint(for needed: ValueKind) -> String {
    switch needed {
    case .time: "a time is written like 30s, 1m30s or 1:05:00"
    case .distance: "a distance is written like 5km, 3.1mi, 400mtr or half"
    case .pace: "a pace is written like 11:30/mi, 7:00/km or 6mph"
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
