import Testing

@testable import Dates

@Suite struct YearlyRuleTests {
  /// A rule with its changes in 2027 and 2028 in universal time; 2028 is a leap year.
  @Test(arguments: [
    ("UTC0", []),
    ("IST-5:30", []),
    ("<-03>3", []),
    ("CET-1CEST,M3.5.0,M10.5.0/3", ["2027-03-28T01", "2027-10-31T01", "2028-03-26T01", "2028-10-29T01"]),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", ["2027-03-28T01", "2027-10-31T01", "2028-03-26T01", "2028-10-29T01"]),
    ("EST5EDT", ["2027-03-14T07", "2027-11-07T06", "2028-03-12T07", "2028-11-05T06"]),
    ("EST+5EDT4,M3.2.0/+2:00:00,M11.1.0", ["2027-03-14T07", "2027-11-07T06", "2028-03-12T07", "2028-11-05T06"]),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", ["2027-04-03T16", "2027-10-02T16", "2028-04-01T16", "2028-09-30T16"]),
    ("EET-2EEST,M3.4.4/50,M10.4.4/50", ["2027-03-27T00", "2027-10-29T23", "2028-03-25T00", "2028-10-27T23"]),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", ["2027-03-28T01", "2027-10-31T01", "2028-03-26T01", "2028-10-29T01"]),
    // The day 60 is 1 March in each year. The number 59 is 1 March, or 29 February in a leap year.
    ("XXX0YYY,J60/0,J365/24", ["2027-03-01T00", "2027-12-31T23", "2028-03-01T00", "2028-12-31T23"]),
    ("XXX0YYY,59/0,J305/0", ["2027-03-01T00", "2027-10-31T23", "2028-02-29T00", "2028-10-31T23"]),
    // The clocks change in the previous or in the next year.
    ("XXX0YYY,J1/-24,J180/0", ["2027-06-28T23", "2027-12-31T00", "2028-06-28T23", "2028-12-31T00"]),
    // Daylight saving time lasts all year.
    ("XXX3EDT4,0/0,J365/23", []),
  ])
  func `a rule has changes in each year`(text: String, expected: [String]) throws {
    let rules = TimeZoneRules(yearly: try #require(YearlyRule(text)))
    let start = try #require(CalendarDay(year: 2027, month: 1, day: 1)).number * 86_400
    let changes = rules.changes(in: start...start + (365 + 366) * 86_400 - 1)
    let moments = changes.map { LocalTime(secondsSince1970: $0.moment, offset: 0) }
    #expect(moments.allSatisfy { $0.clockWithSeconds.hasSuffix(":00:00") })
    #expect(moments.map { String($0.rfc3339.prefix(13)) } == expected)
    #expect(zip(changes, changes.dropFirst()).allSatisfy { $0.after == $1.before })
  }

  @Test func `a rule with daylight saving time all year has only this time`() throws {
    let rules = TimeZoneRules(yearly: try #require(YearlyRule("XXX3EDT4,0/0,J365/23")))
    #expect(rules.initial == TimeZoneRules.Offset(seconds: -4 * 3600, isDaylight: true, abbreviation: "EDT"))
    #expect(rules.lastChange(before: 1_800_000_000) == nil)
  }

  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200), ("NST3:30NDT,M3.2.0,M11.1.0", -12_600, -9000),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 37_800, 39_600), ("IST-1GMT0,M10.5.0,M3.5.0/1", 3600, 0),
    ("LMT-0:53:28XXX,0,1", 3208, 6808),
  ])
  func `an offset in a rule is positive to the west, and the result is positive to the east`(
    text: String, standard: Int, daylight: Int
  ) throws {
    let rule = try #require(YearlyRule(text))
    #expect(rule.standard.seconds == standard)
    #expect(rule.daylight?.offset.seconds == daylight)
  }

  @Test(arguments: [
    "", "CET", "CE-1", "1", "-1", "CET-", "CET-25", "CET-1:60", "<CET-1", "<CE>-1", "CET-1,M3.5.0,M10.5.0",
    "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,J0,J9", "CET-1CEST,366,1", "CET-1CEST,M3.5,1",
    "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0,", "CET-1CEST99,M3.5.0,M10.5.0",
    "CET-99999999999999999999", "Europe/Berlin", "C\u{301}ET-1", String(repeating: "A", count: 400) + "-1",
  ])
  func `a text that is not a rule is rejected`(text: String) {
    #expect(YearlyRule(text) == nil)
  }
}
