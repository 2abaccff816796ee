import WorkoutModel

extension NotationError {
  /// All hints in one text, for a log or a reply; nil without hints.
  package var hint: String? { hints.isEmpty ? nil : hints.joined(separator: "; ") }

  /// Hints, one for each possible correction.
  package var hints: [String] { corrections.isEmpty ? reasonHints : corrections.flatMap(\.hints) + otherHints }

  /// The hints about meanings of the line other than its corrections.
  private var otherHints: [String] {
    if case .metresOrMinutes(let number, let time) = reason {
      ["for the time, write \(time) instead of \(number)m"]
    } else {
      []
    }
  }

  private var reasonHints: [String] {
    switch reason {
    case .unexpected(_, _, _, let fix?), .unknownSetting(_, _, _, let fix?): Self.hints(for: fix)
    case .unexpected(_, _, let nearest, nil): Self.suggestion(nearest)
    case .unknownField(_, let nearest?): Self.suggestion(nearest)
    case .unknownSetting(let name, let nearest, let content, nil):
      Self.hints(forSetting: name) ?? nearest.map { Self.suggestion($0) } ?? [Self.reference(for: content)]
    case .missingUnit(_, .timeOrDistance, nil) where lineText.split(whereSeparator: { !("0"..."9" ~= $0) }).count > 2:
      ["write a unit after each number: s, m, h, km, mi or mtr"]
    case .missingUnit(let number, let quantity, let meant): [Self.hint(for: number, without: quantity, meant)]
    case .listWithoutCount: ["write a count such as 4x before it", "or leave the parentheses out"]
    case .afterSetting(_, let separator): separator.map { [Self.hint(without: $0)] } ?? []
    case .wrongKind(_, _, let needed, let fixes):
      [fixes.isEmpty ? Self.hint(for: needed) : Self.write(fixes)]
    case .metresOrMinutes(let number, let time): ["write \(number)mtr for metres, or \(time) for the time"]
    case .unitsOutOfOrder(_, let inPlan): inPlan ? Self.hints(for: .comma) : []
    case .durationTooLong(_, let metres): metres.map { ["write \($0)mtr for metres"] } ?? []
    case .paceWithoutSeconds(_, let number, let unit): [Self.paceHint(number: number, unit: unit)]
    case .clockField(_, .firstAbove): ["write a longer time with units, such as 90h"]
    case .ambiguousBody(let readings):
      readings.isEmpty ? ["write parentheses around the steps to repeat"] : [Self.write(readings)]
    case .trailingComma: ["leave it out", "or add a step"]
    case .unmatchedParenthesis: ["leave it out", "or begin the list with a count and '('"]
    case .longText(let text): ["shorten it to at most \(text.maxCharacters) characters"]
    case .unterminatedText: ["end the text with a straight quote: \"\u{2026}\""]
    case .unknownEscape: ["a backslash comes before \" and \\ only; write \\\\ for a backslash"]
    case .unknownField(_, nil): ["the fields are \(CueField.allCases.map(\.rawValue).joined(separator: ", "))"]
    case .looseBrace: ["write {{ or }} for a brace, and {kind} for a field"]
    case .settingNotInPlan: ["put it in intervald.conf"]
    case .settingNotInConfiguration: ["put it in a plan file"]
    case .programNotAbsolute: ["write the full path, such as /usr/bin/logger"]
    case .soundNotAbsolute: ["write the full path, or a name such as bell"]
    case .settingAfterStep: ["put settings before the first step, one per line"]
    case .settingAfterWeek: ["put settings before 'week 1', one per line"]
    case .programInPlan: ["save a training program as NAME.program, beside the plans"]
    case .weekOutOfOrder(_, let expected): ["number the weeks from 1 without gaps: week \(expected)"]
    case .tooManySessions: ["save the last weeks as another program"]
    case .stepInConfiguration(found: "'['"): ["leave section headings out: each line is a setting and its value"]
    case .stepInConfiguration: ["write the plan to its own file, plans/NAME.plan"]
    case .unusable(let reason, let interval, let unit): Self.hints(for: reason, interval, unit)
    case .tooManyDecimals, .clockField, .paceOutOfRange, .distanceTooLong, .distanceTooShort, .countOutOfRange,
      .zeroGoal, .tooDeep, .textTooLong, .settingGivenTwice, .outOfRange, .afterValue:
      []
    }
  }

  private static func reference(for content: Content) -> String {
    content == .configuration ? "intervald.conf(5) lists all settings" : "see the notation: intervalctl notation"
  }

  private static func write(_ texts: [String]) -> String { "write \(texts.joined(separator: " or "))" }

