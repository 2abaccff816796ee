import PlanNotation
import WorkoutModel

/// The text of a plan with its settings, from a file, the terminal or a message.
package enum PlanFuzz: FuzzTarget {
  package static let name = "plan"

  package static func read(_ bytes: [UInt8]) {
    // Errors are ignored here, because `check` checks them.
    _ = try? PlanFile(String(decoding: bytes, as: UTF8.self)).workout(over: .paced)
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    let text = String(decoding: bytes, as: UTF8.self)
    let file: PlanFile
    do {
      file = try PlanFile(text)
    } catch {
      return try error.check(in: text)
    }
    try checkPrinting(of: Content(file), \.notation) { (text) throws(NotationError) in Content(try PlanFile(text)) }
    do {
      _ = try file.workout(over: Settings())
    } catch {
      try error.check(in: text)
    }
    let workout: Workout
    do {
      workout = try file.workout(over: .paced)
    } catch {
      return try error.check(in: text)
    }
    try workout.timeline.check()
    try workout.checkRunning()
  }

  /// Settings and plan of a file.
  private struct Content: Equatable {
    let settings: Settings
    let plan: Plan

    init(_ file: PlanFile) { (settings, plan) = (file.settings, file.plan) }

    var notation: String { settings.notation + plan.notation }
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    let openings = String(repeating: "until 99h(", count: 16)
    let closings = String(repeating: ")", count: 16)
    return [
      ("steps in a line", longText("1s,", tail: "1s")),
      ("steps in lines", longText("1s\n")),
      ("distances", longText("1k run,", tail: "1k")),
      ("steps with pace and label", longText("9:59 run @9:59/km \"\",", tail: "1s")),
      ("repeats", longText("2x(1s),", tail: "1s")),
      ("repeats with a partial last round", longText("until 5s(2s,2s),", tail: "1s")),
      ("deep, then wide", longText("1s,", head: openings, tail: "1s" + closings)),
      ("many deep repeats", longText("2x(2x(2x(2x(2x(2x(2x(2x(1s)))))))),", tail: "1s")),
      ("wide at each level", wideLevels),
      ("parentheses", longText("2x(")),
      ("repeats without parentheses", longText("2x 1s,", tail: "1s")),
      ("ambiguous repeats at each level", longText("2x 1s,2x(", length: 144) + longText("2x 1s,", length: 65_392)),
      ("digits", longText("9")),
      ("decimals", longText("0", head: "0.", tail: "1km")),
      ("digits of a distance", longText("9", tail: "km")),
      ("clock", longText("1:")),
      ("a word", longText("a")),
      ("words", longText("run ")),
      ("spaces", longText(" ", tail: "1s")),
      ("lines", longText("\n", tail: "x")),
      ("comments", longText("#\n", tail: "x")),
      ("a label", longText("a", head: "1s \"", tail: "\"")),
      ("a label of escapes", longText("\\\"", head: "1s \"", tail: "\"")),
      ("a label of marks", longText("\u{301}", head: "1s \"", tail: "\"")),
      ("a label of flags", longText("🇩🇪", head: "1s \"", tail: "\"")),
      ("a label without an end", longText("é", head: "1s \"")),
      ("multiplication signs", longText("×")),
      ("an error at the end", longText("1s,", tail: "1s rum")),
      ("fields", longText("{kind}", head: "say start \"", tail: "\"\n1s")),
      ("braces", longText("{{", head: "say start \"", tail: "\"\n1s")),
      ("marks and a wrong field", longText("e\u{301}", head: "say start \"", tail: "{\"\n1s")),
      ("zeros", longText("\0")),
      ("controls in a comment", longText("\u{1B}", head: "#", tail: "\n1s")),
      (
        "words of a cue", longText("{label}", head: "say countdown \"", tail: "\"\n1s \"\(longLabel)\"", length: 62_000)
      ),
    ] + slowUnits.flatMap(slowTexts)
  }

  private static let longLabel = String(repeating: "a", count: 32_000)

  /// Plans with a long text in each place where a text can be; the long text consists of copies of `unit`.
  private static func slowTexts(_ name: String, _ unit: String) -> [(name: String, text: [UInt8])] {
    [
      ("\(name) alone", longText(unit)),
      ("a label of \(name)", longText(unit, head: "1s \"", tail: "\"")),
      ("labels of \(name)", longText("1s \"\(String(repeating: unit, count: 49))\"\n")),
      ("\(name) after a label", longText(unit, head: "1s \"a\" ")),
      ("a kind of \(name)", longText(unit, head: "1s ")),
      ("a setting of \(name)", longText(unit, head: "name ", tail: "\n1s")),
      ("a description of \(name)", longText(unit, head: "about \"", tail: "\"\n1s")),
      ("a saying of \(name)", longText(unit, head: "say start \"", tail: "\"\n1s")),
      ("a saying of \(name) with an error", longText(unit, head: "say start \"{", tail: "}{\"\n1s", length: 61_000)),
      ("a comment of \(name) after an error", longText(unit, head: "1s rum #")),
    ]
  }

  /// Many steps at each of sixteen nesting levels.
  private static var wideLevels: [UInt8] {
    let level = longText("1s,", tail: "until 99h(", length: 4080)
    return Array(repeatElement(level, count: 16).joined()) + Array("1s\(String(repeating: ")", count: 16))".utf8)
  }
}

