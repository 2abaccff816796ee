import TestSupport
import TestTraits
import Testing
import Text

@testable import intervalctl

/// Tests of the exact output of `solve`.
@Suite(.hangLimit) struct SolveTests {
  private static let example = ["--distance", "5km", "--time", "40:00", "--run", "30s", "--walk", "30s@16:30/mi"]
  private static let plan = "until 5km (30s run @2.5410666666666666m/s, 30s walk @16:30/mi)"
  private static let rounded = "until 5km (30s run @10:33.3/mi, 30s walk @16:30/mi)"
  private static let hint =
    "hint: leave out only the run pace, for example: intervalctl solve --distance 5km --time 40:00 --run 30s "
    + "--walk 30s@16:30/mi"

  @Test func `solve calculates the run pace for a finish time`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["solve"] + Self.example)
      #expect(
        run
          == ProgramRun(
            status: 0,
            output: [
              "Run pace  10:33/mi  5.68 mph", "Run       30s", "Walk      30s @16:30/mi", "Distance  5.00 km",
              "Time      40:00", "Pace      12:52/mi (average)", "Plan      \(Self.rounded)",
            ]))
      let json = try await home.run(["solve", "--json"] + Self.example)
      #expect(
        json
          == ProgramRun(
            status: 0,
            output: [
              #"{"averagePaceMps":2.0833333333333335,"distanceM":5000.0,"durationMs":2400000,"plan":"\#(Self.plan)","#
                + #""runMs":30000,"runPaceMps":2.5410666666666666,"solved":"runPace","walkMs":30000,"#
                + #""walkPaceMps":1.6256000000000002}"#
            ]))
      let units = try await home.run(["solve", "--distance-units", "mi", "--pace-units", "kph"] + Self.example)
      #expect(
        units.output.prefix(6) == [
          "Run pace  9.15 kph  6:34/km", "Run       30s", "Walk      30s @5.85 kph", "Distance  3.11 mi",
          "Time      40:00", "Pace      7.50 kph (average)",
        ])
    }
  }

  @Test func `the output of --as-plan can be started and shown`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      let line = "intervalctl solve \(Self.example.joined(separator: " ")) --as-plan"
      let run = try await home.shell(line)
      #expect(run == ProgramRun(status: 0, output: [Self.rounded]))
      #expect(try await home.shell("intervalctl start \"$(\(line))\"").status == 0)
      #expect(await daemon.calls == ["start - false: \(Self.rounded)"])
      #expect(try await home.shell("\(line) | intervalctl show -").output.contains("Time       40:00"))
    }
  }

  @Test func `a pace from the settings causes a note, and an implausible answer causes a warning`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("pace walk 16:30/mi\n", to: "config/intervald/intervald.conf")
      let run = try await home.run(["solve", "--distance", "5km", "--time", "12:00", "--run", "30s", "--walk", "30s"])
      #expect(run.status == 0)
      #expect(
        run.messages == [
          "note: walk pace 16:30/mi from the settings",
          "warning: this is faster than the world record over a mile: 3:43.13 (Hicham El Guerrouj, 1999)",
        ])
      let terminal = try await home.terminal(
        "stty columns 40; NO_COLOR=1 intervalctl solve --distance 5km --time 12:00 --run 30s --walk 30s")
      let lines = terminal.output.map { $0.filter { $0 != "\r" } }
      #expect(lines.allSatisfy { $0.columns <= 40 })
      #expect(
        lines.suffix(3) == [
          "warning: this is faster than the world", "record over a mile: 3:43.13 (Hicham El", "Guerrouj, 1999)",
        ])
    }
  }

  @Test func `values of several words need no quotes`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(
        "intervalctl solve --distance half marathon --time 2h 45m --run 1m --walk 30s @16:30/mi --as-plan")
      #expect(run.status == 0)
      #expect(run.output.first?.hasPrefix("until half (1m run @") == true)
    }
  }

  @Test(
    arguments: [
      (
        [], 64,
        [
          "error: distance, time, run time, run pace, walk time and walk pace are missing, but only one value can be "
            + "unknown",
          hint,
        ]
      ),
      (
        ["--distance", "5km", "--run", "30s", "--walk", "30s@16:30/mi"], 64,
        [
          "error: time and run pace are missing, but only one value can be unknown",
          "hint: given: distance, run time, walk time and walk pace", hint,
        ]
      ),
      (
        ["--distance", "5km", "--time", "40:00", "--run", "30s@10:00/mi", "--walk", "30s@16:30/mi"], 64,
        [
          "error: all six values are given, so there is nothing to solve",
          hint.replacing("leave out only the run pace, for example", with: "leave one out, for example the run pace"),
        ]
      ),
      (
        ["--distance", "5km", "--time", "5:00", "--run", "30s", "--walk", "30s@16:30/mi"], 1,
        [
          "error: no run pace gets there in 5:00: even at 1:00/mi it takes 5:28",
          "hint: the nearest possible time is 5:28",
        ]
      ),
      (
        ["--distance", "half", "--time", "2:30", "--run", "30s", "--walk", "30s@16:30/mi"], 1,
        [
          "error: no run pace gets there in 2:30: even at 1:00/mi it takes 24:23",
          "hint: the nearest possible time is 24:23",
          "hint: 2:30 is minutes and seconds; write 2:30:00 for hours and minutes",
        ]
      ),
      (
        ["--distance", "5km", "--time", "40", "--run", "30s", "--walk", "30s@16:30/mi"], 64,
        ["error: --time: '40' has no unit", "  40", "  ^", "hint: write 40s for seconds, or 40m for minutes"]
      ),
      (
        ["--distance", "40:00", "--time", "40:00", "--run", "30s", "--walk", "30s"], 64,
        [
          "error: --distance: '40:00' is a time, and a distance is needed", "  40:00", "  ^",
          "hint: a distance is written like 5km, 3.1mi, 400mtr or half",
        ]
      ),
      (
        ["--distance", "5km", "--time", "40:00", "--run", "30s 10:00/mi", "--walk", "30s"], 64,
        [
          "error: --run: found '10:00', expected '@' and a pace, or the end", "  30s 10:00/mi", "      ^",
          "hint: write @10:00/mi",
        ]
      ),
      (
        ["--distance", "5km", "--time", "40:00", "--run", "30s", "--walk", " 0.5s"], 64,
        ["error: --walk: this must last at least 1 s", "   0.5s", "   ^"]
      ),
    ] as [([String], Int32, [String])])
  func `an invalid question, or a question without an answer, is reported with the reason`(
    arguments: [String], status: Int32, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["solve"] + arguments)
      #expect(run == ProgramRun(status: status, messages: messages))
    }
  }
}
