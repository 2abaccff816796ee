import PlanNotation
import Testing
import WorkoutFiles
import WorkoutModel

/// Tests of the maximum length of labels and names in imported files.
@Suite struct TextLimitTests {
  private func imported(name: String = "Hills", label: String) throws -> ImportedWorkout {
    let text =
      "<workout_file><name>\(name)</name><workout><IntervalsT Repeat=\"2\" OnDuration=\"60\" OffDuration=\"60\">"
      + "<textevent message=\"\(label)\"/></IntervalsT></workout></workout_file>"
    return try ImportedWorkout(Array(text.utf8), format: .zwo, per: .kilometres)
  }

  @Test func `a label of 200 characters is not cut`() throws {
    let label = String(repeating: "é", count: 200)
    let imported = try imported(label: label)
    #expect(imported.plan.intervals.first?.label == label)
    #expect(imported.report.losses.isEmpty)
  }

  @Test func `a longer label is cut, which is a loss`() throws {
    let imported = try imported(label: String(repeating: "é", count: 201))
    #expect(imported.plan.intervals.first?.label == String(repeating: "é", count: 199) + "…")
    #expect(
      imported.report.losses.map(\.words) == [
        "the label \"\(String(repeating: "é", count: 40))…\" is cut to 200 characters"
      ])
    #expect(try PlanFile(imported.text).plan == imported.plan)
  }

  @Test func `a longer name is cut, which is a loss`() throws {
    let imported = try imported(name: String(repeating: "a", count: 5000), label: "Up")
    #expect(imported.name == String(repeating: "a", count: 199) + "…")
    #expect(
      imported.report.losses.map(\.words) == [
        "the name \"\(String(repeating: "a", count: 40))…\" is cut to 200 characters"
      ])
  }

  @Test func `a character of many scalars is not divided`() throws {
    // One character of 151 scalars: people who are joined with zero-width joiners.
    let character = "\u{1F469}" + String(repeating: "\u{200D}\u{1F469}", count: 75)
    let imported = try imported(label: character + character)
    #expect(imported.plan.intervals.first?.label == character + "…")
  }
}
