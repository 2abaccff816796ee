import Dates
import FoundationEssentials
import TestSupport
import Testing

@testable import WorkoutFiles

@Suite struct CalendarZoneTests {
  @Test(arguments: [
    ("Europe/Berlin", "Europe/Berlin"), (":Europe/Berlin", "Europe/Berlin"), ("Etc/GMT+5", "Etc/GMT+5"),
    ("/usr/share/zoneinfo/Asia/Kolkata", "Asia/Kolkata"), ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-CEST"),
    ("<+0330>-3:30", "+0330"), ("GMT", "GMT"),
  ])
  func `a zone has the name in TZ, or the abbreviations in the rule`(variable: String, name: String) {
    guard case .named(let found, _) = CalendarZone.of(variable) else {
      Issue.record("\(CalendarZone.of(variable))")
      return
    }
    #expect(found == name)
  }

  @Test(arguments: ["", "UTC", "UTC0", ":UTC", "Etc/UTC", "Etc/Zulu"])
  func `universal time has no name`(variable: String) {
    #expect(CalendarZone.of(variable) == .universal)
  }

  @Test(arguments: ["Nowhere/Else", "Europe", "tzdata.zi", "/dev/zero", "../../../etc/passwd", "CET", ":", "\u{0}"])
  func `a zone that cannot be read is unknown`(variable: String) throws {
    // The database has a file CET, but this folder does not.
    let folder = try TemporaryFolder()
    let environment = variable == "CET" ? ["TZ": variable, "TZDIR": folder.path] : ["TZ": variable]
    #expect(CalendarZone.local(environment: environment) == .floating)
  }

  @Test func `without TZ, the zone is read from the system file, and its name from the target of the link`() throws {
    let folder = try TemporaryFolder()
    func zone(linkTo target: String) throws -> CalendarZone {
      let link = folder.path(of: "localtime")
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      return CalendarZone.local(environment: ["HOME": "/"], systemFile: link)
    }
    let berlin = CalendarZone.of("Europe/Berlin")
    #expect(try zone(linkTo: "/usr/share/zoneinfo/Europe/Berlin") == berlin)
    #expect(try zone(linkTo: "../../../usr/share/zoneinfo/Europe/Berlin") == berlin)
    #expect(try zone(linkTo: "/usr/share/zoneinfo/Etc/UTC") == .universal)
    #expect(try zone(linkTo: "/nowhere/zoneinfo/Europe/Berlin") == .floating)
    let copy = folder.path(of: "copy")
    try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Europe/Berlin", toPath: copy)
    guard case .named("Europe/Berlin", let rules) = berlin else { throw CancellationError() }
    #expect(CalendarZone.local(environment: [:], systemFile: copy) == .named("CET-CEST", rules))
    #expect(CalendarZone.local(environment: [:], systemFile: folder.path(of: "missing")) == .floating)
  }

  @Test func `a name that a parameter cannot contain is replaced`() throws {
    let folder = try TemporaryFolder()
    for name in ["a;b", "a:b", "a,b", "a\"b", "ä", "a\nb"] {
      _ = try folder.folder("zoneinfo")
      let path = folder.path(of: "zoneinfo/\(name)")
      try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Asia/Kolkata", toPath: path)
      guard case .named(let found, _) = CalendarZone.of(path) else { throw CancellationError() }
      #expect(found == "IST", "\(name)")
    }
  }

  /// The rules of a zone with other times in each Ramadan, like Morocco until 2026.
  ///
  /// The database of the system contains such a zone only until the law changes.
  private static let ramadan = """
    Rule Ramadan 2026 only - Feb 15 3:00 -1:00 -
    Rule Ramadan 2026 only - Mar 22 2:00 0 -
    Rule Ramadan 2027 only - Feb 7 3:00 -1:00 -
    Rule Ramadan 2027 only - Mar 14 2:00 0 -
    Rule Ramadan 2028 only - Jan 23 3:00 -1:00 -
    Rule Ramadan 2028 only - Mar 5 2:00 0 -
    Zone Ramadan 1:00 Ramadan +01/+00

    """

