import FoundationEssentials
import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the exact output of `import` and `export`.
@Suite(.hangLimit) struct ImportExportTests {
  private static let plan = "until 5km (4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)"

  @Test func `an exported plan can be imported again`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      var run = try await home.shell("intervalctl export '\(Self.plan)' -o five.fit")
      #expect(run.status == 0)
      #expect(run.output == ["Saved as FIT, 5 steps: five.fit"])
      #expect(run.messages == ["warning: until 5 km: a watch may or may not stop in the middle of a round"])
      run = try await home.shell("intervalctl import five.fit")
      #expect(run == ProgramRun(status: 0, output: [Self.plan.replacing("60s", with: "1m")]))
      run = try await home.shell("intervalctl import five.fit | intervalctl show - --json")
      #expect(
        run.output == [
          #"{"averagePaceMps":2.11864406779661,"#
            + #""distanceIsPartial":null,"distanceM":5000.0,"durationMs":2360000,"intervals":72,"losses":null,"#
            + #""plan":"\#(Self.plan.replacing("60s", with: "1m"))","title":null}"#
        ])
    }
  }

  @Test func `the losses of a conversion are reported as text or JSON, and are an error with --strict`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let line = "intervalctl export '\(Self.plan)' --flatten -o five.fit"
      let losses = ["until 5 km became 8 repetitions (5.07 km)", "nested repeat unrolled 8 times"]
      var run = try await home.shell("\(line) --strict")
      #expect(
        run
          == ProgramRun(
            status: 65,
            messages: ["error: the conversion is not lossless, which --strict requires"] + losses.map { "  \($0)" }))
      #expect(!FileManager.default.fileExists(atPath: home.folder.path(of: "five.fit")))
      run = try await home.shell(line)
      #expect(
        run
          == ProgramRun(
            status: 0, output: ["Saved as FIT, 32 steps: five.fit"], messages: losses.map { "warning: \($0)" }))
      run = try await home.shell("\(line) --overwrite --json")
      #expect(
        run.output == [
          #"{"losses":[{"loss":"until","words":"\#(losses[0])"},"#
            + #"{"loss":"unrolled","words":"\#(losses[1])"}],"path":"five.fit","steps":32,"type":"fit"}"#
        ])
    }
  }

  @Test func `show and start accept a workout file like a plan file`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("Up we go\n\n4x\n- Hard 400mtr Z4\n- Rest 1m\n", to: "hills.icu")
      var run = try await home.shell("intervalctl show hills.icu --pace run=5:00/km --json")
      #expect(run.messages == ["warning: Z4 becomes a label"])
      #expect(
        run.output == [
          #"{"averagePaceMps":2.2222222222222223,"#
            + #""distanceIsPartial":null,"distanceM":1600.0,"durationMs":720000,"intervals":8,"#
            + #""losses":[{"loss":"target","words":"Z4 becomes a label"}],"#
            + #""plan":"4x(400mtr run @5:00/km \"Hard, Z4\", 1m rest)","title":"hills"}"#
        ])
      run = try await home.shell("intervalctl start --dry-run --speed 3600 hills.icu --pace run=5:00/km")
      #expect(run.status == 0)
      #expect(run.output.first?.hasPrefix("Dry run of \"hills\", 3600 times as fast: 12:00") == true, "\(run.output)")
      run = try await home.shell("intervalctl start --dry-run hills.icu")
      #expect(run.status == 65)
    }
  }

  @Test func `import --name saves a plan, and overwrites an existing plan only with --overwrite`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("- 30s\n- Walk 30s\n", to: "a.icu")
      let path = home.folder.path(of: "config/intervald/plans/easy.plan")
      var run = try await home.shell("intervalctl import a.icu --name easy")
      #expect(run.status == 0)
      #expect(run.messages.isEmpty)
      #expect(run.output.contains("30s run   0:30"))
      #expect(run.output.last == "Saved as easy: \(path)")
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

  @Test func `import -o writes a plan file, and overwrites an existing file only with --overwrite`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("- 30s\n- Walk 30s\n", to: "a.icu")
      var run = try await home.shell("intervalctl import a.icu -o easy.plan; cat easy.plan")
      #expect(run.status == 0)
      #expect(run.output.suffix(3) == ["Saved easy.plan", "30s run", "30s walk"])
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

  @Test func `export overwrites a file only with --overwrite, and can write to a pipe`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("old", to: "a.icu", mode: 0o640)
      let refused = try await home.shell("intervalctl export '30s run' -o a.icu; cat a.icu")
      let lossy = try await home.shell("intervalctl export 'forever 30s' -o a.icu")
      #expect(lossy.status == 73)
      #expect(lossy.messages == refused.messages)
      #expect(refused.output == ["old"])
      #expect(
        refused.messages == [
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

  @Test func `a pace without a kind applies to each kind that has no pace, except rest`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write("- 400mtr\n- Walk 30s\n- Rest 10s\n- Warmup 30s 6:00/km Pace\n", to: "a.icu")
      try home.folder.write("pace walk 10:00/km\n", to: "config/intervald/intervald.conf")
      let single = try await home.shell("intervalctl import a.icu --pace 5:00/km")
      #expect(
        single.output == [
          "pace run 5:00/km", "400mtr run", "30s walk", "10s rest", "30s warmup @6:00/km",
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

  @Test func `import and export can use standard streams if the type is given`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell(
        """
        intervalctl export '30s run' -o - --type zwo | intervalctl import --type zwo - |
          intervalctl export - -o - --type icu
        """)
      #expect(run == ProgramRun(status: 0, output: ["- 30s"], messages: []))
    }
  }
}
