import PlanNotation
import TerminalUI
import TestSupport
import Testing
import Text
import WorkoutModel

@testable import WorkoutViews

@Suite struct PatternTests {
  private static func workout(_ text: String) throws -> Workout {
    try PlanFile(text).workout(over: Settings())
  }

  @Test(
    arguments: [
      (
        "4x(30s run, 30s walk), 60s walk", 20,
        [
          "██  ██  ██  ██", "██▆▆██▆▆██▆▆██▆ ▆▆▆▆",
        ], nil
      ),
      ("1m run @6:00/km, 1m walk @12:00/km", 8, ["████", "████████"], nil),
      ("1m run @6:00/km, 1m walk @6:00/km", 8, ["████▅▅▅▅", "████████"], nil),
      ("30s, 30s, 1m", 8, ["▄ ▄ ▄▄▄▄", "█ █ ████"], nil),
      ("10m warmup, 1m sprint", 5, ["", "▆▆▆▆…"], "first 10:00 of 11:00"),
      ("1m run, open walk, 1m run", 11, ["███     ███", "███░░░░░███"], "░ until you say next"),
      ("open", 40, ["░░░░░", "░░░░░"], "░ until you say next"),
      (
        "1m run, open walk, 1m run, 1h run", 11, ["██     ██", "██░░░░░██…"],
        "first 3 of 4 intervals   ░ until you say next"
      ),
      ("forever 30s", 10, ["▄ ▄ ▄ ▄▄", "█ █ █ ██…"], "first 2:00, and so on"),
      (
        "until 5km (30s run @11:30/mi, 40s walk @16:30/mi)", 12,
        ["███▃▃▃▃███", "██████████…"], "first 1:40 of 43:12"
      ),
      ("20x(20s run, 50s walk)", 20, ["██     ██     ██", "██▆▆▆▆▆██▆▆▆▆▆██…"], "first 2:40 of 23:20"),
      ("20x(40s run, 50s walk)", 20, ["████     ████", "████▆▆▆▆▆████▆▆▆▆▆…"], "first 3:00 of 30:00"),
      ("20x(50s run, 59s walk)", 12, ["██  ██   ██", "██▆▆██▆▆▆██…"], "first 4:28 of 36:20"),
      (
        "10m warmup, 20x(30s run, 30s walk)", 28,
        ["                    █ █ █ █", "▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆█▆█▆█▆█…"],
        "first 13:30 of 30:00"
      ),
      ("20m warmup, 20x(30s run, 30s walk)", 28, ["", "▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆…"], "first 20:00 of 40:00"),
      ("9999x(9x(2s run, 2s walk))", 9, ["██  ██", "██▆▆██▆▆…"], "first 0:08 of 99:59:24"),
      ("1h", 6, ["▄▄▄▄▄▄", "██████"], nil),
    ] as [(String, Int, [String], String?)])
  func `a pattern or its beginning is drawn to scale`(
    text: String, width: Int, lines: [String], caption: String?
  ) throws {
    let workout = try Self.workout(text)
    let pattern = Pattern(workout, width: width)
    let drawn = pattern.lines(rows: 2, .plain).map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
    #expect(drawn == lines)
    #expect(pattern.caption(of: workout.timeline.totals) == caption)
  }

  @Test func `an interval that an until cuts has at least half a column`() throws {
    let pattern = Pattern(try Self.workout("until 61s (20s run, 20s walk)"), width: 20)
    #expect(pattern.extent == .whole)
    #expect(pattern.columns.map(\.number) == [1, 2, 3].flatMap { Array(repeating: $0, count: 12) } + [4])
  }

  @Test(arguments: [40, 60, 78, 200])
  func `equal intervals in the beginning of a plan have equal widths unless an until cuts them`(width: Int) throws {
    let cases = [
      ("until marathon (30s run @11:30/mi, 40s walk @16:30/mi)", [3, 4]), ("99x(60s run, 90s walk)", [2, 3]),
      ("99x(until 85s (30s run, 40s walk))", [3, 4]), ("99x(400mtr run @5:00/km, 90s rest)", [4, 3]),
    ]
    for (text, widths) in cases {
      let columns = Pattern(try Self.workout(text), width: width).columns
      let numbers = columns.map(\.number)
      for number in 1...columns[columns.count - 1].number where !text.contains("85s") || number % 3 != 0 {
        let expected = widths[columns.first { $0.number == number }?.kind == .run ? 0 : 1]
        #expect(numbers.count { $0 == number } == expected * 2, "\(text): \(number)")
      }
    }
  }