  private static func suggestion(_ word: String?) -> [String] { word.map { ["did you mean '\($0)'?"] } ?? [] }

  private static func hints(for fix: Fix) -> [String] {
    switch fix {
    case .comma: ["write a comma between steps"]
    case .week:
      [
        "write week 1 on a line, and session: 30s run on the next line",
        "or save a plan as NAME.plan, not NAME.program",
      ]
    case .closingParenthesis: ["close the list with a ')'"]
    case .oneOf(let texts): [write(texts)]
    case .steps(let head): ["write the steps to repeat, such as \(head)30s run, 30s walk)"]
    case .straightQuotes(let text): ["write \(text) with straight quotes"]
    case .deleteInvisible: ["delete this character, which does not show"]
    case .leaveOut(let text, let result): ["leave out '\(text)'\(result.map { ": \($0)" } ?? "")"]
    case .spaces: [hint(without: .comma)]
    case .fullPath(let line): ["write the program's full path in quotes, such as \(line)"]
    }
  }

  /// The hints for a word instead of a kind; `nearest` is the most similar kind, and `label` is the line with a label.
  fileprivate static func kindHints(nearest: Kind?, label: String) -> [String] {
    suggestion(nearest?.rawValue) + ["kinds are \(Self.kinds)", "for anything else, use a label: \(label)"]
  }

  private static let kinds =
    Kind.allCases.filter { $0 != .interval }.map(\.rawValue).joined(separator: ", ")

  private static func hint(without separator: Separator) -> String {
    switch separator {
    case .percent: "write the number alone"
    case .comma: "write spaces between values"
    case .semicolon: "write each setting on its own line"
    }
  }

  /// Hints for the name of a setting in another program; nil if the name is unknown.
  static func hints(forSetting name: String) -> [String]? {
    switch name {
    case "speech": ["did you mean 'voice'?"]
    case "notification", "notifications":
      ["did you mean 'notify'?", "for a single cue, list its channels, such as 'cue start sound voice'"]
    case "unit", "units": ["did you mean 'distance-units' or 'pace-units'?"]
    default: nil
    }
  }
}

// MARK: Values

extension NotationError {
  private static func hint(for number: String, without unit: Quantity, _ meant: NumberMeaning?) -> String {
    switch meant {
    case .value(let value): "write \(value)"
    case .decimal(let decimal) where unit == .pace: paceHint(number: decimal, unit: nil)
    case .decimal(let decimal): "\(hint(for: number, without: unit)), or \(decimal) with a point"
    case nil: hint(for: number, without: unit)
    }
  }

