import PlanNotation
import TestSupport
import Testing

@testable import WorkoutModel

@Suite struct SectionTests {
  private static func timeline(_ text: String) throws -> Timeline {
    try PlanFile(text).workout(over: Settings()).timeline
  }

  /// Returns a text for each section, which contains the start in seconds, the content and the rounds.
  private static func words(_ sections: [Section]) -> [String] {
    sections.map { section in
      let content =
        switch section.content {
        case .interval(let interval): interval.kind.rawValue
        case .round: "round"
        case .repeat(let rounds): "repeat \(rounds.map(String.init) ?? "for ever")"
        case .whole: "whole"
        }
      let rounds = section.rounds.map { "\($0.number)/\($0.of.map(String.init) ?? "?")" }
      return ([String(describing: section.start / .seconds(1)), content] + rounds).joined(separator: " ")
    }
  }

  @Test(arguments: [
    (
      9, nil,
      [
        "0.0 warmup", "60.0 run 1/2 1/2", "70.0 walk 1/2 1/2", "90.0 run 1/2 2/2", "100.0 walk 1/2 2/2",
        "120.0 run 2/2 1/2", "130.0 walk 2/2 1/2", "150.0 run 2/2 2/2", "160.0 walk 2/2 2/2",
      ]
    ),
    (8, nil, ["0.0 warmup", "60.0 round 1/2 1/2", "90.0 round 1/2 2/2", "120.0 round 2/2 1/2", "150.0 round 2/2 2/2"]),
    (4, nil, ["0.0 warmup", "60.0 repeat 2 1/2", "120.0 repeat 2 2/2"]),
    (2, nil, ["0.0 warmup", "60.0 repeat 2"]),
    (1, nil, ["0.0 whole"]),
    (4, Duration.seconds(90), ["0.0 warmup", "60.0 run 1/2 1/2", "70.0 walk 1/2 1/2"]),
  ])
  func `sections are as detailed as the limit allows`(limit: Int, end: Duration?, words: [String]) throws {
    let timeline = try Self.timeline("60s warmup, 2x(2x(10s run, 20s walk))")
    #expect(Self.words(timeline.sections(atMost: limit, before: end)) == words)
  }

  @Test(
    arguments: [
      ("30s run, open walk, 30s run", nil, ["0.0 run", "30.0 walk"]),
      ("forever 30s run", nil, ["0.0 repeat for ever"]),
      ("forever 30s run", Duration.seconds(61), ["0.0 run 1/?", "30.0 run 2/?", "60.0 run 3/?"]),
      ("until 45s (30s run)", nil, ["0.0 run 1/2", "30.0 run 2/2"]),
      ("skip-last rest\n2x(20s work, 10s rest)", nil, ["0.0 work 1/2", "20.0 rest 1/2", "30.0 work 2/2"]),
    ] as [(String, Duration?, [String])])
  func `a plan with a cut or open interval or an endless repeat has sections up to the last known time`(
    plan: String, end: Duration?, words: [String]
  ) throws {
    #expect(Self.words(try Self.timeline(plan).sections(atMost: 9, before: end)) == words)
  }

  @Test(arguments: seeds) func `a high limit makes each interval of the timeline a section`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let timeline = try Timeline(.random(using: &generator))
    let sections = timeline.sections(atMost: 10_000)
    #expect(sections.count == timeline.totals.intervals)
    var position: Position? = timeline.start
    for section in sections {
      let next = try #require(position)
      #expect(section.content == .interval(timeline.interval(at: next)))
      #expect(section.rounds == timeline.rounds(at: next))
      let end = try #require(timeline.totals.duration) - (try #require(timeline.totals(after: next).duration))
      let begin = end - (try #require(timeline.interval(at: next).duration))
      #expect(abs((section.start - begin) / .seconds(1)) < 1e-6)
      position = timeline.position(after: next)
    }
    #expect(position == nil)
  }

  @Test func `a plan of many intervals is not unrolled`() throws {
    let timeline = try Self.timeline("9999x(9x(2s run, 2s walk))")
    #expect(timeline.sections(atMost: 99) == [Section(start: .zero, content: .repeat(rounds: 9999), rounds: [])])
  }
}

@Suite struct WorkoutTests {
  private static func outline(_ text: String) throws -> [OutlineStep] {
    try PlanFile(text).workout(over: Settings()).outline
  }

  @Test func `each step of an outline has its totals when it is done once`() throws {
    let outline = try Self.outline("until 61s (20s run @2m/s, 20s walk), open")
    #expect(outline.count == 2)
    #expect(outline[0].totals.distance == KnownDistance(metres: 80, time: .seconds(40), isPartial: true))
    #expect(outline[0].totals.duration == .seconds(61))
    #expect(outline[0].totals.intervals == 4)
    guard case .repeat(.untilTime(.seconds(61)), rounds: 2, let body) = outline[0].content else {
      Issue.record("\(outline[0].content)")
      return
    }
    #expect(body.map(\.totals.metres) == [40, nil])
    #expect(body.map(\.totals.duration) == [.seconds(20), .seconds(20)])
    #expect(outline[1].totals.duration == nil)
  }

  @Test(arguments: [
    ("skip-last rest\n8x(20s work, 10s rest)", [Duration.seconds(230)]),
    ("skip-last rest\n30s work, 1x(10s rest)", [.seconds(30)]),
  ])
  func `the times of an outline exclude the skipped last interval`(text: String, times: [Duration]) throws {
    #expect(try Self.outline(text).map(\.totals.duration) == times)
  }
}
