import Dates
import FoundationEssentials
import TestSupport
import TestTraits
import Testing

@testable import WorkoutFiles

/// Tests in which independent applications read calendar files; see Tests/foreign/calendar_reader.py.
@Suite(.hangLimit)
struct ForeignCalendarTests {
  private struct Read: Decodable {
    let name: String
    /// Number of events whose moment is the same in the file and in the time zone database.
    let compared: Int
    let events: [Event]

    struct Event: Decodable {
      let uid: String
      let seconds: Int
      let summary: String
      let description: String?
      let categories: [String]
      let alarms: [Int]
    }
  }

  /// Values of `TZ`, with the zone of the database that has the same rules.
  private static let zones: [(variable: String, name: String)] =
    [
      "Africa/Cairo", "Africa/Casablanca", "America/New_York", "America/Nuuk", "America/Santiago", "America/St_Johns",
      "Antarctica/Troll", "Asia/Gaza", "Asia/Jerusalem", "Asia/Kolkata", "Australia/Lord_Howe", "Europe/Berlin",
      "Europe/Dublin", "Europe/London", "Pacific/Apia", "Pacific/Chatham",
    ].map { ($0, $0) } + [("EST5EDT,M3.2.0,M11.1.0", "America/Toronto"), ("<+0545>-5:45", "Asia/Kathmandu")]

  /// The interpreters with icalendar 7 of PyPI and with icalendar 4 of Debian.
  enum Reader: String, CaseIterable {
    case current
    case debian

    var python: String {
      get throws { self == .current ? try VirtualEnvironment.program("python") : "/usr/bin/python3" }
    }
  }

  @Test(
    .enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), arguments: Reader.allCases)
  func `the moments of events on each day of two years are those of the time zone database`(reader: Reader) async throws
  {
    let folder = try TemporaryFolder()
    let first = try #require(CalendarDay(year: 2026, month: 12, day: 1))
    let events = (0..<730).map { number in
      CalendarFile.Event(
        uid: "\(number)", day: first.advanced(by: number),
        start: ClockTime(secondsAfterMidnight: number * 197 % 1440 * 60), duration: .seconds(1800), summary: "Run")
    }
    // A file with one event contains a shorter definition of the zone.
    let selections = [events[...]] + stride(from: 0, to: 730, by: 61).map { events[$0...$0] }
    for (variable, name) in Self.zones {
      for (number, selection) in selections.enumerated() {
        let file = CalendarFile(Array(selection), in: .of(variable))
        try folder.write(bytes: file.bytes, to: "\(10 + number) \(name.replacing("/", with: ":")).ics")
      }
    }
    let read = try await Self.read(folder, reader)
    let expected = selections.flatMap { selection in Self.zones.map { _ in selection.count } }
    #expect(read.map(\.events.count) == expected)
    // Two local times of a year do not exist, or exist twice. Events are not on each of these days at these times.
    #expect(zip(read, expected).allSatisfy { $0.compared >= $1 - 4 })
    #expect(read.reduce(0) { $0 + $1.compared } >= 13_000)
  }

  /// Debian's version of icalendar decodes a backslash that precedes an `n`, a comma or a semicolon incorrectly.
  @Test(.enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"))
  func `random texts are read back without forbidden characters`() async throws {
    let folder = try TemporaryFolder()
    var written: [Written] = []
    for seed in seeds {
      var generator = SplitMix64(seed: seed)
      let calendar = Written(using: &generator)
      let zone = [CalendarZone.of("Europe/Berlin"), .floating, .universal][Int(seed) % 3]
      let file = CalendarFile(title: calendar.name.text, calendar.events.map(\.event), in: zone)
      try folder.write(bytes: file.bytes, to: "\(1000 + seed) Europe:Berlin.ics")
      written.append(calendar)
    }
    let files = try await Self.read(folder, .current)
    try #require(files.count == written.count)
    for (file, calendar) in zip(files, written) {
      #expect(calendar.name.isRead(as: file.name))
      try #require(file.events.count == calendar.events.count)
      for (read, written) in zip(file.events, calendar.events) {
        #expect(read.uid == written.event.uid)
        #expect(Duration.seconds(read.seconds) == written.event.duration)
        #expect(read.alarms == [-60 * (written.event.alarmMinutes ?? 0)])
        #expect(written.summary.isRead(as: read.summary))
        #expect(written.description.isRead(as: read.description))
        #expect(read.categories.count == 1)
        #expect(written.category.isRead(as: read.categories.first))
      }
    }
  }

  private static func read(_ folder: TemporaryFolder, _ reader: Reader) async throws -> [Read] {
    let run = try await Invocation.run(
      reader.python, ["\(packageRoot)/Tests/foreign/calendar_reader.py", folder.path])
    try #require(run.status == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map { try JSONDecoder().decode(Read.self, from: Data($0.utf8)) }
  }
}

