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
      #expect(run.messages == ["warning: until 5 km: a watch may or may not stop in the middle of a round"])
      run = try await home.shell("intervalctl import five.fit")
      #expect(run == ProgramRun(status: 0, output: [Self.plan.replacing("60s", with: "1m")]))
      run = try await home.shell("intervalctl import five.fit | intervalctl show - --json")
      #expect(
        run.output == [
          #"{"averagePaceMps":2.11864406779661,"distanceM":5000.0,"durationMs":2360000,"intervals":72,"losses":null,"#
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
            messages: ["error: the conversion is not lossless, which --strict requires"] + words.map { "  \($0)" }))
      #expect(!FileManager.default.fileExists(atPath: home.folder.path(of: "five.fit")))
      run = try await home.shell(line)
      #expect(
        run
          == ProgramRun(
            status: 0, output: ["Saved as FIT, 32 steps: five.fit"], messages: words.map { "warning: \($0)" }))
      run = try await home.shell("\(line) --overwrite --json")
      #expect(
        run.output == [
          #"{"losses":[{"loss":"until","words":"\#(words[0])"},"#
            + #"{"loss":"unrolled","words":"\#(words[1])"}],"path":"five.fit","steps":32,"type":"fit"}"#
        ])
    }
  }

  @Test func `a workout file is a plan wherever a plan file is`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("Up we go\n\n4x\n- Hard 400mtr Z4\n- Rest 1m\n", to: "hills.icu")
      var run = try await home.shell("intervalctl show hills.icu --pace run=5:00/km --json")
      #expect(run.messages == ["warning: Z4 is kept as a label"])
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

  @Test func `a file is imported as a plan of one's own, and overwrites one only with an option`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("- 30s\n- Walk 30s\n", to: "a.icu")
      let path = home.folder.path(of: "config/intervald/plans/easy.plan")
      var run = try await home.shell("intervalctl import a.icu --name easy")
      #expect(run.status == 0 && run.messages.isEmpty)
      #expect(run.output.contains("30s run   0:30") && run.output.last == "Saved as easy: \(path)")
      run = try await home.shell("intervalctl import a.icu --name easy")
      #expect(
        run
          == ProgramRun(
            status: 73,
            messages: [
              "error: a plan named 'easy' already exists: \(path)", "hint: overwrite it with --overwrite",
              "hint: or choose another name",
            ]))
      run = try await home.shell("intervalctl import a.icu --name easy --overwrite --json")
      #expect(run.output.first?.contains(#""losses":[],"path":"\#(path)","#) == true, "\(run)")
      #expect(run.output.first?.contains(#""savedAs":"easy""#) == true, "\(run)")
      run = try await home.shell("intervalctl show easy --json")
      #expect(run.output.first?.contains(#""plan":"30s run, 30s walk""#) == true)
    }
  }

  @Test func `a file is imported as a plan file, and overwrites one only with an option`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("- 30s\n- Walk 30s\n", to: "a.icu")
      var run = try await home.shell("intervalctl import a.icu -o easy.plan; cat easy.plan")
      #expect(run.status == 0 && run.output.suffix(3) == ["Saved easy.plan", "30s run", "30s walk"])
      run = try await home.shell("intervalctl import a.icu -o easy.plan")
      #expect(
        run
          == ProgramRun(
            status: 73,
            messages: [
              "error: easy.plan already exists", "hint: overwrite it with --overwrite", "hint: or choose another name",
            ]))
      run = try await home.shell("intervalctl import a.icu -o easy.plan --overwrite --json")
      #expect(run.output.first?.contains(#""path":"easy.plan","#) == true, "\(run)")
      #expect(run.output.first?.contains(#""savedAs":null"#) == true, "\(run)")
      for output in ["-", "/dev/stdout"] {
        run = try await home.shell("intervalctl import a.icu -o \(output) | cat")
        #expect(run == ProgramRun(status: 0, output: ["30s run", "30s walk"]))
      }
      run = try await home.shell("intervalctl import a.icu --json")
      #expect(run.output.first?.contains(#""path":null"#) == true, "\(run)")
    }
  }

  @Test func `an exported file overwrites one only with an option, and a pipe is written to`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("old", to: "a.icu", mode: 0o640)
      let refused = try await home.shell("intervalctl export '30s run' -o a.icu; cat a.icu")
      let lossy = try await home.shell("intervalctl export 'forever 30s' -o a.icu")
      #expect(lossy.status == 73 && lossy.messages == refused.messages)
      #expect(
        refused.output == ["old"]
          && refused.messages == [
            "error: a.icu already exists", "hint: overwrite it with --overwrite", "hint: or choose another name",
          ])
      #expect(try await home.shell("intervalctl export '30s run' -o a.icu").status == 73)
      let run = try await home.shell("intervalctl export '30s run' -o a.icu --overwrite; cat a.icu; stat -c %a a.icu")
      #expect(run == ProgramRun(status: 0, output: ["Saved as intervals.icu, 1 step: a.icu", "- 30s", "640"]))
      let pipe = try await home.shell(
        "mkfifo pipe; cat pipe & intervalctl export '30s run' -o pipe --type icu --json >/dev/null; wait; test -p pipe")
      #expect(pipe == ProgramRun(status: 0, output: ["- 30s"]))
      #expect(try await home.shell("intervalctl export 30s -o /dev/full --type icu").status == 74)
    }
  }

  @Test func `a pace for all is given to each kind that has none, and rest is one`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("- 400mtr\n- Walk 30s\n- Rest 10s\n- Warmup 30s 6:00/km Pace\n", to: "a.icu")
      try home.folder.write("pace walk 10:00/km\n", to: "config/intervald/intervald.conf")
      let plain = try await home.shell("intervalctl import a.icu --pace 5:00/km")
      #expect(
        plain.output == [
          "pace run 5:00/km", "pace rest 5:00/km", "400mtr run", "30s walk", "10s rest", "30s warmup @6:00/km",
        ])
      let kinds = try await home.shell("intervalctl import a.icu --pace 5:00/km --pace rest=20:00/km")
      #expect(kinds.output.prefix(2) == ["pace run 5:00/km", "pace rest 20:00/km"])
      let own = try await home.shell("intervalctl show 'pace run 4:00/km\n1km run, 1km jog' --pace 5:00/km --json")
      #expect(own.output.first?.contains(#""plan":"1km run @4:00/km, 1km jog @5:00/km""#) == true, "\(own)")
      for line in ["export '1km run' -o - --type icu", "start --dry-run --speed 3600 1km run"] {
        #expect(try await home.shell("intervalctl \(line) --pace 4:00/km").status == 0, "\(line)")
      }
    }
  }

  @Test func `standard streams need a type`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(
        """
        intervalctl export '30s run' -o - --type zwo | intervalctl import --type zwo - |
          intervalctl export - -o - --type icu
        """)
      #expect(run == ProgramRun(status: 0, output: ["- 30s"], messages: []))
    }
  }

  @Test(
    arguments: [
      (
        "intervalctl export 30s -o run.gpx", 64,
        [
          "error: cannot write '.gpx' files", "hint: use .fit, .zwo, .tcx or .icu",
          "hint: name the type, for example: --type fit",
        ]
      ),
      (
        "intervalctl export 30s -o run", 64,
        [
          "error: the type of 'run' is unknown", "hint: use .fit, .zwo, .tcx or .icu",
          "hint: name the type, for example: --type fit",
        ]
      ),
      (
        "intervalctl export 30s -o -", 64,
        ["error: the type of standard output is unknown", "hint: name the type, for example: --type fit"]
      ),
      (
        "intervalctl export 30s", 64,
        [
          "error: no output file given", "hint: for example: intervalctl export tabata -o tabata.fit",
          "See 'intervalctl export --help'",
        ]
      ),
      (
        "intervalctl export -o a.fit", 64,
        [
          "error: no PLAN given", "hint: for example: intervalctl export tabata -o tabata.fit",
          "hint: list the plans with: intervalctl plans", "See 'intervalctl export --help'",
        ]
      ),
      (
        "intervalctl import - < /dev/null", 64,
        ["error: the type of standard input is unknown", "hint: name the type, for example: --type fit"]
      ),
      (
        "intervalctl import tempo.gpx", 64,
        [
          "error: cannot read '.gpx' files",
          "hint: a GPX file is a recorded track; use a workout in a .fit, .zwo, .tcx or .icu file",
        ]
      ),
      (
        "intervalctl show ./tempo.GPX", 64,
        [
          "error: cannot read '.gpx' files",
          "hint: a GPX file is a recorded track; use a workout in a .fit, .zwo, .tcx or .icu file",
        ]
      ),
      (
        "intervalctl import tabata.svg", 64,
        [
          "error: cannot import '.svg' files", "hint: use .fit, .zwo, .tcx or .icu",
          "hint: name the type, for example: --type fit",
        ]
      ),
      (
        "intervalctl import --type fit - < /dev/null", 65,
        [
          "error: standard input is not a FIT file: offset 0: the signature '.FIT' is missing",
          "hint: for another type: intervalctl import --type TYPE -",
        ]
      ),
      ("intervalctl import run.fit", 66, ["error: cannot read run.fit: No such file or directory"]),
      (
        "echo '<gpx/>' > a.tcx; intervalctl import a.tcx", 65,
        [
          "error: a.tcx is not a TCX file: line 1: no workout in <gpx>",
          "hint: for another type: intervalctl import --type TYPE a.tcx",
        ]
      ),
      (
        "intervalctl export 30s -o a.fit; intervalctl import a.fit --type zwo", 65,
        [
          "error: a.fit is not a ZWO file: line 1: not well-formed (invalid token)",
          "hint: for another type: intervalctl import --type TYPE a.fit",
        ]
      ),
      (
        "intervalctl export 30s -o a.fit; echo >> a.fit; intervalctl start a.fit", 65,
        [
          "error: a.fit: offset 94: the signature '.FIT' is missing"
        ]
      ),
      (
        "intervalctl export \"$(yes 1s | head -21 | paste -sd,)\" -o a.tcx",
        65,
        [
          "error: the plan does not fit into TCX: 21 steps are more than the limit of 20",
          "hint: FIT files have room for more: --type fit",
        ]
      ),
      (
        "mkdir a.zwo; intervalctl export 30s -o a.zwo", 74,
        ["error: cannot save a.zwo: Is a directory"]
      ),
      (
        "printf -- '- 400mtr\\n' > a.icu; intervalctl import a.icu", 65,
        [
          "error: a.icu: the run has a distance but no pace, so its duration is unknown",
          "  400mtr run", "  ^",
          "hint: give it a pace, for example: --pace run=6:00/km",
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
