import Testing
import WorkoutModel

@Suite struct CueTemplateTests {
  @Test func `fields are replaced by values, and doubled braces by single braces`() throws {
    let template = try CueTemplate(parsing: "{kind}: {{{Goal}}} }}{{")
    #expect(template.parts == [.field(.kind), .text(": {"), .field(.goal), .text("} }{")])
    #expect(template.filled { $0.rawValue.uppercased() } == "KIND: {GOAL} }{")
  }

  @Test(arguments: ["", "plain", "{kind} {goal}", "{{", "}}{kind}{{x}}", "Ü {label}…"])
  func `a template is printed as the text from which it was parsed`(text: String) throws {
    #expect(try CueTemplate(parsing: text).text == text)
  }

  @Test(
    arguments: [
      ("{knd}", .unknownField("knd", at: 1)), ("a {", .looseBrace(at: 2)), ("a }", .looseBrace(at: 2)),
      ("{{{", .looseBrace(at: 2)), ("é{x}", .unknownField("x", at: 2)),
      ("e\u{301}{x}", .unknownField("x", at: 3)), ("{\u{301}", .looseBrace(at: 0)), ("{}", .unknownField("", at: 1)),
    ] as [(String, FieldTemplateError)])
  func `a parse error has the index of the Unicode scalar`(text: String, error: FieldTemplateError) {
    #expect(throws: error) { try CueTemplate(parsing: text) }
  }

  @Test(
    arguments: [
      ("{kind} {goal} {label}", "run thirty seconds"), ("last: {label}", "last"), ("{label} {kind}", "run"),
      ("{label}, {label}", ""), ("done in {goal}, {label}.", "done in thirty seconds."),
      ("{label} {pace}, {goal} left", "thirty seconds left"), (": {goal}", ": thirty seconds"),
    ])
  func `neither a field without a value nor the punctuation beside it is spoken`(text: String, words: String) throws {
    let values: [CueField: String] = [.kind: "run", .goal: "thirty seconds"]
    #expect(try CueTemplate(parsing: text).spoken(maxCharacters: 500) { values[$0] ?? "" } == words)
  }

  @Test func `no more fields are filled in after the limit`() throws {
    let template = try CueTemplate(parsing: String(repeating: "{label}", count: 71))
    let label = String(repeating: "a", count: 200)
    var count = 0
    let spoken = template.spoken(maxCharacters: 500) { _ in
      count += 1
      return label
    }
    #expect(spoken == String(repeating: "a", count: 500))
    #expect(count == 10)
    count = 0
    let filled = template.filled(maxBytes: 500) { _ in
      count += 1
      return label
    }
    #expect(filled == String(repeating: "a", count: 600))
    #expect(count == 3)
  }

  @Test func `every cue has default words`() {
    for cue in Cue.allCases {
      #expect(!cue.defaultWords().parts.isEmpty)
    }
  }

  @Test(arguments: [
    (true, true, "{kind} {label} in {lag}: {speed}"), (true, false, "{kind} {label} in {lag}"),
    (false, true, "in {lag}: {speed}"), (false, false, "next interval in {lag}"),
  ])
  func `the words of an early start contain the kind, the label and the speed, if they are known`(
    hasName: Bool, hasPace: Bool, words: String
  ) {
    #expect(Cue.start.defaultWords(isEarly: true, hasName: hasName, hasPace: hasPace).text == words)
  }
}
