import PlanNotation
import TerminalUI
import TestSupport
import Testing
import Text
import WorkoutModel

@testable import WorkoutViews

@Suite struct ProfilePictureTests {
  private static func workout(_ text: String) throws -> Workout {
    try PlanFile(text).workout(over: Settings())
  }

  @Test(
    arguments: [
      (
        "1m run @6:00/km, 1m walk @12:00/km", 20,
        [
          "██████████", "██████████", "██████████", "████████████████████", "████████████████████",
          "████████████████████", "└─────────┴────────┴", "0:00      1:00  2:00",
        ]
      ),
      (
        "90s run, 30s walk", 20,
        [
          "███████████████", "███████████████", "███████████████", "███████████████▄▄▄▄▄", "████████████████████",
          "████████████████████", "└─────────┴────────┴", "0:00      1:00  2:00",
        ]
      ),
      (
        "30s, 30s, 1m", 20,
        [
          "▄▄▄▄▖▄▄▄▄▖▄▄▄▄▄▄▄▄▄▄", "████▌████▌██████████", "████▌████▌██████████", "████▌████▌██████████",
          "████▌████▌██████████", "└─────────┴────────┴", "0:00      1:00  2:00",
        ]
      ),
      (
        "1m run, open walk, 1m run", 31,
        [
          "█████████████     █████████████", "█████████████     █████████████", "█████████████     █████████████",
          "█████████████░░░░░█████████████", "█████████████░░░░░█████████████", "█████████████░░░░░█████████████",
          "└────────────┴─────────────────", "0:00         1:00", "░ until you say next",
        ]
      ),
      (
        "forever 30s", 21,
        [
          "▄▄▄▄▖▄▄▄▄▖▄▄▄▄▖▄▄▄▄▄", "████▌████▌████▌█████", "████▌████▌████▌█████", "████▌████▌████▌█████",
          "████▌████▌████▌█████…", "└─────────┴─────────", "0:00      1:00", "first 2:00, and so on",
        ]
      ),
      ("9999x(9x(2s run, 2s walk))", 10, Array(repeating: "██████████", count: 6) + ["└─────────", "0:00"]),
    ] as [(String, Int, [String])])
  func `a workout is drawn to scale across the width`(text: String, width: Int, lines: [String]) throws {
    #expect(ProfilePicture(try Self.workout(text), width: width).lines(.plain) == lines)
  }

  @Test func `two colours can share a character, and a legend explains them`() throws {
    let lines = ProfilePicture(try Self.workout("1m run, 1m walk, 1m run, 1m walk, 1m"), width: 18).lines(.coloured)
    #expect(lines[5].hasPrefix("\u{1B}[38;5;209m███\u{1B}[0m\u{1B}[38;5;209;48;5;80m▌\u{1B}[0m\u{1B}[38;5;80m███"))
    #expect(
      lines.suffix(2) == [
        "\u{1B}[38;5;209m█\u{1B}[0m run   \u{1B}[38;5;80m█\u{1B}[0m walk", "\u{1B}[38;5;145m█\u{1B}[0m other",
      ])
    #expect(ProfilePicture(try Self.workout("1m run, 2m run"), width: 40).lines(.coloured).count == 8)
  }

  @Test(arguments: seeds) func `the picture of any plan fits any width`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let ingredients = Plan.Ingredients(
      hasOpenIntervals: generator.oneIn(2), hasForever: generator.oneIn(4), hasPaces: generator.oneIn(2))
    let workout = try Workout(Plan.random(ingredients, using: &generator), settings: Settings())
    let width = Int.random(in: 10...200, using: &generator)
    for style in [Style.plain, .coloured] {
      for line in ProfilePicture(workout, width: width).lines(style) {
        #expect(line.withoutSequences.columns <= width, "\(line)")
      }
    }
  }

  @Test(
    arguments: [
      (3.218688, .minutesPerMile, ["35:00/mi", "17:00/mi", "11:30/mi", "8:30/mi"]),
      (1000.0 / 300, .minutesPerKilometre, ["20:00/km", "10:00/km", "7:00/km", "5:00/km"]),
      (10_000.0 / 3600, .kilometresPerHour, ["2 kph", "4 kph", "6 kph", "8 kph", "10 kph"]),
      (1609.344 * 5.22 / 3600, .milesPerHour, ["1 mph", "2 mph", "3 mph", "4 mph", "5 mph"]),
      (0.3, .kilometresPerHour, ["0.2 kph", "0.4 kph", "0.6 kph", "0.8 kph", "1 kph"]),
    ] as [(Double, PaceUnit, [String])])
  func `heights are labelled with round paces`(fastest: Double, unit: PaceUnit, texts: [String]) {
    let marks = PaceScale.marks(upTo: fastest, in: unit)
    #expect(marks.map(\.text) == texts)
    #expect(marks.allSatisfy { $0.height > 0 })
    #expect(marks.allSatisfy { $0.height <= 1 })
  }
}

@Suite struct ProfileColumnsTests {
  @Test(arguments: seeds) func `the columns of each interval match its time within one column`(seed: UInt64)
    throws
  {
    var generator = SplitMix64(seed: seed)
    let workout = try Workout(Plan.random(using: &generator), settings: Settings())
    let count = Int.random(in: 20...400, using: &generator)
    let profile = Profile(
      workout.timeline, columns: count, openColumns: 10, height: PaceHeights(workout.plan).height)
    let columns = ProfileColumns(profile, count: Double(count), levels: 12, isColoured: true).columns
    #expect(!columns.contains(nil))
    for (index, stretch) in profile.stretches.enumerated() {
      let (start, end) = (stretch.start / profile.span * Double(count), stretch.end / profile.span * Double(count))
      let visible = columns.indices.filter { columns[$0]?.stretch == index }
      // A higher stretch may hide a stretch that is at most two columns wide.
      if stretch.width * count / profile.span > 2 { #expect(!visible.isEmpty) }
      for column in visible {
        #expect(Double(column) >= start - 1)
        #expect(Double(column + 1) <= end + 1)
      }
      if let first = visible.first, let last = visible.last, end - start >= 1, index > 0,
        index + 1 < profile.stretches.count,
        profile.stretches[index - 1].width * count >= profile.span,
        profile.stretches[index + 1].width * count >= profile.span
      {
        #expect(abs(Double(last + 1 - first) - (end - start)) <= 1)
      }
    }
  }
}