/// The text of a training program with its settings.
package enum ProgramFuzz: FuzzTarget {
  package static let name = "program"

  package static func read(_ bytes: [UInt8]) {
    // Errors are ignored here, because `check` checks them.
    _ = try? ProgramFile(String(decoding: bytes, as: UTF8.self)).workouts(over: .paced)
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.unicodeScalars.split { $0 == "\n" }.flatMap { ProgramLineType.parts(of: String($0)) }
      .joined(separator: "\n")
    let file: ProgramFile
    do {
      file = try ProgramFile(text)
    } catch {
      try require(
        text.utf8.count > PlanFile.maxBytes || (try? ProgramFile(parts)) == nil,
        "a line is divided where the parser does not begin a session")
      return try error.check(in: text)
    }
    try checkPrinting(of: Content(file), \.notation) { (text) throws(NotationError) in Content(try ProgramFile(text)) }
    try require(
      parts.utf8.count > PlanFile.maxBytes || (try? ProgramFile(parts))?.program == file.program,
      "a line is not divided where the parser begins a week or a session")
    do {
      let workouts = try file.workouts(over: .paced)
      try require(Set(workouts.keys) == Set(file.program.sessionIDs), "a session has no workout")
    } catch let error as NotationError {
      try error.check(in: text)
    } catch {
      throw Violation("\(error)")
    }
    for id in file.program.sessionIDs.prefix(20) {
      // The daemon reads the text of a session as a plan.
      guard let plan = file.text(of: id), (try? PlanFile(plan))?.plan == file.program[id]?.plan else {
        // The settings of the program and the plan of a session may together exceed the maximum size of a text.
        try require(file.text(of: id)?.utf8.count ?? 0 > PlanFile.maxBytes, "session \(id) is not a plan of its own")
        continue
      }
    }
  }

  /// Settings and weeks of a file.
  private struct Content: Equatable {
    let settings: Settings
    let program: TrainingProgram

    init(_ file: ProgramFile) { (settings, program) = (file.settings, file.program) }

    var notation: String { settings.notation + program.notation }
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("sessions", longText("session:1s\n", head: "week 1\n", length: 11_000) + longText(" ", length: 54_000)),
      ("too many sessions", longText("session:1s\n", head: "week 1\n")),
      ("steps of a session", longText("1s,", head: "week 1\nsession:", tail: "1s")),
      ("lines of a session", longText("1s\n", head: "week 1\nsession:\n")),
      ("counts", longText("9x ", head: "week 1\n")),
      ("digits of a week", longText("9", head: "week ")),
      ("digits before a session", longText("9", head: "week 1\n", tail: "x session: 1s")),
      ("a label", longText("a", head: "week 1 \"", tail: "\"\nsession: 1s")),
      ("a word", longText("a", head: "week 1\nsession")),
      ("words", longText("week ")),
      ("sessions with labels instead of the word", longText("a:", head: "week 1\n")),
      ("lines with colons", longText("a: 1s\n", head: "week 1\n")),
      ("counts of sessions", longText("3 session", head: "week 1\n")),
      ("sessions on a line", longText("session:1s ", head: "week 1\n", length: 11_000) + longText(" ", length: 54_000)),
      ("labels on a line", longText("1s\"\",", head: "week 1\nsession:", tail: "1s")),
      ("lines", longText("\n", tail: "x")),
      ("a text instead of a session", longText("1s\n", head: "week 1\n")),
    ]
      + slowUnits.flatMap { name, unit in
        [
          ("\(name) alone", longText(unit)),
          ("a label of \(name)", longText(unit, head: "week 1\nsession \"", tail: "\": 1s")),
          ("a session of \(name)", longText(unit, head: "week 1\nsession: ")),
          ("\(name) without a colon", longText(unit, head: "week 1\nsession a")),
          ("\(name) after a week", longText(unit, head: "week 1 a")),
          ("\(name) after the label of a week", longText(unit, head: "week 1 \"a\" a")),
        ]
      }
  }
}

