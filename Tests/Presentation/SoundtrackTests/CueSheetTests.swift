import PlanNotation
import Testing
import WorkoutModel

@testable import Soundtrack

@Suite struct CueSheetTests {
  @Test func `a sheet has a track for each chapter`() {
    let sheet = CueSheet(
      title: "The \"long\" run", file: "a b.opus",
      chapters: [
        .init(title: "Get ready", start: .zero), .init(title: "Run 30 s", start: .milliseconds(10_120)),
        .init(title: "Walk\nfar", start: .seconds(3600 * 2 + 61)),
      ])
    #expect(
      sheet.text == """
        TITLE "The 'long' run"
        FILE "a b.opus" WAVE
          TRACK 01 AUDIO
            TITLE "Get ready"
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            TITLE "Run 30 s"
            INDEX 01 00:10:09
          TRACK 03 AUDIO
            TITLE "Walk far"
            INDEX 01 121:01:00

        """)
  }

  @Test func `only the first of several chapters in a frame has a track`() {
    let starts = [Duration.zero, .milliseconds(5000), .milliseconds(5012), .milliseconds(5014)]
    let sheet = CueSheet(title: "", file: "", chapters: starts.map { .init(title: "", start: $0) })
    let times = sheet.text.split(separator: "\n").filter { $0.contains("INDEX") }.map { $0.suffix(8) }
    #expect(times == ["00:00:00", "00:05:00", "00:05:01"])
  }
}

@Suite struct ChapterWordsTests {
  private static let units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)

  private static func chapters(_ text: String, length: Duration? = nil) throws -> [CueSheet.Chapter] {
    let workout = try PlanFile(text).workout(over: Settings())
    return ChapterWords(workout, length: length, title: "Title", units: units).chapters
  }

  @Test(arguments: [
    (
      "lead-in 10s\n5m warmup \"easy\", 2x(2x(30s run, 400mtr walk @6:00/km)), 30s",
      [
        "Get ready", "Warm up 5 min: easy", "Run 30 s, set 1 of 2, round 1 of 2",
        "Walk 400 m, set 1 of 2, round 1 of 2",
        "Run 30 s, set 1 of 2, round 2 of 2", "Walk 400 m, set 1 of 2, round 2 of 2",
        "Run 30 s, set 2 of 2, round 1 of 2",
        "Walk 400 m, set 2 of 2, round 1 of 2", "Run 30 s, set 2 of 2, round 2 of 2",
        "Walk 400 m, set 2 of 2, round 2 of 2",
        "30 s",
      ]
    ),
    ("lead-in off\n100x(2x(30s run, 30s walk)), 60s walk", ["100 rounds", "Walk 1 min"]),
    (
      "lead-in off\n2x(100x(30s run), 60s walk)",
      [
        "100 rounds, set 1 of 2", "Walk 1 min, set 1 of 2", "100 rounds, set 2 of 2", "Walk 1 min, set 2 of 2",
      ]
    ),
  ])
  func `a chapter is named by its interval and its position`(plan: String, titles: [String]) throws {
    #expect(try Self.chapters(plan).map(\.title) == titles)
  }

  @Test(arguments: [
    ("99x30s", 99, "30 s, round 1 of 99"), ("100x30s", 1, "100 rounds"), ("lead-in 5s\n99x30s", 2, "Get ready"),
    ("lead-in 5s\n98x30s", 99, "Get ready"), ("90x(30s run, 30s walk)", 90, "Round 1 of 90"),
    (Array(repeating: "30s", count: 100).joined(separator: ", "), 1, "Title"),
  ])
  func `a workout has at most 99 chapters`(plan: String, count: Int, first: String) throws {
    let chapters = try Self.chapters(plan.hasPrefix("lead-in") ? plan : "lead-in off\n\(plan)")
    #expect(chapters.count == count)
    #expect(chapters.first?.title == first)
  }

  @Test func `a cut workout has only the chapters before its end`() throws {
    let chapters = try Self.chapters("lead-in 5s\nforever (30s run, 30s walk)", length: .seconds(90))
    #expect(chapters.map(\.title) == ["Get ready", "Run 30 s, round 1", "Walk 30 s, round 1", "Run 30 s, round 2"])
    #expect(chapters.map(\.start) == [.zero, .seconds(5), .seconds(35), .seconds(65)])
  }
}