/// A random calendar, and the texts that applications should read.
private struct Written {
  let name: RandomText
  let events: [(event: CalendarFile.Event, summary: RandomText, description: RandomText, category: RandomText)]

  init(using generator: inout SplitMix64) {
    name = RandomText(using: &generator)
    events = (1...Int.random(in: 1...5, using: &generator)).map { number in
      let texts = (0..<3).map { _ in RandomText(using: &generator) }
      let event = CalendarFile.Event(
        uid: CalendarFile.Event.uid(program: texts[0].text, session: "w\(number)d1"),
        day: CalendarDay(number: Int.random(in: 20_000...30_000, using: &generator)),
        start: ClockTime(secondsAfterMidnight: Int.random(in: 0..<86_400, using: &generator)),
        duration: .seconds(Int.random(in: 0...20_000, using: &generator)), summary: texts[0].text,
        description: texts[1].text, alarmMinutes: Int.random(in: 0...2000, using: &generator), category: texts[2].text)
      return (event, texts[0], texts[1], texts[2])
    }
  }
}

/// A text, and the text without the characters that a calendar file does not contain.
private struct RandomText: CustomStringConvertible {
  private(set) var text = ""
  private var expected = ""

  /// Makes a text of words, line breaks, punctuation with a meaning in iCalendar, and forbidden characters.
  init(using generator: inout SplitMix64) {
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
      let (piece, result) = Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)]
      text += piece
      expected += result ?? piece
    }
    // icalendar drops white space at the ends of some texts.
    text = "x" + text + "x"
    expected = "x" + expected + "x"
  }

  func isRead(as read: String?) -> Bool { read?.unicodeScalars.elementsEqual(expected.unicodeScalars) == true }

  var description: String { "\(text.debugDescription), expected as \(expected.debugDescription)" }

  /// Pieces of text; the second text is the result if it differs from the piece.
  private static let pieces: [(String, String?)] = [
    ("run", nil), (" ", nil), ("\t", nil), (";", nil), (",", nil), ("\\", nil), ("\\n", nil), ("\\,", nil), ("\"", nil),
    (":", nil), ("'", nil), ("=", nil), ("^n", nil), ("%2C", nil), ("<b>&amp;", nil), ("ä", nil), ("e\u{301}", nil),
    ("€", nil), ("🏃‍♀️", nil), ("👩‍👩‍👧", nil), ("🇩🇪", nil), ("走る", nil), ("جري", nil), ("\u{1F3FD}", nil), ("\u{A0}", nil),
    ("\n", nil), ("\r\na", "\na"), ("\ra", "\na"), ("\u{85}", "\n"), ("\u{2028}", "\n"), ("\u{B}", "\n"),
    ("\r\nEND:VEVENT\r\n ", "\nEND:VEVENT\n "), ("\u{0}", ""), ("\u{7}", ""), ("\u{1B}[1m", "[1m"), ("\u{7F}", ""),
    ("\u{9B}", ""), ("\u{202E}", ""), ("\u{FEFF}", ""), ("\u{FFFE}", ""), ("\u{1FFFF}", ""),
    (String(repeating: "long", count: 30), nil), (String(repeating: "🏃", count: 40), nil),
  ]
}