/// The text of a configuration file.
package enum ConfigurationFuzz: FuzzTarget {
  package static let name = "configuration"

  package static func read(_ bytes: [UInt8]) {
    // Errors are ignored here, because `check` checks them.
    _ = try? readConfiguration(String(decoding: bytes, as: UTF8.self))
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    let text = String(decoding: bytes, as: UTF8.self)
    let settings: Settings
    do {
      settings = try readConfiguration(text)
    } catch {
      return try error.check(in: text)
    }
    try checkPrinting(of: settings, \.notation, readConfiguration)
    do {
      try Workout(Self.plan, settings: settings).checkRunning()
    } catch let violation as Violation {
      throw violation
    } catch {
      throw Violation("the settings make a valid plan unusable: \(error)")
    }
  }

  /// A plan in which every kind of cue occurs.
  private static let plan = Plan([
    .interval(Interval(goal: .time(.seconds(60)), kind: .warmup)),
    .repeat(
      Repeat(
        .count(2),
        [
          .interval(Interval(goal: .time(.seconds(90)), kind: .run, pace: .time(.seconds(300), per: .kilometres))),
          .interval(Interval(goal: .time(.seconds(2)), kind: .rest)),
        ])),
  ])

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("hooks", longText("hook start \"/a\"\n")),
      ("arguments", longText("\"\" ", head: "hook start \"/a\" ", tail: "\n")),
      ("arguments with fields", longText("\"{label}\" ", head: "hook next \"/a\" ")),
      ("a program", longText("a", head: "hook start \"/", tail: "\"")),
      ("fields of a start cue", longText("{kind} {duration} ", head: "say start \"", tail: "\"")),
      ("a text of a countdown cue", longText("é", head: "say countdown \"", tail: "\"")),
      ("combining marks in a cue", longText("\u{301}", head: "say next \"", tail: "\"")),
      ("braces in a cue", longText("}}", head: "say start \"", tail: "\"")),
      ("countdown", longText("1 ", head: "countdown ")),
      ("channels", longText("sound ", head: "cue start ")),
      ("a setting", longText("a-")),
      ("a plan's name", longText("a", head: "default-plan ")),
      ("a language", longText("a", head: "voice-language ")),
      ("a number", longText("9", head: "volume ")),
      ("comments", longText("# pace run 11:30/mi\n")),
      ("a sound", longText("a", head: "sound start \"/", tail: "\"")),
      ("lines", longText("\r\n")),
    ]
      + slowUnits.flatMap { name, unit in
        [
          ("\(name) alone", longText(unit)),
          ("an argument of \(name)", longText(unit, head: "hook start \"/a\" \"", tail: "\"")),
          ("an argument of \(name) with an error", longText(unit, head: "hook start \"/a\" \"", tail: "{\"")),
          ("a program of \(name)", longText(unit, head: "hook start \"", tail: "\"")),
          ("a sound of \(name)", longText(unit, head: "sound run \"", tail: "\"")),
          ("a default plan of \(name)", longText(unit, head: "default-plan ")),
          ("a setting of \(name)", longText(unit, head: "countdown ")),
        ]
      }
  }
}

extension Settings {
  /// A configuration with a pace for every kind.
  static let paced: Settings = {
    var settings = Settings()
    for kind in Kind.allCases { settings.paces[kind] = .time(.seconds(600), per: .kilometres) }
    return settings
  }()
}