  /// The observances of a zone that apply to a workout on 1 December 2026, or to workouts from this day.
  @Test(arguments: [
    // The Irish law calls the time in winter daylight saving time.
    (
      "Europe/Dublin", nil,
      """
      DAYLIGHT 20260329T010000 +0000 +0100 IST FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
      STANDARD 20261025T020000 +0100 +0000 GMT FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      """
    ),
    (
      "Australia/Lord_Howe", nil,
      """
      STANDARD 20260405T020000 +1100 +1030 +1030 FREQ=YEARLY;BYMONTH=4;BYDAY=1SU
      DAYLIGHT 20261004T020000 +1030 +1100 +11 FREQ=YEARLY;BYMONTH=10;BYDAY=1SU
      """
    ),
    // 26:00 on the fourth Thursday.
    (
      "Asia/Jerusalem", nil,
      """
      DAYLIGHT 20260327T020000 +0200 +0300 IDT FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR
      STANDARD 20261025T020000 +0300 +0200 IST FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      """
    ),
    // An hour before the last Sunday.
    (
      "America/Nuuk", nil,
      """
      DAYLIGHT 20260328T230000 -0200 -0100 -01 FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=24,25,26,27,28,29,30;BYDAY=SA
      STANDARD 20261025T000000 -0100 -0200 -02 FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      """
    ),
    // 24:00 on the last Thursday of October can be in November.
    ("Africa/Cairo", nil, "STANDARD 20261030T000000 +0300 +0200 EET"),
    (
      "Africa/Cairo", "2027-05-01",
      """
      STANDARD 20261030T000000 +0300 +0200 EET
      DAYLIGHT 20270430T000000 +0200 +0300 EEST
      """
    ),
    // All workouts are in daylight saving time, but some applications require standard time.
    ("Ramadan", nil, "STANDARD 20260322T020000 +0000 +0100 +01"),
    (
      "Ramadan", "2027-03-20",
      """
      DAYLIGHT 20260322T020000 +0000 +0100 +01
      STANDARD 20270207T030000 +0100 +0000 +00
      DAYLIGHT 20270314T020000 +0000 +0100 +01
      """
    ),
    ("Asia/Kolkata", "2036-12-01", "STANDARD 19700101T000000 +0530 +0530 IST"),
    ("America/Mexico_City", nil, "STANDARD 20221030T020000 -0500 -0600 CST"),
    ("Etc/GMT+5", nil, "STANDARD 19700101T000000 -0500 -0500 -05"),
    ("XXX-0:00:01", nil, "STANDARD 19700101T000000 +000001 +000001 XXX"),
    (
      "XXX0YYY,J60/0,J300/0", "2027-03-05",
      """
      STANDARD 20261027T000000 +0100 +0000 XXX
      DAYLIGHT 20270301T000000 +0000 +0100 YYY
      """
    ),
  ])
  func `a zone is defined by yearly rules or by the changes during the events`(
    zone: String, last: String?, expected: String
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.ramadan, to: "rules")
    let compilation = try await Invocation.run("/usr/sbin/zic", ["-d", folder.path, folder.path(of: "rules")])
    #expect(compilation.status == 0, "\(compilation.errors)")
    let events = try ["2026-12-01", last].compactMap(\.self).map { try CalendarFile.Event.on($0) }
    let lines = CalendarFile(events, in: .of(zone == "Ramadan" ? folder.path(of: zone) : zone)).zoneLines
    var observances: [String] = []
    for observance in lines.split(whereSeparator: { $0.hasPrefix("END:") }) where !observance.isEmpty {
      let properties = observance.compactMap { line in
        line.firstIndex(of: ":").map { (line[..<$0], line[$0...].dropFirst()) }
      }
      let values = Dictionary(properties, uniquingKeysWith: { $1 })
      let names = ["BEGIN", "DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "TZNAME", "RRULE"]
      observances.append(names.compactMap { values[$0[...]] }.joined(separator: " "))
    }
    #expect(observances == expected.split(separator: "\n").map(String.init))
  }
}
