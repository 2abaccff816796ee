import PlanNotation
import WorkoutModel

/// A configuration: settings alone, of all kinds.
package enum ConfigurationFuzz: FuzzTarget {
  package static let name = "configuration"

  package static func read(_ bytes: [UInt8]) {
    // Why it may be no configuration is looked at below.
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
      throw Violation("the settings make a plan unusable: \(error)")
    }
  }

  /// A plan in which every kind of cue has its occasion.
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
      ("words of a start", longText("{kind} {duration} ", head: "say start \"", tail: "\"")),
      ("words of a countdown", longText("é", head: "say countdown \"", tail: "\"")),
      ("marks in words", longText("\u{301}", head: "say next \"", tail: "\"")),
      ("braces in words", longText("}}", head: "say start \"", tail: "\"")),
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
  }
}
