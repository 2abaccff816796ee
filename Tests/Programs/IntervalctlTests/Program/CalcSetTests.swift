import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the exact output of `calc` for sets of intervals and plans.
///
/// `RepetitionsTests` checks the calculation itself.
@Suite(.hangLimit) struct CalcSetTests {
  @Test func `a set of intervals is totalled and repeated up to a distance or a time`() async throws {
    let set = "intervalctl calc --interval '30s @11:30/mi' --interval '40s @16:30/mi'"
    let total = [
      "Set            Time    km  min/mi", "30s @11:30/mi  0:30  0.07   11:30", "40s @16:30/mi  0:40  0.07   16:30",
      "Together       1:10  0.13   13:55",
    ]
    try await ProgramHome.with(daemon: nil) { home in
      let repeated = try await home.shell("\(set) --distance 5km")
      #expect(
        repeated.output == total + [
          "", "5.00 km      Sets     Time    km", "Crossing     37 +  43:12.2  5.00",
          "Whole sets     38  44:20    5.13",
          "By average  37.04  43:13    5.00",
        ])
      let metric = try await home.shell("\(set) --distance-units km")
      #expect(metric.output == total)
      // Without a distance on the command line, the output has the units of the paces.
      let timed = try await home.shell("\(set) --time 45m")
      #expect(
        timed.output == [
          "Set            Time    mi  min/mi", "30s @11:30/mi  0:30  0.04   11:30",
          "40s @16:30/mi  0:40  0.04   16:30", "Together       1:10  0.08   13:55", "",
          "45:00        Sets     Time    mi", "Crossing     38 +  45:00.0  3.24", "Whole sets     39  45:30    3.27",
          "By average  38.57  45:00    3.24",
        ])
      let json = try await home.shell("\(set) --distance 5km --json")
      #expect(
        json.output == [
          #"{"byAveragePace":{"averagePaceMps":1.9285068322981367,"#
            + #""distanceIsPartial":null,"distanceM":5000.0,"durationMs":2592679,"#
            + #""sets":37.03827761058663},"crossing":{"averagePaceMps":1.928852008588017,"#
            + #""distanceIsPartial":null,"distanceM":5000.0,"#
            + #""durationMs":2592215,"sets":37},"parts":[{"averagePaceMps":2.332382608695652,"#
            + #""distanceIsPartial":null,"#
            + #""distanceM":69.97147826086956,"durationMs":30000,"plan":"30s @11:30/mi"},{"averagePaceMps":1.6256,"#
            + #""distanceIsPartial":null,"#
            + #""distanceM":65.024,"durationMs":40000,"plan":"40s @16:30/mi"}],"#
            + #""set":{"averagePaceMps":1.9285068322981367,"distanceIsPartial":null,"#
            + #""distanceM":134.99547826086956,"durationMs":70000},"wholeSets":{"averagePaceMps":1.9285068322981367,"#
            + #""distanceIsPartial":null,"distanceM":5129.828173913043,"durationMs":2660000,"sets":38}}"#
        ])
    }
  }

  @Test func `a plan is totalled with the paces from its text, the options or the settings`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      #expect(
        try await home.shell("intervalctl calc '4x(30s run @6:00/km, 30s walk @10:00/km)' --distance 5km").output == [
          "Set                                       Time    km  min/km",
          "4x(30s run @6:00/km, 30s walk @10:00/km)  4:00  0.53    7:30", "",
          "5.00 km     Sets     Time    km", "Crossing     9 +  37:24.0  5.00", "Whole sets    10  40:00    5.33",
          "By average  9.38  37:30    5.00",
        ])
      let paces = "--pace run=6:00/km --pace walk=10:00/km"
      #expect(
        try await home.shell("intervalctl calc 'pace run 5:00/km\n4x(30s run, 30s walk)' \(paces)").output == [
          "Set                                       Time    km  min/km",
          "4x(30s run @6:00/km, 30s walk @10:00/km)  4:00  0.53    7:30",
        ])
      #expect(
        try await home.shell("intervalctl calc --interval '30s run' --interval '30s walk' \(paces)").output.last
          == "Together            1:00  0.13    7:30")
      try home.folder.write("pace run 6:00/km\nskip-last rest\n", to: "config/intervald/intervald.conf")
      #expect(
        try await home.shell("intervalctl calc --interval '60s run' --interval '2x(30s run, 30s rest)'").output == [
          "Set                             Time    km  min/km", "1m run @6:00/km                 1:00  0.17    6:00",
          "2x(30s run @6:00/km, 30s rest)  2:00  0.17   12:00",
          "Together                        3:00  0.33    9:00",
        ])
    }
  }

  @Test(
    arguments: [
      (
        "--interval '30s @11:30/m' --distance 5km", 64,
        [
          "error: --interval: found 'm', expected mi or km", "  30s @11:30/m", "             ^",
          "hint: write 11:30/mi or 11:30/km",
        ]
      ),
      (
        "--interval 30s --distance 5", 64,
        ["error: --distance: '5' has no unit", "  5", "  ^", "hint: write 5km, 5mi or 5mtr"]
      ),
      (
        "--interval 30s --interval '45s run' --distance 5km", 64,
        [
          "error: --interval: the interval has no pace, so it is unknown when the distance is reached", "  30s",
          "  ^",
          "hint: write 30s run @10:00/mi or 30s run @6:00/km",
        ]
      ),
      (
        "--interval '30s @5mph' --interval 'open @5mph' --time 5m", 64,
        [
          "error: --interval: an open interval cannot be in an 'until', whose end would be unknown",
          "  open @5mph", "  ^",
          "hint: write a time or a distance instead of 'open'",
          "hint: or a count instead of the 'until'",
        ]
      ),
      (
        "--interval '30s @5mph' --distance 900km", 64,
        ["error: --distance: this takes more than 99:59:59", "  900km", "  ^"]
      ),
      (
        "'2x(30s run, 30s walk)' --distance 5km", 65,
        [
          "error: line 1, column 4: the run has no pace, so it is unknown when the distance is reached",
          "  2x(30s run, 30s walk)", "     ^", "hint: write 30s run @10:00/mi or 30s run @6:00/km",
          "hint: or set it for every run, in the settings: pace run 10:00/mi or pace run 6:00/km",
        ]
      ),
      ("'30s rum'", 65, nil), ("30s rum", 65, nil),
      (
        "", 64,
        [
          "error: two of distance, time and pace are required, or a plan",
          "hint: for example: intervalctl calc 5km 30:00",
          "hint: see 'intervalctl calc --help'",
        ]
      ),
      ("--distance 5km", 64, nil),
      (
        "--interval 30s 30s", 64,
        ["error: --interval and PLAN cannot be combined", "hint: see 'intervalctl calc --help'"]
      ),
      (
        "--interval 30s --time 5m --distance 5km", 64,
        [
          "error: a set of intervals cannot be combined with both --distance and --time",
          "hint: see 'intervalctl calc --help'",
        ]
      ),
    ] as [(String, Int32, [String]?)])
  func `an invalid set of intervals or command line is reported with the reason`(
    options: String, status: Int32, messages: [String]?
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl calc \(options)")
      #expect(run.status == status)
      #expect(run.output == [])
      if let messages { #expect(run.messages == messages) }
    }
  }
}
