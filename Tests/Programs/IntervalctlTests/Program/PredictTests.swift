import RunCalculator
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the exact output of `predict`.
@Suite(.hangLimit) struct PredictTests {
  @Test(arguments: ["9:00", "9:00/mi", "9m", "540s"])
  func `a timed mile predicts every race`(mile: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["predict", mile], environment: ["LANG": "en_US.UTF-8"])
      #expect(
        run
          == ProgramRun(
            status: 0,
            output: [
              "Race      min/mi     Time   Run  Walk", "5 km        9:33    29:40  1:30  0:30",
              "10 km      10:21  1:04:19  1:30  0:30", "10 mi      10:35  1:45:45  1:30  0:30",
              "Half       10:48  2:21:35  1:00  0:30", "Marathon   11:42  5:06:46  1:00  0:30",
              "Source: jeffgalloway.com, magic mile",
            ]))
    }
  }

  @Test func `a typed time gives paces in the default unit, and a typed pace gives paces in its unit`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let time = try await home.run(["predict", "9:00"])
      #expect(
        time.output.prefix(2) == ["Race      min/km     Time   Run  Walk", "5 km        5:56    29:40  1:30  0:30"])
      let pace = try await home.run(["predict", "9:00/mi"])
      #expect(
        pace.output.prefix(2) == ["Race      min/mi     Time   Run  Walk", "5 km        9:33    29:40  1:30  0:30"])
    }
  }

  @Test func `the predictions are available as JSON and in other units`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let json = try await home.run(["predict", "9:00", "--json"])
      #expect(
        json.output.first?.hasPrefix(
          #"{"mileMs":540000,"races":[{"distanceM":5000.0,"durationMs":1780228,"paceMps":2.808628272251309,"#
            + #""race":"5km","runMs":90000,"walkMs":30000},{"distanceM":10000.0,"#) == true)
      let units = try await home.run(["predict", "9:00", "--pace-units", "kph"])
      #expect(
        units.output.prefix(2) == ["Race        kph     Time   Run  Walk", "5 km      10.11    29:40  1:30  0:30"])
    }
  }

  @Test func `only the named races are predicted`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      #expect(
        try await home.run(["predict", "9:00", "half", "marathon", "5k"])
          == ProgramRun(
            status: 0,
            output: [
              "Race  min/km     Time   Run  Walk", "Half    6:43  2:21:35  1:00  0:30",
              "5 km    5:56    29:40  1:30  0:30", "Source: jeffgalloway.com, magic mile",
            ]))
      let json = try await home.run(["predict", "9:00", "10mi", "--json"]).output
      try #require(json.count == 1)
      #expect(json[0].hasPrefix(#"{"mileMs":540000,"races":[{"distanceM":16093.44,"#))
      #expect(json[0].hasSuffix(#""race":"10mi","runMs":90000,"walkMs":30000}]}"#))
    }
  }

  @Test func `the result of a race predicts the other races`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      #expect(
        try await home.run(["predict", "--race", "5km=25:00"])
          == ProgramRun(
            status: 0,
            output: [
              "Race      min/km     Time   Run  Walk", "5 km        5:00    25:00  4:00  0:30",
              "10 km       5:13    52:07  4:00  0:30", "10 mi       5:22  1:26:19  3:00  0:30",
              "Half        5:27  1:55:00  3:00  0:30", "Marathon    5:41  3:59:47  2:00  0:30",
              "Source: Riegel 1977, exponent 1.06", "Run and walk: jeffgalloway.com",
            ]))
      #expect(
        try await home.run(["predict", "half", "--race", "5km=25:00", "marathon", "5k"]).output.count == 5)
      let json = try await home.run(["predict", "--race", "5km=25:00", "5km", "--json"])
      let line = try #require(json.output.first)
      #expect(line.hasPrefix(#"{"exponent":1.06,"races":[{"distanceM":5000.0,"durationMs":1500000,"paceMps":3.33333"#))
      #expect(
        line.hasSuffix(
          #","race":"5km","runMs":240000,"walkMs":30000}],"results":[{"distanceM":5000.0,"durationMs":1500000}]}"#))
    }
  }

  @Test func `the results of several races determine the exponent`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["predict", "half", "--race", "5km=25:00", "--race", "10km=52:00"])
      #expect(
        run.output == [
          "Race  min/km     Time   Run  Walk", "Half    5:25  1:54:26  3:00  0:30",
          "Source: Riegel 1977, exponent 1.06",
          "Run and walk: jeffgalloway.com",
        ])
      let plan = try await home.run(["predict", "10km", "--race", "10km=52:00", "--as-plan", "--walk", "16:30/mi"])
      #expect(plan.messages.first?.hasSuffix(", predicted time 52:00") == true)
    }
  }

  @Test(arguments: [
    ("9:00 marathon", "C", "min/km"), ("9:00 marathon", "en_US.UTF-8", "min/mi"),
    ("9:00 10km", "en_US.UTF-8", "min/km"),
    ("9:00 10mi", "C", "min/mi"), ("9:00/mi 10km", "C", "min/mi"), ("9:00/mi 10km --distance-units km", "C", "min/km"),
    ("9:00 10km --pace-units mph", "C", "mph"), ("9:00 10km --distance-units km --pace-units mph", "C", "mph"),
    ("--race 5km=25:00 half", "en_US.UTF-8", "min/km"), ("--race 5km=25:00 10mi", "C", "min/mi"),
  ])
  func `the results have the requested unit, or else the unit of the values on the command line`(
    arguments: String, locale: String, unit: String
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("LANG=\(locale) intervalctl predict \(arguments)")
      #expect(run.output.first?.contains(" \(unit) ") == true, "\(run.output)")
    }
  }

  @Test func `a mile faster than the world record causes a warning`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["predict", "3:00", "5km"])
      #expect(run.status == 0)
      #expect(run.output.count == 3)
      #expect(
        run.messages == [
          "warning: this is faster than the world record over a mile: 3:43.13 (Hicham El Guerrouj, 1999)"
        ])
    }
  }

  @Test func `a slow mile causes a hint about the results of races, unless it is a pace`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let time = try await home.run(["predict", "25:00"])
      #expect(
        time.messages == [
          "hint: 25:00 is the time of one mile; for the result of a race, write --race DISTANCE=25:00"
        ])
      let pace = try await home.run(["predict", "25:00/mi"])
      #expect(pace.messages == [])
    }
  }

  @Test func `the plan of a race ends at the predicted time`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let line = "intervalctl predict 9:00 --as-plan"
      let plan = try await home.shell("\(line) 10k --walk 16:30/mi")
      #expect(plan.status == 0)
      #expect(plan.messages == ["note: run pace 9:13/mi, predicted time 1:04:19"])
      #expect(plan.output.count == 1)
      #expect(plan.output.first?.hasPrefix("until 10km (1m30s run @") == true)
      #expect(plan.output.first?.wholeMatch(of: /until 10km .* @9:[0-9.]+\/mi, 30s walk @16:30\/mi\)/) != nil)
      let shown = try await home.shell("\(line) 10km --walk 16:30/mi | intervalctl show - --json")
      let json = try await home.shell("\(line) 10km --walk 16:30/mi --json")
      #expect(json == shown)
      // 10 km are 6.21371 miles. At the predicted pace of 10:21/mi, they take 3858.715 s.
      let milliseconds = json.output.first?.firstMatch(of: /"durationMs":([0-9]+),/).flatMap { Int($0.1) }
      #expect(abs(try #require(milliseconds) - 3_858_715) <= 500)
      #expect(
        try await home.shell("\(line) half").messages == [
          "note: walk pace 10:15/km by default; set another with --walk or 'pace walk' in the settings",
          "note: run pace 5:44/km, predicted time 2:21:35",
        ])
      try home.folder.write("pace walk 10:00/km\n", to: "config/intervald/intervald.conf")
      #expect(
        try await home.shell("\(line) half").messages == [
          "note: walk pace 10:00/km from the settings", "note: run pace 5:46/km, predicted time 2:21:35",
        ])
    }
  }

  @Test(
    arguments: [
      (
        ["50:00"], 64,
        [
          "error: '50:00' is out of range: a timed mile takes from 1:00 to 46:08", "  50:00", "  ^",
        ]
      ),
      (
        ["9"], 64,
        ["error: '9' has no unit", "  9", "  ^", "hint: write 9s for seconds, or 9m for minutes"]
      ),
      (
        ["0:30/mi"], 64,
        [
          "error: '0:30/mi' is out of range: a pace is from 1:00/mi to 59:59/mi",
          "  0:30/mi", "  ^",
        ]
      ),
      (
        ["9:00", "8km"], 64,
        [
          "error: '8km' is not one of the races", "  8km", "  ^",
          "hint: the races are 5km, 10km, 10mi, half and marathon",
        ]
      ),
      (
        ["9:00", "10km", "--as-plan", "--walk", "16:30"], 64,
        [
          "error: --walk: '16:30' is a time, and a pace is needed", "  16:30", "  ^",
          "hint: write 16:30/mi or 16:30/km",
        ]
      ),
      (
        ["--race", "5km=25"], 64,
        [
          "error: --race: '25' has no unit", "  25", "  ^", "hint: write 25s for seconds, or 25m for minutes",
        ]
      ),
      (
        ["--race", "25:00"], 64,
        [
          "error: --race: '25:00' is not the result of a race", "  25:00", "  ^",
          "hint: write a distance and a time, such as 5km=25:00",
        ]
      ),
      (
        ["--race", "5km=25h"], 64,
        [
          "error: --race: '5km=25h' has a pace outside 1:00/mi to 59:59/mi", "  5km=25h", "  ^",
          "hint: check the distance and the time",
        ]
      ),
      (
        ["--race", "half=1:45"], 64,
        [
          "error: --race: 'half=1:45' has a pace outside 1:00/mi to 59:59/mi", "  half=1:45", "  ^",
          "hint: 1:45 is minutes and seconds; write 1:45:00 for hours and minutes",
        ]
      ),
      (
        ["--race", "5km=25:00", "--race", "5k=24:00"], 64,
        [
          "error: --race: '5k=24:00' has a distance that is given twice", "  5k=24:00", "  ^",
          "hint: give only the better result",
        ]
      ),
      (
        ["--race", "5km=25:00", "--race", "10km=45:00"], 1,
        [
          "error: the results do not fit together: the pace is faster over the longer distance",
          "hint: leave out the results of races that were not at full effort",
        ]
      ),
      (
        ["--race", "5km=2:50:00", "marathon"], 1,
        [
          "error: the pace for marathon would be out of range: 1:00/mi to 59:59/mi",
          "hint: leave out this race, or give the result of a race over a similar distance",
        ]
      ),
      (
        ["--race", "5km=25:00", "8km"], 64,
        [
          "error: '8km' is not one of the races", "  8km", "  ^",
          "hint: the races are 5km, 10km, 10mi, half and marathon",
        ]
      ),
      (
        ["15:00", "10km", "--as-plan", "--walk", "16:30/mi"], 1,
        [
          "error: the race at 17:15/mi is slower than the walk at 16:30/mi",
          "hint: use a slower walk: --walk 19:30/mi",
        ]
      ),
    ] as [([String], Int32, [String])])
  func `an invalid value, or a race without a solution, is reported with the reason`(
    arguments: [String], status: Int32, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["predict"] + arguments)
      #expect(run == ProgramRun(status: status, messages: messages))
    }
  }

  @Test(
    arguments: [
      (
        [],
        [
          "error: missing MILE", "hint: time of one fast mile, such as 9:00",
          "hint: or give the result of a race, such as --race 5km=25:00",
        ]
      ),
      (["9:00", "--race", "5km=25:00"], ["error: --race and MILE cannot be combined"]),
      (
        ["--race", "5km=25:00", "--as-plan"],
        ["error: --as-plan requires exactly one race", "hint: for example: intervalctl predict 9:00 10km --as-plan"]
      ),
      (["9:00", "--walk", "16:30/mi"], ["error: --walk requires --as-plan"]),
      (
        ["9:00", "--as-plan"],
        ["error: --as-plan requires exactly one race", "hint: for example: intervalctl predict 9:00 10km --as-plan"]
      ),
      (
        ["9:00", "5km", "10km", "--as-plan"],
        ["error: --as-plan requires exactly one race", "hint: for example: intervalctl predict 9:00 10km --as-plan"]
      ),
    ] as [([String], [String])])
  func `an incomplete or contradictory command line is reported`(arguments: [String], messages: [String]) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["predict"] + arguments)
      #expect(run == ProgramRun(status: 64, messages: messages + ["hint: see 'intervalctl predict --help'"]))
    }
  }
}
