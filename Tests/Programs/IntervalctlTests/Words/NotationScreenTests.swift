import TerminalUI
import Text
import PlanNotation
import Testing
import WorkoutModel

@testable import intervalctl

@Suite struct NotationScreenTests {
  @Test func `it fits a screen, and leaves a line for the prompt`() {
    let lines = NotationScreen.lines(.plain)
    #expect(lines.count < 24)
    for line in lines { #expect(line.columns < 80, "\(line)") }
  }

  @Test(arguments: NotationScreen.examples.map(\.0) + ["60s walk @16:30/mi \"easy\""])
  func `every example is a plan`(example: String) throws {
    #expect(throws: Never.self) { try PlanFile(example).workout(over: Settings()) }
    #expect(NotationScreen.lines(.plain).contains { $0.contains(example) })
  }

  @Test func `the words it lists are words`() throws {
    let parts = Dictionary(uniqueKeysWithValues: NotationScreen.parts)
    #expect(parts["kind"]?.split(separator: " ").map(String.init) == Kind.allCases.map(\.rawValue))
    func values(_ part: String) -> [Substring] {
      // The remark stands behind a wider gap.
      (parts[part]?.split(separator: "    ").first ?? "").split(separator: " ")
    }
    for time in values("time") { #expect(throws: Never.self) { try PlanFile("\(time)") } }
    for distance in values("distance") {
      #expect(throws: Never.self) { try PlanFile("\(distance)") }
    }
    for pace in values("pace") { #expect(throws: Never.self) { try PlanFile("5km @\(pace)") } }
    #expect(values("time").count == 5 && values("distance").count == 5 && values("pace").count == 5)
  }

  @Test func `its settings are settings`() throws {
    let line = try #require(NotationScreen.settings.split(separator: "\n").dropFirst().first)
    let settings = line.split(separator: "    ").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    #expect(throws: Never.self) { try PlanFile(settings + "\n30s run") }
  }
}
