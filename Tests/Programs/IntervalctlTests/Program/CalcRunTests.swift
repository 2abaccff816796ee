import TestSupport
import TestTraits
import Testing
import Text

@testable import intervalctl

/// Tests of the exact output of `calc` for a distance, a time and a pace.
///
/// `SolvedRunTests` checks the calculation itself.
@Suite(.hangLimit) struct CalcRunTests {
  @Test(
    arguments: [
      (
        "--distance 5km --pace 6.02mph",
        ["Time      30:58", "Distance  5.00 km   3.11 mi", "Pace      6.02 mph  9:58/mi"],
        #"{"distanceM":5000.0,"durationMs":1857921,"paceMps":2.6911807999999997,"solved":"time"}"#
      ),
      (
        "--distance 26.2mi --time 5:45:00",
        ["Pace      13:10/mi  4.56 mph", "Time      5:45:00", "Distance  26.20 mi  42.16 km"],
        #"{"distanceM":42164.8128,"durationMs":20700000,"paceMps":2.0369474782608696,"solved":"pace"}"#
      ),
      (
        "--time 30s --pace 11:30/mi",
        ["Distance  0.04 mi   0.07 km", "Time      0:30", "Pace      11:30/mi  5.22 mph"],
        #"{"distanceM":69.97147826086956,"durationMs":30000,"paceMps":2.332382608695652,"solved":"distance"}"#
      ),
      (
        "--distance 5km --time 30m --pace-units min/mi --distance-units mi",
        ["Pace      9:39/mi  6.21 mph", "Time      30:00", "Distance  3.11 mi  5.00 km"],
        #"{"distanceM":5000.0,"durationMs":1800000,"paceMps":2.7777777777777777,"solved":"pace"}"#
      ),
    ] as [(String, [String], String)])
  func `two of time, distance and pace determine the third`(options: String, lines: [String], json: String) async throws
  {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl calc \(options)")
      #expect(run == ProgramRun(status: 0, output: lines))
      let encoded = try await home.shell("intervalctl calc \(options) --json")
      #expect(encoded == ProgramRun(status: 0, output: [json]))
    }
  }

  @Test(arguments: [
    "5km 30:00", "5 km 30:00", "5km 30 min", "5 km in 30 min", "30:00 5km", "5km --time 30:00", "--distance 5km 30:00",
  ])
  func `values can be given without the names of their options`(words: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl calc \(words)")
      #expect(
        run
          == ProgramRun(
            status: 0, output: ["Pace      6:00/km  10.00 kph", "Time      30:00", "Distance  5.00 km  3.11 mi"]))
      let marathon = try await home.shell("intervalctl calc half marathon 10:00/mi")
      #expect(marathon.output.first == "Time      2:11:06")
      // A single time, or a pair of times, is read as a plan.
      #expect(try await home.shell("intervalctl calc 30s").output.first == "Set  Time  km  min/km")
      #expect(try await home.shell("intervalctl calc 1m 30s").output.last == "1m30s  1:30   –       –")
    }
  }

  @Test(
    arguments: [
      (
        "calc 5km 5.30/km",
        [
          "error: '5.30/km' is not a pace: minutes and seconds are needed", "  5.30/km", "  ^",
          "hint: write 5:30/km",
        ]
      ),
      (
        "splits 5:00/kmm 10km",
        [
          "error: found 'kmm', expected mi or km", "  5:00/kmm", "       ^", "hint: did you mean 'km'?",
        ]
      ),
      (
        "calc 5km fast",
        [
          "error: 'fast' is not a time, a distance or a pace", "  5km fast", "      ^",
          "hint: write a time such as 30:00, a distance such as 10km or a pace such as 5:00/km",
        ]
      ),
      (
        "calc marathon sub 4",
        [
          "error: 'sub' is not a time, a distance or a pace", "  marathon sub 4", "           ^",
          "hint: write marathon 4:00:00",
        ]
      ),
      (
        "calc 5km 25",
        [
          "error: '25' is not a time, a distance or a pace", "  5km 25", "      ^", "hint: write 5km 25:00",
        ]
      ),
      (
        "calc 30:00 marathn",
        [
          "error: 'marathn' is not a time, a distance or a pace", "  30:00 marathn", "        ^",
          "hint: did you mean 'marathon'?",
        ]
      ),
      (
        "calc 5km 10km",
        ["error: two distances are given: 5km and 10km", "hint: give one distance, and a time or a pace"]
      ),
      (
        "splits half marathon 2:10:00 2h10",
        ["error: two times are given: 2:10:00 and 2h10", "hint: give one time, and a distance or a pace"]
      ),
      (
        "calc 5km --pace 5:00/km --pace 6:00/km",
        ["error: --pace is given twice", "hint: give several paces only with a plan"]
      ),
      (
        "calc 5km --pace run=6:00/km",
        [
          "error: --pace: 'run=6:00/km' applies only to the intervals of a plan", "  run=6:00/km", "  ^",
          "hint: write the pace alone: --pace 6:00/km",
        ]
      ),
    ] as [(String, [String])])
  func `a mistake in the values is not reported as a mistake in a plan`(
    command: String, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(command)")
      #expect(run == ProgramRun(status: 64, messages: messages))
    }
  }

  @Test func `minutes that follow hours need no unit`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let lines = ["Pace      6:24/km   9.38 kph", "Time      4:30:00", "Distance  42.20 km  26.22 mi"]
      for words in ["marathon 4h30", "4h30 marathon", "marathon --time 4H30"] {
        let run = try await home.shell("intervalctl calc \(words)")
        #expect(run == ProgramRun(status: 0, output: lines))
      }
      #expect(try await home.shell("intervalctl splits half 2h10").output.last?.hasSuffix("2:10:00") == true)
      // Minutes without a unit, such as 30 in `4h30`, must be less than 60. In plans, minutes need a unit.
      #expect(try await home.shell("intervalctl calc marathon 4h75").status == 64)
      #expect(try await home.shell("intervalctl show 4h30 run").status == 65)
    }
  }

  @Test(
    arguments: [
      (
        "calc half 2:00", "Pace      0:06/km   632.93 kph",
        [
          "warning: this is faster than the world record over a half marathon: 57:30 (Yomif Kejelcha, 2024)",
          "hint: 2:00 is minutes and seconds; write 2:00:00 for hours and minutes",
        ]
      ),
      (
        "calc 10k 9:00", "Pace      0:54/km   66.67 kph",
        ["warning: this is faster than the world record over 10 km: 26:11.00 (Joshua Cheptegei, 2020)"]
      ),
      (
        "calc marathon 2:30/km", "Time      1:45:29",
        ["warning: this is faster than the world record over a marathon: 2:00:35 (Kelvin Kiptum, 2023)"]
      ),
      (
        "splits 10k 20:00 --every 10k", "No.     km  min/km   Time  Total",
        ["warning: this is faster than the world record over 10 km: 26:11.00 (Joshua Cheptegei, 2020)"]
      ),
      ("calc 10k 27:00", "Pace      2:42/km   22.22 kph", []),
    ] as [(String, String, [String])])
  func `only a run faster than a world record causes a warning`(
    command: String, line: String, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(command)")
      #expect(run.status == 0)
      #expect(run.output.first == line)
      #expect(run.messages == messages)
    }
  }

  @Test func `a distance, a time and a pace are compared, and it is an error if they do not agree`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let contradictory = try await home.shell("intervalctl calc --distance 26.2mi --time 5:45:00 --pace 13:00/mi")
      #expect(
        contradictory
          == ProgramRun(
            status: 1,
            output: [
              "             Given  Computed  Off by", "Time       5:45:00   5:40:36   +4:24",
              "Distance  26.20 mi  26.54 mi   -0.34", "Pace      13:00/mi  13:10/mi   -0:10",
            ],
            messages: [
              "error: time, distance and pace do not agree", "hint: leave one out to calculate it",
            ]))
      let consistent = try await home.shell("intervalctl calc --distance 26.2mi --time 5:45:00 --pace 13:10/mi")
      #expect(
        consistent
          == ProgramRun(
            status: 0,
            output: [
              "             Given  Computed  Off by", "Time       5:45:00   5:44:58   +0:02",
              "Distance  26.20 mi  26.20 mi    0.00", "Pace      13:10/mi  13:10/mi    0:00",
            ],
            messages: ["note: the values agree within rounding"]))
      let speeds = try await home.shell("intervalctl calc --distance 10km --time 1h --pace 12kph --json")
      #expect(speeds.status == 1)
      #expect(
        speeds.output == [
          #"{"agrees":false,"distanceM":10000.0,"durationMs":3600000,"paceMps":3.3333333333333335,"#
            + #""workedOutDistanceM":12000.0,"workedOutDurationMs":3000000,"workedOutPaceMps":2.7777777777777777}"#
        ])
    }
  }

  @Test(arguments: [
    "--distance marathon --pace 10:00/mi", "--distance 26.2mi --time 5:45:00 --pace 13:10/mi",
    "--interval '30s run @11:30/mi \"with a long label\"' --interval '40s walk @16:30/mi' --distance marathon",
  ])
  func `the output fits a terminal of 40 columns`(options: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(
        "script -qec \"stty columns 40; env TERM=dumb intervalctl calc \(options.replacing("\"", with: "\\\""))\" /dev/null"
      )
      #expect(run.status == 0)
      #expect(run.output.count > 2)
      for line in run.output { #expect(line.trimmingSuffix { $0 == "\r" }.columns <= 40, "\(line)") }
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
