import TerminalUI
import Text
import Testing
import WorkoutModel

@testable import intervalctl

@Suite struct OutlineWordsTests {
  private static func lines(_ text: String, width: Int? = nil) throws -> [String] {
    let plan = try PlanText(text: text).read(over: Settings())
    let units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)
    return OutlineWords(plan.workout, units: units).lines(.plain, width: width)
  }

  @Test func `repeats have guides, and columns that say nothing are left out`() throws {
    #expect(
      try Self.lines("5m warmup, 3x(2x(400mtr run @5:00/km, 1m rest \"sit\"), open walk), forever 30s") == [
        "Plan               Time    km  min/km", "5m warmup          5:00     –       –",
        "3x                    –     –       –", "├ 2x               6:00     –       –",
        "│ ├ 400mtr run     2:00  0.40    5:00", "│ └ 1m rest \"sit\"  1:00     –       –",
        "└ open walk        open     –       –", "forever               –     –       –",
        "└ 30s              0:30     –       –",
      ])
    #expect(
      try Self.lines("until 61s (20s run)") == [
        "Plan                  Time", "until 1m1s, 4 rounds  1:01", "└ 20s run             0:20",
      ])
  }

  @Test func `a long plan has its first steps, those of outer repeats before those within`() throws {
    let step = "2x(1s run, 2s walk)"
    let long = try Self.lines(Array(repeating: step, count: 30).joined(separator: ", "))
    #expect(long.count == 41)
    #expect(
      long.prefix(5) == [
        "Plan         Time", "2x           0:06", "├ 1s run     0:01", "└ 2s walk    0:02", "2x           0:06",
      ])
    #expect(long.last == "2x, 2 steps  0:06")
    let longer = try Self.lines(Array(repeating: step, count: 3000).joined(separator: ", "))
    #expect(longer.count == 42 && longer.last == "… and 2960 more")
    let deep = try Self.lines("9x(\((1...50).map { "\($0)s run" }.joined(separator: ", ")))")
    #expect(deep.count == 42 && deep.suffix(2) == ["├ 39s run           0:39", "└ … and 11 more"])
    let single = try Self.lines(Array(repeating: "2x(2x(2x(2x(30s run))))", count: 39).joined(separator: ", "))
    #expect(single.count == 41 && single[3].hasPrefix("2x, 1 step "), "\(single)")
    #expect(try Self.lines(Array(repeating: "1s", count: 41).joined(separator: ", ")).count == 42)
  }

  @Test func `narrow terminals leave the pace out, then the distance, and cut the rest`() throws {
    let plan = "until 10km (30s run @5:00/km \"up the hill and down again\", 1m walk @9:00/km)"
    #expect(
      try Self.lines(plan, width: 40) == [
        "Plan                 Time     km  min/km", "until 10km, 48 …  1:10:53  10.00    7:05",
        "├ 30s run \"up t…     0:30   0.10    5:00", "└ 1m walk            1:00   0.11    9:00",
      ])
    #expect(try Self.lines(plan, width: 24).allSatisfy { $0.columns <= 24 })
  }
}
