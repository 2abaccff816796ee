import Testing

@testable import WorkoutViews

@Suite struct BarFormatTests {
  private static let values: [BarField: String] = [.kind: "run", .clock: "0:23", .round: "3"]

  @Test(
    arguments: [
      ("{kind} {clock}", "run 0:23"), ("{KIND}", "run"), ("", ""), ("{label}", ""),
      // What is in brackets goes with a field in it that is empty.
      ("{kind}[ {label}][ {clock}]", "run 0:23"), ("[{round}/{rounds}]", ""),
      ("[round {round}][ of {rounds}]", "round 3"),
      ("[plain]", "plain"), ("[]", ""),
      // Doubled ones stand for one.
      ("[[{kind}]] {{{clock}}}", "[run] {0:23}"), ("[[[{kind}]]]", "[run]"), ("[{kind} [[{label}]]]x", "x"),
      ("[[{label}]]", "[]"),
      // Spaces at the ends are left out, and those between stay.
      ("  {kind}  {clock} {label} ", "run  0:23"), (" {label} ", ""),
    ])
  func `fields are filled in, and a bracket with an empty field is left out`(text: String, line: String) throws {
    #expect(try BarFormat(parsing: text).filled { Self.values[$0] ?? "" } == line)
  }

  @Test(
    arguments: [
      ("{knd}", .unknownField("knd", at: 1)), ("[a]{knd}", .unknownField("knd", at: 4)),
      ("é[[{x}", .unknownField("x", at: 4)), ("{}", .unknownField("", at: 1)), ("{cue}", .unknownField("cue", at: 1)),
      ("[{kind} {", .looseBrace(at: 8)), ("a}", .looseBrace(at: 1)), ("{ki[nd]}", .looseBrace(at: 0)),
      ("[{kind}", .looseBracket(at: 0)), ("{kind}]", .looseBracket(at: 6)), ("[[[", .looseBracket(at: 2)),
      ("[a[b]]", .looseBracket(at: 2)),
    ] as [(String, BarFormat.TextError)])
  func `an error in a format has a position`(text: String, error: BarFormat.TextError) {
    #expect(throws: error) { try BarFormat(parsing: text) }
  }

  @Test func `a line without a moving field has no next tick`() throws {
    for field in BarField.allCases {
      let isMoving = [.clock, .left, .percent, .elapsed, .remaining, .progress, .distance].contains(field)
      #expect(try BarFormat(parsing: "x[{\(field.rawValue)}]").isMoving == isMoving)
    }
    #expect(try !BarFormat(parsing: "clock").isMoving)
  }
}
