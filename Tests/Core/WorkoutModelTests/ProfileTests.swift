import PlanNotation
import TestSupport
import Testing

@testable import WorkoutModel

@Suite struct ProfileTests {
  private static func profile(_ text: String, columns: Int, openColumns: Int = 10) throws -> Profile {
    Profile(try Timeline(PlanFile(text).plan), columns: columns, openColumns: openColumns, height: height)
  }

  private static func height(_ interval: ScheduledInterval) -> Double { interval.kind == .run ? 1 : 0.5 }

  private static func words(_ profile: Profile) -> [String] {
    profile.stretches.map { "\($0.interval.kind) \($0.width.unitsText)\($0.count > 1 ? " of \($0.count)" : "")" }
  }

  @Test(
    arguments: [
      ("1m run, 1m walk", 2, ["run 1 min", "walk 1 min"]),
      // The first interval is wide enough; the next two are too narrow separately but wide enough together.
      ("1m run, 30s walk, 30s run, 2m walk", 4, ["run 1 min", "run 1 min of 2", "walk 2 min"]),
      ("10m walk, 1s run, 10m walk", 20, ["walk 10 min", "run 1 s", "walk 10 min"]),
      // Many rounds are combined into one stretch with the height of the highest interval.
      ("10m walk, 300x(1s walk, 1s run)", 4, ["walk 10 min", "run 10 min of 600"]),
      ("until 100s (3s run, 4s walk)", 4, ["run 1 min 38 s of 28", "run 2 s"]),
      ("9999x(9x(2s run, 2s walk))", 160, ["run 99 h 59 min 24 s of 179982"]),
    ] as [(String, Int, [String])])
  func `a wide interval is a stretch, and narrow intervals are combined into a stretch of the highest height`(
    text: String, columns: Int, words: [String]
  ) throws {
    let profile = try Self.profile(text, columns: columns)
    #expect(Self.words(profile) == words)
    #expect(profile.isWhole)
    #expect(profile.firstOpen == nil)
  }

  @Test func `an open interval has a fixed width`() throws {
    let profile = try Self.profile("1m run, open walk, 1m run", columns: 100)
    #expect(profile.stretches.map { ($0.width / profile.span * 100).rounded() } == [45, 10, 45])
    #expect(profile.firstOpen == .seconds(60))
    let many = try Self.profile("100x(1m run, open walk)", columns: 100)
    #expect(many.span == .seconds(12_000))
    #expect(Self.words(many) == ["run 3 h 20 min of 200"])
    let alone = try Self.profile("open run, open walk", columns: 100)
    #expect(alone.stretches.map { ($0.width / alone.span * 100).rounded() } == [10, 10])
  }

  @Test func `an endless repeat has four rounds, or enough rounds to last as long as the time before it`() throws {
    let short = try Self.profile("forever (30s run, 30s walk), 5m walk", columns: 100)
    #expect(short.span == .seconds(240))
    #expect(!short.isWhole)
    #expect(short.stretches.count == 8)
    let long = try Self.profile("10m walk, forever (30s run, 30s walk)", columns: 100)
    #expect(long.span == .seconds(1200))
    #expect(!long.isWhole)
  }

  @Test(arguments: seeds)
  func `every interval of a plan is drawn at its time, and the columns limit the number of stretches`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let timeline = try Timeline(Plan.random(using: &generator))
    let columns = Int.random(in: 1...400, using: &generator)
    let profile = Profile(timeline, columns: columns, openColumns: 10, height: Self.height)
    #expect(profile.span == timeline.totals.duration)
    #expect(profile.stretches.reduce(0) { $0 + $1.count } == timeline.totals.intervals)
    #expect(profile.stretches.count <= 2 * columns + 1)
    var end = Duration.zero
    for stretch in profile.stretches {
      #expect(stretch.start == end)
      #expect(stretch.width > .zero)
      end = stretch.end
      guard stretch.count == 1, let (position, elapsed) = timeline.position(at: stretch.start) else { continue }
      #expect(elapsed == .zero)
      #expect(timeline.interval(at: position) == stretch.interval)
      #expect(stretch.width == stretch.interval.duration)
    }
    #expect(end == profile.span)
  }

  @Test(arguments: [
    "9999x(9x(2s run, 2s walk))", "9999x(35x(1s run))", "99x(99x(until 30s (1s run, 2s walk)))",
    "9x(9999x(open run, 1s walk))",
  ])
  func `a plan with very many intervals has few stretches`(text: String) throws {
    let profile = try Self.profile(text, columns: 160)
    #expect(profile.stretches.count < 400)
  }

  @Test func `intervals that have been done are drawn even if a plan cannot contain them`() {
    let times: [Duration] = [.seconds(400_000), .milliseconds(1), .seconds(300_000)]
    let timeline = Timeline(done: times.map { Interval(goal: .time($0), kind: .run) } + [Interval(goal: .open)])
    let profile = Profile(timeline, columns: 7, openColumns: 1, height: Self.height)
    #expect(profile.span == .seconds(700_000) + .milliseconds(1))
    #expect(profile.stretches.map(\.count) == [1, 1, 1])
    #expect(Timeline(done: []).totals == .zero)
  }
}
