import FoundationEssentials
import TestSupport
import Testing

@testable import intervalctl

/// `import` and `export`, to the letter.
@Suite(.timeLimit(.minutes(2))) struct FilesTests {
  private static let plan = "until 5km (4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)"

  @Test func `a plan goes into a file, and comes back from it`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      var run = try await home.shell("intervalctl export '\(Self.plan)' -o five.fit")
      #expect(run.status == 0 && run.output == ["Saved as FIT, 5 steps: five.fit"])
      #expect(run.messages == ["remark: until 5 km: whether a watch ends it in the middle of a round is not known"])
      run = try await home.shell("intervalctl import five.fit")
      #expect(run == ProgramRun(status: 0, output: [Self.plan.replacing("60s", with: "1m")]))
      run = try await home.shell("intervalctl import five.fit | intervalctl show - --json")
      #expect(
        run.output == [
          #"{"averagePaceMps":2.11864406779661,"distanceM":5000.0,"durationMs":2360000,"intervals":72,"#
            + #""plan":"\#(Self.plan.replacing("60s", with: "1m"))","title":null}"#
        ])
    }
  }

  @Test func `what is lost is said, as JSON too, and with --strict nothing may be`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let line = "intervalctl export '\(Self.plan)' --flatten -o five.fit"
      let words = ["until 5 km became 8 repetitions (5.07 km)", "nested repeat unrolled 8 times"]
      var run = try await home.shell("\(line) --strict")
      #expect(
        run
          == ProgramRun(
            status: 65,
            messages: ["error: with --strict nothing may be lost, and these would be"] + words.map { "  \($0)" }))
      #expect(!FileManager.default.fileExists(atPath: home.folder.path(of: "five.fit")))
      run = try await home.shell(line)
      #expect(
        run
          == ProgramRun(
            status: 0, output: ["Saved as FIT, 32 steps: five.fit"], messages: words.map { "remark: \($0)" }))
      run = try await home.shell("\(line) --json")
      #expect(
        run.output == [
          #"{"format":"fit","losses":[{"loss":"until","words":"\#(words[0])"},"#
            + #"{"loss":"unrolled","words":"\#(words[1])"}],"path":"five.fit","steps":32}"#
        ])
    }
  }

  @Test func `a workout file is a plan wherever a plan file is`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("Up we go\n\n4x\n- Hard 400mtr Z4\n- Rest 1m\n", to: "hills.icu")
      var run = try await home.shell("intervalctl show hills.icu --pace run=5:00/km --json")
      #expect(run.messages == ["remark: Z4 is kept as a label"])
      #expect(
        run.output == [
          #"{"averagePaceMps":null,"distanceM":null,"durationMs":720000,"intervals":8,"#
            + #""losses":[{"loss":"target","words":"Z4 is kept as a label"}],"#
            + #""plan":"4x(400mtr run @5:00/km \"Hard, Z4\", 1m rest)","title":"hills"}"#
        ])
      run = try await home.shell("intervalctl start --dry-run --speed 3600 hills.icu --pace run=5:00/km")
      #expect(run.status == 0)
      #expect(run.output.first?.hasPrefix("Dry run of \"hills\", 3600 times as fast: 12:00") == true, "\(run.output)")
      run = try await home.shell("intervalctl start --dry-run hills.icu")
      #expect(run.status == 65)
    }
  }

  @Test func `a file is saved as a plan of one's own, and replaces one only if told to`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("- 30s\n- Walk 30s\n", to: "a.icu")
      var run = try await home.shell("intervalctl import a.icu -o easy")
      #expect(run.status == 0 && run.messages.isEmpty)
      #expect(run.output.contains("30s run   0:30") && run.output.last?.hasPrefix("Saved as easy: ") == true)
      run = try await home.shell("intervalctl import a.icu -o easy")
      #expect(run.status == 64)
      #expect(run.messages.first?.hasPrefix("error: there is a plan named 'easy' already: ") == true)
      run = try await home.shell("intervalctl import a.icu -o easy --replace --json")
      #expect(run.output.first?.contains(#""losses":[],"path":"#) == true, "\(run)")
      run = try await home.shell("intervalctl show easy --json")
      #expect(run.output.first?.contains(#""plan":"30s run, 30s walk""#) == true)
    }
  }

  @Test func `standard streams are named by their format`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(
        """
        intervalctl export '30s run' -o - --format zwo | intervalctl import --format zwo - |
          intervalctl export - -o - --format icu
        """)
      #expect(run == ProgramRun(status: 0, output: ["- 30s"], messages: []))
    }
  }

  @Test(
    arguments: [
      (
        "intervalctl export 30s -o run.gpx", 64,
        ["error: run.gpx ends in none of .fit, .zwo, .tcx, .icu", "hint: say what it is, as in: --format fit"]
      ),
      (
        "intervalctl import - < /dev/null", 64,
        ["error: a standard stream does not tell its format", "hint: say what it is, as in: --format fit"]
      ),
      ("intervalctl import run.fit", 66, ["error: cannot read run.fit: No such file or directory"]),
      (
        "echo '<gpx/>' > a.tcx; intervalctl import a.tcx", 65,
        [
          "error: a.tcx: line 1: no workout in <gpx>",
          "hint: it was read as TCX; another format is named with --format",
        ]
      ),
      (
        "intervalctl export 30s -o a.fit; intervalctl import a.fit --format zwo", 65,
        [
          "error: a.fit: line 1: not well-formed (invalid token)",
          "hint: it was read as ZWO; another format is named with --format",
        ]
      ),
      (
        "intervalctl export 30s -o a.fit; echo >> a.fit; intervalctl start a.fit", 65,
        [
          "error: a.fit: offset 94: no FIT file begins here: '.FIT' is missing"
        ]
      ),
      (
        "intervalctl export \"$(yes 1s | head -21 | paste -sd,)\" -o a.tcx",
        65,
        [
          "error: this does not fit into TCX: 21 steps, where 20 is the most",
          "hint: FIT has room for more: --format fit",
        ]
      ),
      (
        "mkdir a.zwo; intervalctl export 30s -o a.zwo", 74,
        ["error: cannot save a.zwo: no regular file", "hint: for standard output: --output -"]
      ),
      (
        "printf -- '- 400mtr\\n' > a.icu; intervalctl import a.icu", 65,
        [
          "error: a.icu: the run has a distance but no pace, so its duration is unknown",
          "  400mtr run", "  ^",
          "hint: give it one, such as: --pace run=6:00/km",
        ]
      ),
    ] as [(String, Int32, [String])])
  func `what is wrong is said`(_ line: String, _ status: Int32, _ messages: [String]) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(line)
      #expect(run.status == status)
      #expect(run.messages == messages)
    }
  }
}
