import PlanNotation
import Testing
import WorkoutModel

/// Tests of intervals of kind `rest`, which cover no distance without a pace.
@Suite struct RestTests {
  private static func totals(_ text: String) throws -> Totals {
    try PlanFile(text).workout(over: Settings()).timeline.totals
  }

  @Test func `a rest does not hide a total or an average`() throws {
    let totals = try Self.totals("8x(400mtr run @5:00/km, 90s rest)")
    #expect(totals.metres == 3200)
    #expect(totals.duration == .seconds(8 * 210))
    #expect(totals.averageMetresPerSecond == 3200.0 / 1680)
  }

  @Test func `a rest with a pace moves`() throws {
    #expect(try Self.totals("1km run @5:00/km, 60s rest @20:00/km").metres == 1050)
    #expect(try Self.totals("pace rest 20:00/km\n1km run @5:00/km, 60s rest").metres == 1050)
  }

  @Test(arguments: ["recover", "walk"])
  func `other kinds without a pace cover an unknown distance`(kind: String) throws {
    #expect(try Self.totals("1km run @5:00/km, 60s \(kind)").metres == nil)
  }

  @Test func `the distance and the average pace of a plan are those of its intervals with a pace`() throws {
    let set = "until 5km (30s run @11:30/mi, 40s walk @16:30/mi)"
    let (known, totals) = (try Self.totals(set), try Self.totals("5m warmup, \(set), 5m cooldown"))
    #expect(known.distance == KnownDistance(metres: known.distance.metres, time: try #require(known.duration)))
    #expect(
      totals.distance
        == KnownDistance(metres: known.distance.metres, time: known.distance.time, isPartial: true))
    #expect(totals.averageMetresPerSecond == known.averageMetresPerSecond)
    #expect([totals, known].map { $0.distance.text(in: .kilometres) } == ["5.00 km and more", "5.00 km"])
    #expect([totals, known].map { $0.distance.shortText(in: .kilometres) } == ["5.00 km+", "5.00 km"])
    #expect(totals.distance.spoken(in: .kilometres) == "five kilometres and more")
  }

  @Test(arguments: [
    ("until 5km (400mtr run @5:00/km, 2m rest)", 12 * 240 + 60 + 0, 25),
    // The goal is reached at the end of the last run, before the rest.
    ("until 4km (400mtr run @5:00/km, 2m rest)", 10 * 120 + 9 * 120, 19),
    ("until 4km (2m rest, 400mtr run @5:00/km)", 10 * 240, 20),
    ("until 4km (2x(400mtr run @5:00/km, 2m rest))", 10 * 120 + 9 * 120, 19),
    ("until 4km (2x(400mtr run @5:00/km, 2m rest), 1m rest)", 10 * 120 + 9 * 120 + 4 * 60, 23),
    ("until 2400mtr (until 800mtr (400mtr run @5:00/km, 2m rest), 1m rest)", 6 * 120 + 3 * 120 + 2 * 60, 11),
  ])
  func `an until with a distance ends when the distance is reached, without a rest at the end`(
    plan: String, seconds: Int, intervals: Int
  ) throws {
    let totals = try Self.totals(plan)
    #expect(totals.duration == .seconds(seconds))
    #expect(totals.intervals == intervals)
  }

  @Test func `an until with a distance that contains only rests is an error`() {
    #expect(throws: NotationError.self) { try Self.totals("until 5km (2m rest)") }
  }

  @Test func `a split at the end of a run comes before the rest`() throws {
    let timeline = try PlanFile("5x(400mtr run @5:00/km, 2m rest)").workout(over: Settings()).timeline
    #expect(timeline.time(atMetres: 800) == .seconds(120 + 120 + 120))
    #expect(timeline.time(atMetres: 2000) == .seconds(5 * 120 + 4 * 120))
  }
}
