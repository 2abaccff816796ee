import PlanNotation
import Testing

@Suite struct PlanNameTests {
  @Test(arguments: ["long-run", "Long run", "5k-easy", "x", "läufe", "走る", "forever", "a.b", "30s rum"])
  func `a word that is neither a plan nor a path can be a name`(name: String) throws {
    #expect(try PlanName(name).text == name)
  }

  @Test(
    arguments: [
      ("", .empty), (" \t", .empty), (String(repeating: "é", count: 51), .tooLong), ("a/b", .slash), ("/", .slash),
      ("a/\u{301}b", .slash),
      (".hidden", .beginning), ("..", .beginning), ("-x", .beginning), ("a\u{1B}[2Jb", .invisible),
      ("a\nb", .invisible),
      ("a\u{202E}b", .invisible), ("a\0b", .invisible), ("run.plan", .fileExtension), ("5k", .notation),
      ("forever 30s", .notation), ("half", .notation), ("30s run", .notation),
    ] as [(String, PlanName.Problem)])
  func `a text that cannot be a plan's name is refused`(name: String, problem: PlanName.Problem) {
    #expect(throws: problem) { try PlanName(name) }
  }
}
