import PlanNotation
import WorkoutModel

/// A plan with its settings, as a file, a prompt or a message holds it.
package enum PlanFuzz: FuzzTarget {
  package static let name = "plan"

  package static func read(_ bytes: [UInt8]) {
    // Why it may be no plan is looked at below.
    _ = try? PlanFile(String(decoding: bytes, as: UTF8.self)).workout(over: paced)
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
      workout = try file.workout(over: Self.paced)
    } catch {
      return try error.check(in: text)
    }
    try workout.timeline.check()
    try workout.checkRunning()
  }

  /// What a file holds.
  private struct Content: Equatable {
    let settings: Settings
    let plan: Plan

    init(_ file: PlanFile) { (settings, plan) = (file.settings, file.plan) }

    var notation: String { settings.notation + plan.notation }
  }

  /// A configuration with which every interval has a pace.
  private static let paced: Settings = {
    var settings = Settings()
    for kind in Kind.allCases { settings.paces[kind] = .time(.seconds(600), per: .kilometres) }
    return settings
  }()

  package static var longTexts: [(name: String, text: [UInt8])] {
    let shells = String(repeating: "until 99h(", count: 16)
    let ends = String(repeating: ")", count: 16)
    return [
      ("steps in a line", longText("1s,", tail: "1s")),
      ("steps in lines", longText("1s\n")),
      ("distances", longText("1k run,", tail: "1k")),
      ("steps with all parts", longText("9:59 run @9:59/km \"\",", tail: "1s")),
      ("repeats", longText("2x(1s),", tail: "1s")),
      ("repeats that end in the middle", longText("until 5s(2s,2s),", tail: "1s")),
      ("deep, then wide", longText("1s,", head: shells, tail: "1s" + ends)),
      ("deep again and again", longText("2x(2x(2x(2x(2x(2x(2x(2x(1s)))))))),", tail: "1s")),
      ("wide at each level", wideLevels),
      ("parentheses", longText("2x(")),
      ("repeats without parentheses", longText("2x 1s,", tail: "1s")),
      ("two readings at each level", longText("2x 1s,2x(", length: 144) + longText("2x 1s,", length: 65_392)),
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
      ("signs", longText("×")),
      ("an error at the end", longText("1s,", tail: "1s rum")),
      ("fields", longText("{kind}", head: "say start \"", tail: "\"\n1s")),
      ("braces", longText("{{", head: "say start \"", tail: "\"\n1s")),
      ("marks and a wrong field", longText("e\u{301}", head: "say start \"", tail: "{\"\n1s")),
      ("no text at all", longText("\0")),
    ]
  }

  /// As many steps as fit at each of sixteen levels.
  private static var wideLevels: [UInt8] {
    let level = longText("1s,", tail: "until 99h(", length: 4080)
    return Array(repeatElement(level, count: 16).joined()) + Array("1s\(String(repeating: ")", count: 16))".utf8)
  }
}
