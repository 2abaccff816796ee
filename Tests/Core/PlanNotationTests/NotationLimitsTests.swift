import PlanNotation
import Testing
import WorkoutModel

/// Tests of the limits of plan texts, and of the quotations in errors.
@Suite struct NotationLimitsTests {
  @Test(arguments: [
    ("30s", 1, 1, "found '30s', expected a setting"),
    ("name \"x\"", 1, 1, "'name' can only be set in a plan"),
    ("sound on\nsond off", 2, 1, "unknown setting 'sond'"),
    (
      "pace rum 9:00/mi", 1, 6,
      "found 'rum', expected a kind: warmup, run, walk, jog, sprint, work, rest, recover, cooldown or interval"
    ),
  ])
  func `a configuration consists of settings only`(text: String, line: Int, column: Int, message: String) throws {
    let error = try #require(throws: NotationError.self) { try readConfiguration(text) }
    #expect(error.message == message)
    #expect(error.line == line)
    #expect(error.column == column)
  }

  @Test func `repeats can be nested sixteen levels deep`() throws {
    let open = String(repeating: "2x(", count: 16)
    let close = String(repeating: ")", count: 16)
    #expect(throws: Never.self) { try PlanFile("\(open)1s\(close)") }
    let error = try #require(throws: NotationError.self) { try PlanFile("\(open)2x(1s)\(close)") }
    #expect(error.reason == .tooDeep)
    #expect(error.column == 49)
    let bare = try #require(throws: NotationError.self) { try PlanFile("\(open)2x 1s\(close)") }
    #expect(bare.reason == .tooDeep)
  }

  @Test func `a text over 64 KiB is an error at its first excess byte`() throws {
    let text = String(repeating: "30s\n", count: 16 * 1024)
    #expect(throws: Never.self) { try PlanFile(text) }
    let error = try #require(throws: NotationError.self) { try PlanFile(text + "30s") }
    #expect(error.reason == .textTooLong)
    #expect(error.line == 16 * 1024 + 1)
  }

  @Test(arguments: [
    ("30s \"%\"", 200, 5, "the label"), ("2x(30s \"%\", 1m)", 200, 8, "the label"),
    ("name \"%\"\n30s", 200, 6, "the name"), ("say start \"%\"\n30s", 500, 11, "the saying"),
  ])
  func `a label, a name and a saying have a maximum number of characters`(
    pattern: String, limit: Int, quote: Int, subject: String
  ) throws {
    for character in ["a", "\u{301}", "🏃", "\u{600}", "\\\"", "\\\\"] {
      func text(_ count: Int) -> String {
        let filler = String(repeating: character, count: count)
        return pattern.split(separator: "%").joined(separator: filler)
      }
      #expect(throws: Never.self) { try PlanFile(text(limit)) }
      let error = try #require(throws: NotationError.self) { try PlanFile(text(limit + 1)) }
      #expect(error.message == "\(subject) is longer than \(limit) characters")
      #expect(error.hint == "shorten it to at most \(limit) characters")
      #expect(error.line == 1)
      #expect(error.column == quote + 1 + limit * character.unicodeScalars.count)
    }
  }

  @Test func `a configuration has the same limits`() throws {
    let saying = String(repeating: "{label} ", count: 63)
    let error = try #require(throws: NotationError.self) { try readConfiguration("say start \"\(saying)\"") }
    #expect(error.message == "the saying is longer than 500 characters")
  }

  @Test func `a missing quote is reported even if the text is longer than the limit`() throws {
    let error = try #require(throws: NotationError.self) { try PlanFile("30s \"" + String(repeating: "a", count: 300)) }
    #expect(error.message == "the text has no closing quote on its line")
  }

  @Test(arguments: [
    "%", "1m%", "%m", "%h", "%.5m", "1.%m", "1h%h", "0:%", "%:00", "%.5:00", "%x30s", "%km", "30s @%mph",
    "30s @%/mi", "30s \"%", "4x 30s \"%\", 30s", "30s %", "name %\n30s", "r% 30s", "sound %\n30s", "pace %\n30s",
  ])
  func `an error quotes a limited, visible part of a text`(pattern: String) throws {
    for filler in ["7", "a", "\u{1B}", "\u{9B}", "\u{202E}", "e\u{301}\u{301}\u{301}", "\u{2028}", "\u{200C}"] {
      let long = String(repeating: filler, count: 10_000)
      let text = pattern.split(separator: "%", omittingEmptySubsequences: false).joined(separator: long)
      guard let error = #expect(throws: NotationError.self, performing: { try PlanFile(text) }) else { continue }
      let words = (error.message + (error.hint ?? "") + error.excerpt()).unicodeScalars.filter { $0 != "\n" }
      #expect(words.count < 600)
      #expect(
        words.allSatisfy { scalar in
          ![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
        })
    }
  }

  @Test func `the caret of an excerpt is under the column of the error`() throws {
    let error = try #require(throws: NotationError.self) { try PlanFile("1m,\t\"é\u{1B}[31m\" ×") }
    #expect(error.excerpt() == "1m, \"é·[31m\" ×\n    ^")
    #expect(NotationError.excerpt(of: "跑 é 🏃x", column: 6) == "跑 é 🏃x\n       ^")
    #expect(NotationError.excerpt(of: String(repeating: "跑", count: 20), column: 21, width: 9) == "跑跑跑跑\n        ^")
    #expect(NotationError.excerpt(of: "30s", column: .min) == "30s\n^")
    #expect(NotationError.excerpt(of: "30s", column: .max) == "30s\n   ^")
    let long = try #require(throws: NotationError.self) {
      try PlanFile(String(repeating: "30s, ", count: 100) + "rum" + String(repeating: ", 30s", count: 100))
    }
    let lines = long.excerpt(width: 40).split(separator: "\n")
    #expect(lines[0].count == 40)
    #expect(lines[0].dropFirst(20).hasPrefix("rum"))
    #expect(lines[1].count == 21)
  }
}
