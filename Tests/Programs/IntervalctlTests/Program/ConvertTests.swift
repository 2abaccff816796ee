import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the exact output of `convert`.
@Suite(.hangLimit) struct ConvertTests {
  @Test(
    arguments: [
      (
        ["11:30/mi"],
        ["11:30/mi", "min/mi  11:30", "min/km   7:09", "mph      5.22", "kph      8.40", "m/s      2.33"],
        #"{"kilometresPerHour":8.396577391304348,"kind":"pace","milesPerHour":5.217391304347826,"notation":"11:30/mi","#
          + #""paceMps":2.332382608695652,"secondsPerKilometre":428.7461226437605,"secondsPerMile":690.0}"#
      ),
      (
        ["6.02mph"], ["6.02mph", "min/mi  9:58", "min/km  6:12", "mph     6.02", "kph     9.69", "m/s     2.69"],
        #"{"kilometresPerHour":9.688250879999998,"kind":"pace","milesPerHour":6.02,"notation":"6.02mph","#
          + #""paceMps":2.6911807999999997,"secondsPerKilometre":371.58410167016655,"secondsPerMile":598.0066445182725}"#
      ),
      (
        ["59:59", "/", "km"],
        [
          "59:59 / km", "min/mi  1:36:32", "min/km    59:59", "mph        0.62", "kph        1.00", "m/s        0.28",
        ],
        #"{"kilometresPerHour":1.000277854959711,"kind":"pace","milesPerHour":0.6215438433049187,"notation":"59:59/km","#
          + #""paceMps":0.27785495971103086,"secondsPerKilometre":3599.0,"secondsPerMile":5792.029055999999}"#
      ),
      (
        ["10km"], ["10km", "km         10.00", "mi          6.21", "metres  10000.00"],
        #"{"distanceM":10000.0,"kilometres":10.0,"kind":"distance","miles":6.2137119223733395,"notation":"10km"}"#
      ),
      (
        ["5", "km"], ["5 km", "km         5.00", "mi         3.11", "metres  5000.00"],
        #"{"distanceM":5000.0,"kilometres":5.0,"kind":"distance","miles":3.1068559611866697,"notation":"5km"}"#
      ),
      (
        ["400mtr"], ["400mtr", "km        0.40", "mi        0.25", "metres  400.00"],
        #"{"distanceM":400.0,"kilometres":0.4,"kind":"distance","miles":0.2485484768949336,"notation":"400mtr"}"#
      ),
      (
        ["half"], ["half", "km         21.10", "mi         13.11", "metres  21097.50"],
        #"{"distanceM":21097.5,"kilometres":21.0975,"kind":"distance","miles":13.109378728227153,"notation":"half"}"#
      ),
      (
        ["1:05:00"], ["1:05:00", "clock     1:05:00", "notation     1h5m", "minutes     65.00", "seconds      3900"],
        #"{"durationMs":3900000,"hours":1.0833333333333333,"kind":"time","minutes":65.0,"notation":"1h5m","#
          + #""seconds":3900.0}"#
      ),
      (
        ["11:30"], ["11:30", "clock      11:30", "notation  11m30s", "minutes    11.50", "seconds      690"],
        #"{"durationMs":690000,"hours":0.19166666666666668,"kind":"time","minutes":11.5,"notation":"11m30s","#
          + #""seconds":690.0}"#
      ),
    ] as [([String], [String], String)])
  func `a value is shown in all its units`(words: [String], lines: [String], json: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let shown = try await home.run(["convert"] + words)
      #expect(shown == ProgramRun(status: 0, output: lines))
      let data = try await home.run(["convert", "--json"] + words)
      #expect(data == ProgramRun(status: 0, output: [json]))
    }
  }

  @Test(
    arguments: [
      (
        ["400m"],
        [
          "error: '400m' would be 400 minutes, which is 6h40m", "  400m", "  ^",
          "hint: write 400mtr for metres, or 6h40m for the time",
        ]
      ),
      (
        ["5"],
        [
          "error: '5' has no unit", "  5", "  ^",
          "hint: write 5s or 5m for a time, 5km or 5mi for a distance, 5mph or 5kph for a pace",
        ]
      ),
      (
        ["10", "kmh", "or", "so"],
        ["error: unexpected 'or' after the pace", "  10 kmh or so", "         ^"]
      ),
      (
        ["fast"],
        [
          "error: found 'fast', expected a time such as 1:05:00, a distance such as 10km or a pace such as "
            + "11:30/mi",
          "  fast", "  ^",
        ]
      ),
      (
        ["5km", "--json", "--distance-units", "mtr"],
        ["error: --distance-units: found 'mtr', expected mi or km", "  mtr", "  ^"]
      ),
      (
        ["5km", "to", "mph"], ["error: 5km cannot be converted to 'mph'", "hint: the units are km, mi and metres"]
      ),
      (
        ["11:30/mi", "in", "km"],
        [
          "error: 11:30/mi cannot be converted to 'km'",
          "hint: the units are min/mi, min/km, mph, kph and m/s",
        ]
      ),
      (["5km", "to"], ["error: no unit to convert to", "hint: the units are km, mi and metres"]),
      (
        ["5km", "--pace-units=mhp"],
        [
          "error: --pace-units: found 'mhp', expected min/mi, min/km, mph or kph", "  mhp", "  ^",
          "hint: did you mean 'mph'?",
        ]
      ),
    ] as [([String], [String])])
  func `an invalid value or unit is reported with a hint or with the position of the mistake`(
    arguments: [String], messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["convert"] + arguments)
      #expect(run == ProgramRun(status: 64, messages: messages))
    }
  }

  @Test(arguments: [
    ("5km to mi", "3.11 mi"), ("5km in miles", "3.11 mi"), ("'5 km TO Kilometres'", "5.00 km"),
    ("1mi to metres", "1609.34 metres"), ("half to mtr", "21097.50 metres"), ("11:30/mi to mph", "5.22 mph"),
    ("6mph to km/h", "9.66 kph"), ("6mph to min/km", "6:13/km"), ("6mph to min / mile", "10:00/mi"),
    ("6mph to m/s", "2.68 m/s"), ("90s to minutes", "1.50 minutes"), ("1h5m to clock", "1:05:00"),
    ("4h30 to seconds", "16200 seconds"),
  ])
  func `if a target unit is given, a value is shown only in this unit`(words: String, line: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl convert \(words)")
      #expect(run == ProgramRun(status: 0, output: [line]))
    }
  }

  @Test(arguments: [
    ("10km", "--distance-units miles"), ("10km", "--distance-units KM"), ("6mph", "--pace-units kmh"),
    ("6mph", "--pace-units km/h"), ("6mph", "--pace-units minutes/mile"),
  ])
  func `units can be spelled as in plans`(value: String, option: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl convert \(value) \(option)")
      #expect(run.status == 0)
    }
  }

  @Test func `a missing value and invalid settings have different exit statuses`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      #expect(try await home.run(["convert"]).status == 64)
      try home.folder.write("pace run 10\n", to: "config/intervald/intervald.conf")
      #expect(try await home.run(["convert", "5km"]).status == 78)
    }
  }
}
