import TestSupport
import Testing
import Text

@testable import intervalctl

/// `calc`, to the letter.
@Suite(.timeLimit(.minutes(2))) struct CalcTests {
  /// The figures are worked out in SolvedRunTests and RepetitionsTests.
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
  func `two of time, distance and pace give the third`(options: String, lines: [String], json: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl calc \(options)")
      #expect(run == ProgramRun(status: 0, output: lines))
      let machine = try await home.shell("intervalctl calc \(options) --json")
      #expect(machine == ProgramRun(status: 0, output: [json]))
    }
  }

  @Test(arguments: [
    "5km 30:00", "30:00 5km", "5km --time 30:00", "--distance 5km 30:00",
  ])
  func `words that are values do for the options`(words: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl calc \(words)")
      #expect(
        run
          == ProgramRun(
            status: 0, output: ["Pace      6:00/km  10.00 kph", "Time      30:00", "Distance  5.00 km  3.11 mi"]))
      let marathon = try await home.shell("intervalctl calc half marathon 10:00/mi")
      #expect(marathon.output.first == "Time      2:11:06")
      // One word alone, or two of a kind, are a plan as elsewhere.
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
  func `a wrong word among values is an error of the calculator, not of a plan`(
    command: String, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(command)")
      #expect(run == ProgramRun(status: 64, messages: messages))
    }
  }

  @Test func `bare minutes can follow hours`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let lines = ["Pace      6:24/km   9.38 kph", "Time      4:30:00", "Distance  42.20 km  26.22 mi"]
      for words in ["marathon 4h30", "4h30 marathon", "marathon --time 4H30"] {
        let run = try await home.shell("intervalctl calc \(words)")
        #expect(run == ProgramRun(status: 0, output: lines))
      }
      #expect(try await home.shell("intervalctl splits half 2h10").output.last?.hasSuffix("2:10:00") == true)
      // Nowhere else, and no more minutes than an hour has.
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
  func `a run faster than the world record causes a warning`(
    command: String, line: String, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl \(command)")
      #expect(run.status == 0 && run.output.first == line)
      #expect(run.messages == messages)
    }
  }

  @Test func `the difference of three values that do not agree is shown`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let wrong = try await home.shell("intervalctl calc --distance 26.2mi --time 5:45:00 --pace 13:00/mi")
      #expect(
        wrong
          == ProgramRun(
            status: 1,
            output: [
              "             Given  Computed  Off by", "Time       5:45:00   5:40:36   +4:24",
              "Distance  26.20 mi  26.54 mi   -0.34", "Pace      13:00/mi  13:10/mi   -0:10",
            ],
            messages: [
              "error: time, distance and pace do not agree", "hint: leave one out to calculate it",
            ]))
      let right = try await home.shell("intervalctl calc --distance 26.2mi --time 5:45:00 --pace 13:10/mi")
      #expect(
        right
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

  @Test func `a set is summed up, and repeated to a distance`() async throws {
    let set = "intervalctl calc --interval '30s @11:30/mi' --interval '40s @16:30/mi'"
    let sum = [
      "Set            Time    km  min/mi", "30s @11:30/mi  0:30  0.07   11:30", "40s @16:30/mi  0:40  0.07   16:30",
      "Together       1:10  0.13   13:55",
    ]
    try await ProgramHome.with(daemon: nil) { home in
      let repeated = try await home.shell("\(set) --distance 5km")
      #expect(
        repeated.output == sum + [
          "", "5.00 km      Sets     Time    km", "Crossing     37 +  43:12.2  5.00",
          "Whole sets     38  44:20    5.13",
          "By average  37.04  43:13    5.00",
        ])
      let summed = try await home.shell("\(set) --distance-units km")
      #expect(summed.output == sum)
      // The units are the view's: without a distance they are those of the paces, and the set is the same.
      let first = try await home.shell("\(set) --time 45m")
      #expect(
        first.output == [
          "Set            Time    mi  min/mi", "30s @11:30/mi  0:30  0.04   11:30",
          "40s @16:30/mi  0:40  0.04   16:30", "Together       1:10  0.08   13:55", "",
          "45:00        Sets     Time    mi", "Crossing     38 +  45:00.0  3.24", "Whole sets     39  45:30    3.27",
          "By average  38.57  45:00    3.24",
        ])
      let second = try await home.shell("\(set) --distance 5km --json")
      #expect(
        second.output == [
          #"{"byAveragePace":{"averagePaceMps":1.9285068322981367,"distanceM":5000.0,"durationMs":2592679,"#
            + #""sets":37.03827761058663},"crossing":{"averagePaceMps":1.928852008588017,"distanceM":5000.0,"#
            + #""durationMs":2592215,"sets":37},"parts":[{"averagePaceMps":2.332382608695652,"#
            + #""distanceM":69.97147826086956,"durationMs":30000,"plan":"30s @11:30/mi"},{"averagePaceMps":1.6256,"#
            + #""distanceM":65.024,"durationMs":40000,"plan":"40s @16:30/mi"}],"set":{"averagePaceMps":1.9285068322981367,"#
            + #""distanceM":134.99547826086956,"durationMs":70000},"wholeSets":{"averagePaceMps":1.9285068322981367,"#
            + #""distanceM":5129.828173913043,"durationMs":2660000,"sets":38}}"#
        ])
    }
  }

  @Test func `a plan is a set, with the paces of its settings or of yours`() async throws {
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
          "2x(30s run @6:00/km, 30s rest)  2:00     –       –",
          "Together                        3:00     –       –",
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
          "hint: write a time or a distance", "hint: or repeat by count: 4x(…)",
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
          "See 'intervalctl calc --help'",
        ]
      ),
      ("--distance 5km", 64, nil),
      (
        "--interval 30s 30s", 64,
        ["error: --interval and PLAN cannot be combined", "See 'intervalctl calc --help'"]
      ),
      (
        "--interval 30s --time 5m --distance 5km", 64,
        [
          "error: a set of intervals cannot be combined with both --distance and --time",
          "See 'intervalctl calc --help'",
        ]
      ),
    ] as [(String, Int32, [String]?)])
  func `what is wrong is told with its place`(options: String, status: Int32, messages: [String]?) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl calc \(options)")
      #expect(run.status == status && run.output == [])
      if let messages { #expect(run.messages == messages) }
    }
  }

  @Test(arguments: [
    "--distance marathon --pace 10:00/mi", "--distance 26.2mi --time 5:45:00 --pace 13:10/mi",
    "--interval '30s run @11:30/mi \"with a long label\"' --interval '40s walk @16:30/mi' --distance marathon",
  ])
  func `it fits a terminal of 40 columns`(options: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(
        "script -qec \"stty columns 40; env TERM=dumb intervalctl calc \(options.replacing("\"", with: "\\\""))\" /dev/null"
      )
      #expect(run.status == 0 && run.output.count > 2)
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