  private static func hint(for number: String, without unit: Quantity) -> String {
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

  private static func paceHint(number: String, unit: String?) -> String {
    guard let clock = clock(meantBy: number) else { return hint(for: .pace) }
    return write((unit.map { [$0] } ?? ["mi", "km"]).map { "\(clock)/\($0)" })
  }

  /// The clock time that the number in a pace probably means; nil if unknown.
  ///
  /// Examples are 5:30 for `5.30` and `530`, and 5:00 for `5`.
  static func clock(meantBy number: String) -> String? {
    let digits = number.filter { $0 != "." }
    let minutes = number.contains(".") ? number.prefix { $0 != "." } : digits.dropLast(digits.count > 2 ? 2 : 0)
    let seconds = digits.dropFirst(minutes.count)
    guard (1...59).contains(Int(minutes) ?? 0), seconds.isEmpty || seconds.count == 2 && seconds < "60" else {
      return nil
    }
    return "\(minutes):\(seconds.isEmpty ? "00" : seconds)"
  }

  private static func hint(for needed: ValueKind) -> String {
    switch needed {
    case .time: "a time is written like 30s, 1m30s or 1:05:00"
    case .distance: "a distance is written like 5km, 3.1mi, 400mtr or half"
    case .pace: "a pace is written like 11:30/mi, 7:00/km or 6mph"
    }
  }

  // MARK: Plans

  private static func hints(
    for reason: TimelineError.Reason, _ interval: Interval?, _ unit: DistanceUnit?
  ) -> [String] {
    switch reason {
    case .distanceWithoutPace(let kind), .untilWithoutPace(let kind):
      let paces = (unit.map { [$0] } ?? DistanceUnit.allCases).map(kind.examplePace)
      let settings = paces.map { "pace \(kind.rawValue) \($0)" }.joined(separator: " or ")
      let typed = interval.map { "\(Interval(goal: $0.goal, kind: kind == .interval ? .run : kind).notation) " } ?? ""
      return [write(paces.map { "\(typed)@\($0)" })]
        + (kind == .interval ? [] : ["or set it for every \(kind.rawValue), in the settings: \(settings)"])
    case .untilWithoutDistance: return ["add an interval with a pace, or write a time instead of the distance"]
    case .openInUntil: return ["write a time or a distance instead of 'open'", "or a count instead of the 'until'"]
    case .foreverInRepeat: return ["write a count such as 4x instead of 'forever'"]
    case .longerThanLimit: return ["write 'forever' for a workout without an end"]
    case .noSteps: return ["try 4x(30s run, 30s walk)"]
    case .shorterThanASecond, .tooManyIntervals: return []
    }
  }
}

extension Correction {
  /// The hints with the line, and the reason if the line differs much from the line that was typed.
  fileprivate var hints: [String] {
    switch note {
    case .yards: ["a yard is 0.9144 m, and the unit yd is unknown: write \(line)"]
    case .feet: ["a foot is 0.3048 m, and the unit ft is unknown: write \(line)"]
    case .minutes: ["if these are minutes, write \(line)"]
    case .seconds: ["if these are seconds, write \(line)"]
    case .everyMinute: ["for a start on every minute, write \(line)"]
    case .onlyLabels: ["write a zone, heart rate, cadence, effort or incline as a label: \(line)"]
    case .metres: ["for metres, write \(line)"]
    case .repetitions: ["for a number of repetitions, write \(line)"]
    case .minInterval: ["an interval lasts at least a second: write \(line)"]
    case .open: ["for an interval that lasts until 'next', write \(line)"]
    case .speed(let unit): ["for a speed in \(unit), write \(line)"]
    case .total(let time): ["if \(time) is the total time, write \(line)"]
    case .pace(let pace): ["if \(pace) is the pace, write \(line)"]
    case .ratio: ["for a ratio of run and walk in minutes, write \(line)"]
    case .clock: ["for a time, write \(line)"]
    case .leftOut(let words): ["leave out '\(words)': \(line)"]
    case .kind(let nearest): NotationError.kindHints(nearest: nearest, label: line)
    case .label: ["put other words in quotes, as a label: \(line)"]
    case .examplePace: ["with your own pace, write \(line)"]
    case nil: ["write \(line)"]
    }
  }
}

extension Kind {
  /// Maps a word that runners, gyms or other timers use to the most similar kind; fails for an unknown word.
  init?(meantBy word: String) {
    guard let kind = Self.meantWords.first(where: { $0.words.contains(word) })?.kind else { return nil }
    self = kind
  }

  private static let meantWords: [(kind: Kind, words: Set<String>)] = [
    (.warmup, ["warm", "warming", "mobility", "wu"]),
    (
      .run,
      [
        "tempo", "threshold", "t", "mp", "hmp", "steady", "moderate", "cruise", "race", "fast", "quick", "vite",
        "rapide", "rápido", "schnell",
      ]
    ),
    (.jog, ["easy", "e", "light", "gentle", "relaxed", "lent", "lento", "langsam", "locker"]),
    (.sprint, ["max", "all-out", "allout", "stride", "strides"]),
    (.work, ["on", "go", "hard", "hold", "effort", "active", "focus", "exercise", "push"]),
    (.rest, ["off", "break", "pause", "stop", "sit", "breathe", "stand"]),
    (.walk, ["slow", "hike", "march", "stroll"]),
    (.recover, ["float", "recuperate"]),
    (.cooldown, ["cool", "cooling", "stretch", "cd"]),
  ]
}

extension SettingName {
  /// Maps the name of a setting in another program to the setting of intervald; fails for an unknown name.
  init?(meantBy word: String) {
    switch word {
    case "title": self = .name
    case "description": self = .about
    case "audio", "beep", "beeps", "sounds": self = .sound
    case "language", "lang": self = .voiceLanguage
    case "suspend", "sleep": self = .onSleep
    case "footpod", "foot-pod", "treadmill", "sensor", "sensors": self = .distanceFrom
    case "hr", "pulse": self = .heartRate
    case "media", "player": self = .mpris
    case "keys": self = .mediaKeys
    case "urgency": self = .notifyUrgency
    default: return nil
    }
  }
}

extension DistanceSource {
  /// Maps another word for a source of the distance to the source; fails for an unknown word.
  init?(meantBy word: String) {
    switch word {
    case "footpod", "pod", "foot", "shoe", "sensor", "rsc": self = .footPod
    case "belt", "machine", "ftms": self = .treadmill
    case "estimated", "plan", "pace", "paces", "off", "none": self = .estimate
    default: return nil
    }
  }
}
