import Dates
import TestSupport
import TestTraits
import Testing

@testable import WorkoutFiles

/// Tests in which khal, a calendar for terminals, imports and lists the events of calendar files.
@Suite(.hangLimit)
struct KhalTests {
  /// The usual times, and the times of the last weeks with their number.
  @Test(arguments: [
    ("Europe/Berlin", "07:30-08:05", [:]),
    ("Asia/Kolkata", "03:00-03:35", ["04:00-04:35": 3]),
    // In March, the clocks of New York change two weeks before the clocks of Berlin.
    ("America/New_York", "13:30-14:05", ["12:30-13:05": 6]),
    ("EST5EDT,M3.2.0,M11.1.0", "13:30-14:05", ["12:30-13:05": 6]),
  ])
  func `khal lists the events on their days, at the times in the zone of its user`(
    zone: String, times: String, others: [String: Int]
  ) async throws {
    let khal = try Khal()
    let events = try Self.events(from: #require(CalendarDay(year: 2026, month: 12, day: 1)))
    try await khal.importFile(CalendarFile(events, in: .of(zone)))
    let listed = try await khal.list()
    #expect(listed.map(\.text) == events.map { "\($0.day.iso) \($0.summary) \($0.description ?? "")" })
    let counts = Dictionary(listed.map { ($0.times, 1) }, uniquingKeysWith: +)
    #expect(counts == others.merging([times: events.count - others.values.reduce(0, +)], uniquingKeysWith: +))
  }

  @Test func `an import of the same sessions with another first day moves the events`() async throws {
    let khal = try Khal()
    let first = try #require(CalendarDay(year: 2026, month: 12, day: 1))
    for start in [first, first.advanced(by: 7)] {
      let events = Self.events(from: start)
      try await khal.importFile(CalendarFile(events, in: .of("Europe/Berlin")))
      let listed = try await khal.list()
      #expect(listed.map { String($0.text.prefix(10)) } == events.map(\.day.iso))
    }
  }

  /// Three workouts at 07:30 in each of nine weeks, and of three weeks in which clocks change.
  private static func events(from first: CalendarDay) -> [CalendarFile.Event] {
    (Array(1...9) + Array(14...18)).flatMap { week in
      (1...3).map { number in
        CalendarFile.Event(
          uid: CalendarFile.Event.uid(program: "c25k", session: "w\(week)d\(number)"),
          day: first.advanced(by: 7 * (week - 1) + 2 * (number - 1)),
          start: ClockTime(secondsAfterMidnight: 27_000), duration: .seconds(35 * 60),
          summary: "Couch to 5K, week \(week), day \(number) of 3",
          description: "5m warmup\n8x(60s run, 90s walk); häufig 🏃\n5m cooldown", alarmMinutes: 15, category: "Running")
      }
    }
  }
}

/// An installation of khal with one calendar, for a user in Berlin.
private struct Khal {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.folder("calendar")
    try folder.write(
      """
      [calendars]
      [[workouts]]
      path = \(folder.path(of: "calendar"))
      [sqlite]
      path = \(folder.path(of: "khal.db"))
      [locale]
      local_timezone = Europe/Berlin
      default_timezone = Europe/Berlin
      timeformat = %H:%M
      dateformat = %Y-%m-%d
      longdateformat = %Y-%m-%d
      datetimeformat = %Y-%m-%d %H:%M
      longdatetimeformat = %Y-%m-%d %H:%M
      """, to: "config")
  }

  func importFile(_ file: CalendarFile) async throws {
    let path = try folder.write(bytes: file.bytes, to: "export.ics")
    _ = try await run("import", ["--batch", "-a", "workouts", path])
  }

  /// Lists all events: their times, and the date, the title and the description as one text.
  func list() async throws -> [(times: String, text: String)] {
    let format = "{start-time}-{end-time}|{start-date} {title} {description}\u{1E}"
    let output = try await run("list", ["--day-format", "", "--format", format, "2026-11-01", "2027-06-01"])
    return output.split(separator: "\u{1E}").map { $0.drop(while: \.isNewline) }.filter { !$0.isEmpty }.map { event in
      let parts = event.split(separator: "|", maxSplits: 1).map(String.init)
      return (parts[0], parts[1])
    }
  }

  private func run(_ command: String, _ arguments: [String]) async throws -> String {
    let home = folder.path
    let run = try await Invocation.run(
      "khal", ["-c", folder.path(of: "config"), command] + arguments,
      environment: ["HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "LC_ALL": "C.UTF-8"])
    try #require(run.status == 0, "\(run.errors)")
    return run.output
  }
}
