import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the exact output of `splits`.
@Suite(.hangLimit) struct SplitsTests {
  @Test func `the columns of splits are aligned, and the last split can be partial`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let half = try await home.shell("intervalctl splits --distance 13.1mi --pace 10:00/mi --adjust 3=9:30/mi")
      #expect(half.status == 0)
      #expect(half.messages == [])
      #expect(
        half.output.prefix(4) == [
          "No.     mi  min/mi   Time    Total", "  1   1.00   10:00  10:00    10:00",
          "  2   2.00   10:00  10:00    20:00",
          "  3   3.00    9:30   9:30    29:30",
        ])
      #expect(half.output.last == " 14  13.10   10:00   1:00  2:10:30")
      #expect(
        try await home.shell("intervalctl splits --distance 5km --time 25m --every 2km --pace-units kph").output == [
          "No.    km    kph   Time  Total", "  1  2.00  12.00  10:00  10:00", "  2  4.00  12.00  10:00  20:00",
          "  3  5.00  12.00   5:00  25:00",
        ])
    }
  }

  @Test func `if one split is adjusted, the other splits change so that the total time stays the same`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      // 25:00 minus 4:00 leaves 21:00 for the other four kilometres.
      let run = try await home.shell("intervalctl splits 5km 25:00 --adjust 3=4:00/km")
      #expect(
        run.output == [
          "No.    km  min/km  Time  Total", "  1  1.00    5:15  5:15   5:15", "  2  2.00    5:15  5:15  10:30",
          "  3  3.00    4:00  4:00  14:30", "  4  4.00    5:15  5:15  19:45", "  5  5.00    5:15  5:15  25:00",
        ])
      let impossible = try await home.shell("intervalctl splits 2km 10:00 --adjust 1=10:00/km")
      #expect(
        impossible
          == ProgramRun(
            status: 1,
            messages: [
              "error: the adjusted splits leave no time for the others in 10:00",
              "hint: give --pace instead of --time, and the total time follows",
            ]))
    }
  }

  @Test func `a range of splits can have one pace, and the splits are then in the unit of this pace`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl splits half 2:17:00 --adjust 1-13=10:25/mi")
      #expect(run.output.count == 15)
      #expect(run.output[1...13].allSatisfy { $0.split(separator: " ")[3] == "10:25" })
      // The first 13 miles take 2:15:25.
      #expect(run.output.last?.hasSuffix("1:35  2:17:00") == true)
    }
  }

  @Test func `a negative split makes the second half faster, and the total time stays the same`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl splits 4km 20:00 --negative 2% --start 23:50")
      let output = [
        "No.    km  min/km  Time  Total     Clock", "  1  1.00    5:03  5:03   5:03  23:55:03",
        "  2  2.00    5:03  5:03  10:06  00:00:06", "  3  3.00    4:57  4:57  15:03  00:05:03",
        "  4  4.00    4:57  4:57  20:00  00:10:00", "first half 10:06, second half 9:54",
      ]
      #expect(run == ProgramRun(status: 0, output: output))
      // The pace is then the average pace.
      #expect(try await home.shell("intervalctl splits 4km 5:00/km --negative 2% --start 23:50").output == output)
      let json = try await home.shell("intervalctl splits 2km 10:00 --negative 2% --start 7:00 --json")
      #expect(
        json.output == [
          #"{"count":2,"distanceM":2000.0,"durationMs":600000,"firstHalfMs":303030,"splits":[{"clock":"07:05:03","#
            + #""distanceM":1000.0,"durationMs":303030,"number":1,"paceMps":3.3,"totalDistanceM":1000.0,"#
            + #""totalDurationMs":303030},{"clock":"07:10:00","distanceM":1000.0,"durationMs":296970,"number":2,"#
            + #""paceMps":3.3673469387755106,"totalDistanceM":2000.0,"totalDurationMs":600000}],"start":"07:00:00","#
            + #""truncated":false}"#
        ])
    }
  }

  @Test(arguments: ["24:00", "7", "7:0", "7:60", "7:00:60", "7:00:00.5", "7:00:00:00", ":00", "7m", "-7:00"])
  func `a start that is not a time of day is an error`(start: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl splits 10km 50:00 --start=\(start)")
      #expect(run.status == 64)
      #expect(run.messages.first?.hasPrefix("error: --start: '") == true)
    }
  }

  @Test func `the splits of a plan can show the time of day`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl splits 10m run @5:00/km --start 18:30")
      #expect(
        run.output == [
          "No.    km  min/km  Time  Total     Clock", "  1  1.00    5:00  5:00   5:00  18:35:00",
          "  2  2.00    5:00  5:00  10:00  18:40:00",
        ])
    }
  }

  @Test func `the splits of a plan are the times at which the plan reaches each distance`() async throws {
    let plan = "'until 5km (30s run @11:30/mi, 40s walk @16:30/mi)'"
    try await ProgramHome.with(daemon: nil) { home in
      let typed = try await home.shell("intervalctl splits \(plan)")
      #expect(
        typed.output == [
          "No.    km  min/mi  Time  Total", "  1  1.00   13:47  8:34   8:34", "  2  2.00   13:59  8:41  17:15",
          "  3  3.00   13:54  8:38  25:53", "  4  4.00   13:51  8:36  34:29", "  5  5.00   14:02  8:43  43:12",
        ])
      // A typed plan is shown in its own units in every locale. Only an option or a setting selects other units.
      #expect(try await home.shell("LANG=en_US.UTF-8 intervalctl splits \(plan)").output == typed.output)
      let inKilometres = [
        "No.    km  min/km  Time  Total", "  1  1.00    8:34  8:34   8:34", "  2  2.00    8:41  8:41  17:15",
        "  3  3.00    8:38  8:38  25:53", "  4  4.00    8:36  8:36  34:29", "  5  5.00    8:43  8:43  43:12",
      ]
      #expect(try await home.shell("intervalctl splits \(plan) --pace-units min/km").output == inKilometres)
      #expect(
        try await home.shell("intervalctl splits \"pace-units min/km\n\"\(plan)").output == inKilometres)
      try home.folder.write(String(plan.dropFirst().dropLast()), to: "run.plan")
      // A plan from a file or from standard input is shown in its own units, like a typed plan.
      #expect(try await home.shell("intervalctl splits ./run.plan").output == typed.output)
      let piped = try await home.shell("intervalctl show --lead-in off - <run.plan").output
      #expect(piped.first == "Plan                   Time    km  min/mi")
      let json = try await home.shell("intervalctl splits \(plan) --json --every 2mi")
      #expect(
        json.output == [
          #"{"count":2,"distanceM":5000.0,"durationMs":2592215,"splits":[{"distanceM":3218.688,"durationMs":1666957,"#
            + #""number":1,"paceMps":1.930876995305164,"totalDistanceM":3218.688,"totalDurationMs":1666957},"#
            + #"{"distanceM":1781.312,"durationMs":925258,"number":2,"paceMps":1.9252037705988623,"#
            + #""totalDistanceM":5000.0,"totalDurationMs":2592215}],"truncated":false}"#
        ])
    }
  }

  @Test func `options set the paces of the intervals of a plan`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl splits 10m run, 10m walk --pace run=5:00/km --pace walk=10:00/km")
      #expect(
        run.output == [
          "No.    km  min/km   Time  Total", "  1  1.00    5:00   5:00   5:00", "  2  2.00    5:00   5:00  10:00",
          "  3  3.00   10:00  10:00  20:00",
        ])
    }
  }

  @Test func `at most 10,000 splits are listed, followed by the total`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl splits --distance 999km --time 90h --every 10mtr")
      #expect(run.output.count == 10_003)
      #expect(run.output.suffix(2) == ["and so on to split 99900", "999.00 km in 90:00:00"])
    }
  }

  @Test(
    arguments: [
      (
        "--distance 10km --pace 6:00/km --adjust 30=5:00/km", 64,
        [
          "error: --adjust: there are only 10 splits", "  30=5:00/km", "  ^",
          "hint: set the length of a split with --every",
        ]
      ),
      (
        "--distance 10km --pace 6:00/km --adjust 3=5:00/km --adjust 3=5:00/km", 64,
        [
          "error: --adjust: split 3 is given twice", "  3=5:00/km", "  ^", "hint: give the split only one pace",
        ]
      ),
      (
        "--distance 10km --pace 6:00/km --adjust 5-13=5:00/km", 64,
        [
          "error: --adjust: there are only 10 splits", "  5-13=5:00/km", "  ^", "hint: write 5-10=5:00/km",
        ]
      ),
      (
        "--distance 10km --pace 6:00/km --adjust 8-5=5:00/km", 64,
        [
          "error: --adjust: the first split is after the last", "  8-5=5:00/km", "  ^", "hint: write 5-8=5:00/km",
        ]
      ),
      (
        "--distance 10km --pace 6:00/km --adjust 3-6=5:00/km --adjust 5-9=5:10/km", 64,
        [
          "error: --adjust: splits 5 to 6 are given twice", "  5-9=5:10/km", "  ^",
          "hint: give each split only one pace",
        ]
      ),
      (
        "10km 50:00 --negative 2", 64,
        [
          "error: --negative: '2' is not a percentage from 0% to 50%", "  2", "  ^",
          "hint: write a percentage such as 2%",
        ]
      ),
      (
        "10km 50:00 --negative 80%", 64,
        [
          "error: --negative: '80%' is not a percentage from 0% to 50%", "  80%", "  ^",
          "hint: write a percentage such as 2%",
        ]
      ),
      (
        "10km 50:00 --negative 2% --adjust 3=5:00/km", 64,
        ["error: --negative and --adjust cannot be combined", "hint: see 'intervalctl splits --help'"]
      ),
      (
        "5m run @5mph --negative 2%", 64,
        ["error: --negative and PLAN cannot be combined", "hint: see 'intervalctl splits --help'"]
      ),
      (
        "10km 50:00 --start 7pm", 64,
        [
          "error: --start: '7pm' is not a time of day", "  7pm", "  ^",
          "hint: write a time from 0:00 to 23:59, such as 7:00 or 18:30",
        ]
      ),
      (
        "--distance 10km --pace 6:00/km --adjust 3=9:30", 64,
        [
          "error: --adjust: '9:30' is a time, and a pace is needed", "  3=9:30", "    ^",
          "hint: write 9:30/mi or 9:30/km",
        ]
      ),
      (
        "30s run, 5m rest", 65,
        [
          "error: the run has no pace, so its splits are unknown", "hint: give it one, such as: --pace run=6:00/km",
        ]
      ),
      ("forever 30s run @5mph", 65, ["error: a plan without an end has no splits"]),
      (
        "", 64,
        [
          "error: a distance and either a time or a pace are required, or a plan",
          "hint: for example: intervalctl splits half 2:10:00", "hint: see 'intervalctl splits --help'",
        ]
      ),
      ("--distance 10km", 64, nil), ("--distance 10km --pace 5mph --time 5h", 64, nil),
      (
        "'5m run, 5m walk' --time 5h", 64,
        ["error: --time and PLAN cannot be combined", "hint: see 'intervalctl splits --help'"]
      ),
    ] as [(String, Int32, [String]?)])
  func `an invalid command line or plan is reported with the reason`(
    options: String, status: Int32, messages: [String]?
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl splits \(options)")
      #expect(run.status == status)
      #expect(run.output == [])
      if let messages { #expect(run.messages == messages) }
    }
  }
}