  @Test(arguments: 20...300)
  func `each interval of an even plan has the same width, and the drawing fills two thirds of the width`(
    width: Int
  ) throws {
    // Each plan has the number of half columns that it needs at least.
    let plans = [
      ("10x(1m run, 1m walk)", 20), ("8x(30s run, 30s walk)", 16), ("20x(2m run @6:00/km, 1m walk @10:00/km)", 60),
      ("7x(5m)", 7), ("39x(1m run)", 39), ("until 30m (1m run, 1m walk)", 30),
      ("3x(4x(30s run, 30s walk), 1m walk)", 30),
    ]
    for (text, needed) in plans {
      let workout = try Self.workout(text)
      let pattern = Pattern(workout, width: width)
      Self.expectEven(pattern.columns.map(\.number), workout, "\(text)")
      if pattern.extent == .whole { #expect(pattern.columns.count * 3 >= width * 4, "\(text)") }
      guard needed <= width * 2 else { continue }
      let picture = ProfilePicture(workout, width: width)
      Self.expectEven(
        picture.profileColumns(.coloured).columns.compactMap { $0.map { $0.stretch + 1 } }, workout, "\(text)")
    }
  }

  /// Checks that the width of each interval is in proportion to its time; `numbers` are the numbers of the intervals.
  private static func expectEven(_ numbers: [Int], _ workout: Workout, _ comment: Comment) {
    let entries = Schedule(workout.timeline, limit: numbers.last ?? 1).entries
    let widths = entries.map { entry in numbers.count { $0 == entry.number } }
    let first = (widths[0], entries[0].interval.duration ?? .zero)
    for (entry, width) in zip(entries, widths) {
      let exact = (entry.interval.duration ?? .zero) / first.1 * Double(first.0)
      #expect(abs(Double(width) - exact) < 0.02, comment)
    }
  }

  @Test func `runs and walks differ in colour, or in height without colours`() throws {
    let pattern = Pattern(try Self.workout("1m run @6:00/km, 1m walk @6:10/km, 1m"), width: 6)
    #expect(pattern.lines(rows: 1, .plain) == ["██▆▆▆▆"])
    #expect(
      pattern.lines(rows: 1, .coloured) == [
        "\u{1B}[38;5;209m██\u{1B}[0m\u{1B}[38;5;80m██\u{1B}[0m\u{1B}[38;5;145m▆▆\u{1B}[0m"
      ])
  }

  @Test func `a character that two intervals share has two colours and one height`() throws {
    let pattern = Pattern(try Self.workout("1m run @6:00/km, 1m walk @10:00/km"), width: 3)
    #expect(pattern.lines(rows: 2, .plain) == ["█▌ ", "███"])
    #expect(
      pattern.lines(rows: 2, .coloured) == [
        "\u{1B}[38;5;209m█▌\u{1B}[0m ",
        "\u{1B}[38;5;209m█\u{1B}[0m\u{1B}[38;5;209;48;5;80m▌\u{1B}[0m\u{1B}[38;5;80m█\u{1B}[0m",
      ])
    #expect(
      pattern.lines(rows: 1, .coloured, finished: 1).first?.hasPrefix("\u{1B}[38;5;237;48;5;209m▌\u{1B}[0m") == true)
  }

  @Test(arguments: [1, 2]) func `finished parts are weaker than all other parts on an unknown background`(
    rows: Int
  ) throws {
    let workout = try Self.workout("4x(30s run @2.5m/s, 30s walk @1m/s), 1m run, 30s walk")
    let pattern = Pattern(workout, width: 40)
    let style = Style(depth: .full, background: .unknown)
    let all = pattern.lines(rows: rows, style).map(\.withoutSequences)
    let half = pattern.lines(rows: rows, style, finished: 20).map(\.withoutSequences)
    for (all, half) in zip(all, half) {
      #expect(half.prefix(10).allSatisfy { "· ".contains($0) })
      #expect(half.dropFirst(10) == all.dropFirst(10))
      #expect(!all.contains("·"))
    }
  }

  @Test(arguments: seeds) func `any plan fits the width, and each drawn interval has columns, in order and to scale`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let ingredients = Plan.Ingredients(
      hasOpenIntervals: generator.oneIn(2), hasForever: generator.oneIn(4), hasPaces: generator.oneIn(2))
    let workout = try Workout(Plan.random(ingredients, using: &generator), settings: Settings())
    let width = Int.random(in: 1...200, using: &generator)
    let pattern = Pattern(workout, width: width)
    let count = (pattern.columns.count + 1) / 2 + (pattern.extent == .whole ? 0 : 1)
    #expect(count <= max(width, 1))
    for line in pattern.lines(rows: 2, .coloured) { #expect(line.withoutSequences.columns <= max(width, 1)) }
    let numbers = pattern.columns.map(\.number)
    #expect(numbers == numbers.sorted())
    #expect(pattern.columns.allSatisfy { $0.height > 0 })
    #expect(pattern.columns.allSatisfy { $0.height <= 1 })
    guard width > 10, let last = numbers.last else { return }
    #expect(Set(numbers) == Set(1...last))
    let schedule = Schedule(workout.timeline, limit: last)
    if pattern.extent == .whole { #expect(!schedule.isTruncated) }
    // Longer intervals have at least as many columns as shorter intervals, except that rounding can remove one column,
    // which has two halves.
    let widths = schedule.entries.map { entry in numbers.count { $0 == entry.number } }
    for (entry, width) in zip(schedule.entries, widths) {
      for (other, otherWidth) in zip(schedule.entries, widths) {
        guard let time = entry.interval.duration, let otherTime = other.interval.duration else { continue }
        if time >= otherTime { #expect(width >= otherWidth - 2) }
      }
    }
  }
}
