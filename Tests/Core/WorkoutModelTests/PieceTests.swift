import PlanNotation
import TestSupport
import Testing

@testable import WorkoutModel

@Suite struct PieceTests {
  private static func timeline(_ text: String) throws -> Timeline {
    try PlanFile(text).workout(over: Settings()).timeline
  }

  /// The pieces as their starts in seconds, their kinds of content, and their rounds.
  private static func words(_ pieces: [Piece]) -> [String] {
    pieces.map { piece in
      let content =
        switch piece.content {
        case .interval(let interval): interval.kind.rawValue
        case .round: "round"
        case .repeat(let rounds): "repeat \(rounds.map(String.init) ?? "for ever")"
        case .whole: "whole"
        }
      let rounds = piece.rounds.map { "\($0.number)/\($0.of.map(String.init) ?? "?")" }
      return ([String(describing: piece.start / .seconds(1)), content] + rounds).joined(separator: " ")
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
  func `the finest pieces are taken that are few enough`(limit: Int, end: Duration?, words: [String]) throws {
    let timeline = try Self.timeline("60s warmup, 2x(2x(10s run, 20s walk))")
    #expect(Self.words(timeline.pieces(atMost: limit, before: end)) == words)
  }

  @Test(
    arguments: [
      ("30s run, open walk, 30s run", nil, ["0.0 run", "30.0 walk"]),
      ("forever 30s run", nil, ["0.0 repeat for ever"]),
      ("forever 30s run", Duration.seconds(61), ["0.0 run 1/?", "30.0 run 2/?", "60.0 run 3/?"]),
      ("until 45s (30s run)", nil, ["0.0 run 1/2", "30.0 run 2/2"]),
      ("skip-last rest\n2x(20s work, 10s rest)", nil, ["0.0 work 1/2", "20.0 rest 1/2", "30.0 work 2/2"]),
    ] as [(String, Duration?, [String])])
  func `what is cut, open or endless`(plan: String, end: Duration?, words: [String]) throws {
    #expect(Self.words(try Self.timeline(plan).pieces(atMost: 9, before: end)) == words)
  }

  @Test(arguments: seeds) func `intervals as pieces are those of the timeline`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let timeline = try Timeline(.random(using: &generator))
    let pieces = timeline.pieces(atMost: 10_000)
    #expect(pieces.count == timeline.measure.intervals)
    var place: Place? = timeline.start
    for piece in pieces {
      let next = try #require(place)
      #expect(piece.content == .interval(timeline.interval(at: next)) && piece.rounds == timeline.rounds(at: next))
      let end = try #require(timeline.measure.duration) - (try #require(timeline.measure(after: next).duration))
      let begin = end - (try #require(timeline.interval(at: next).duration))
      #expect(abs((piece.start - begin) / .seconds(1)) < 1e-6)
      place = timeline.place(after: next)
    }
    #expect(place == nil)
  }

  @Test func `nothing is unrolled`() throws {
    let timeline = try Self.timeline("9999x(9x(2s run, 2s walk))")
    #expect(timeline.pieces(atMost: 99) == [Piece(start: .zero, content: .repeat(rounds: 9999), rounds: [])])
  }
}
