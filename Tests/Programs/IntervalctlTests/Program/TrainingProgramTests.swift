import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutHistory
import WorkoutReports

@testable import intervalctl

/// Tests of the commands that show the position in a training program.
@Suite(.hangLimit) struct TrainingProgramTests {
  static let history = ".local/state/intervald/history.jsonl"
  static let plans = "config/intervald/plans"

  private static let program = """
    name "Couch to 5K"
    about "Three weeks."
    week 1
    3x session: 5m warmup, 20m run, 5m cooldown
    week 2 "Longer"
    2x session: 30m run
    session "Long": 40m run
    week 3
    3x session: 30m run
    """

  /// The third session was stopped after ten minutes.
  static let sessions = [
    Samples.session("a", "w1d1", at: "2025-11-03T06:30:00Z"), Samples.session("b", "w1d2", at: "2025-11-05T06:30:00Z"),
    Samples.session("c", "w1d3", at: "2025-11-07T06:30:00Z", minutes: 10),
    Samples.session("d", "w2d1", at: "2025-11-10T06:30:00Z"),
  ]

  // MARK: program

  @Test func `the position shows the last session and the session that is due`() async throws {
    try await Self.withProgram { home in
      try home.folder.write(Samples.history(Self.sessions), to: Self.history)
      let hint = "hint: start the next session with: intervalctl start c25k"
      #expect(
        try await home.run(["program", "C25K"])
          == ProgramRun(
            status: 0,
            output: [
              "Couch to 5K", "Position  week 2 of 3  ▓▓░", "Done      3 of 9 sessions, 1 missed",
              "Last      week 2, day 1 on 10 Nov 2025, 06:30", "Next      week 2, day 2 of 3", "Plan      30m run",
              "Time      30:00",
            ], messages: [hint.replacing("c25k", with: "C25K")]))
      let json = try await home.run(["program", "c25k", "--json"])
      let path = home.folder.path(of: "\(Self.plans)/c25k.program")
      #expect(
        json
          == ProgramRun(
            status: 0,
            output: [
              """
              {"distanceIsPartial":null,"distanceM":null,"done":3,"durationMs":1800000,\
              "label":null,"last":{"done":true,"session":"w2d1",\
              "startedAt":"2025-11-10T06:30:00Z","workoutId":"d"},"missed":1,"name":"c25k","next":"w2d2",\
              "path":"\(path)","plan":"30m run","sessions":9,"skipped":0,"title":"Couch to 5K","week":2,"weeks":3}
              """
            ]))
      // A program in a file has the position of the same name.
      let file = try await home.shell("cp \(Self.plans)/c25k.program .; intervalctl program ./c25k.program")
      #expect(file.output.dropFirst().first == "Position  week 2 of 3  ▓▓░")
      #expect(file.messages.last == hint.replacing("c25k", with: "./c25k.program"))
    }
  }

  @Test func `hints for a program in a file contain its path`() async throws {
    try await Self.withProgram { home in
      let done = Samples.session("e", "w3d3", of: "my plan", at: "2025-11-20T06:30:00Z")
      try home.folder.write(Samples.history([done]), to: Self.history)
      _ = try await home.shell("cp \(Self.plans)/c25k.program 'my plan.program'")
      let path = "'./my plan.program'"
      let unknown = try await home.shell("intervalctl start \(path) --session w9d9 --dry-run")
      #expect(unknown.messages.last == "hint: list the sessions with: intervalctl show \(path)")
      let start = try await home.shell("intervalctl start \(path) --dry-run")
      #expect(
        start.messages.suffix(2) == [
          "hint: add a session after the name: \(path) --session w1d1",
          "hint: begin again with: intervalctl program \(path) --at w1d1",
        ])
      let position = try await home.shell("intervalctl program \(path)")
      #expect(position.messages == ["hint: begin again with: intervalctl program \(path) --at w1d1"])
    }
  }

  @Test func `the position follows removals, moves and copies, but not the correction of a done session`() async throws
  {
    try await Self.withProgram { home in
      try home.folder.write(Samples.history(Self.sessions), to: Self.history)
      #expect(try await Self.next(in: home) == "w2d2")
      _ = try await home.run(["history", "correct", "1", "4km"])
      #expect(try await Self.next(in: home) == "w2d2")
      _ = try await home.run(["history", "remove", "1", "--yes"])
      #expect(try await Self.next(in: home) == "w1d3")
      _ = try await home.run(["history", "undo"])
      #expect(try await Self.next(in: home) == "w2d2")
      _ = try await home.run(["program", "c25k", "--at", "w1d2"])
      #expect(try await Self.next(in: home) == "w1d2")
      let copied = try home.folder.read(Self.history)
      try await Self.withProgram { other in
        #expect(try await Self.next(in: other) == "w1d1")
        try other.folder.write(copied, to: Self.history)
        #expect(try await Self.next(in: other) == "w1d2")
      }
      try home.folder.write(
        copied + Samples.history([Samples.session("e", "w3d3", at: "2025-11-20T06:30:00Z")]), to: Self.history)
      #expect(try await Self.next(in: home) == "None")
      let done = try await home.run(["program", "c25k"])
      #expect(done.output[1] == "Position  done  ▓▓▓")
      #expect(done.output.count == 4)
      #expect(done.messages == ["hint: begin again with: intervalctl program c25k --at w1d1"])
    }
  }

  @Test func `a change of the history that makes another session due prints this session`() async throws {
    try await Self.withProgram { home in
      let short = Samples.session("e", "w3d2", at: "2025-11-20T06:30:00Z", minutes: 10, plannedMetres: 5000)
      try home.folder.write(Samples.history(Self.sessions + [short]), to: Self.history)
      #expect(
        try await home.run(["history", "correct", "1", "4km"]).output.last == "Next in Couch to 5K: week 3, day 3")
      #expect(
        try await home.run(["history", "correct", "1", "4.1km"]).output.last?.hasPrefix("Intervals") == true)
      for (arguments, due) in [
        (["remove", "1", "--yes"], "week 2, day 2"), (["undo"], "week 3, day 3"),
        (["remove", "1", "--yes"], "week 2, day 2"),
        (["remove", "1", "--yes"], "week 1, day 3"),
      ] {
        #expect(
          try await home.run(["history"] + arguments).output.last == "Next in Couch to 5K: \(due)", "\(arguments)")
      }
      let last = Samples.session("f", "w3d3", at: "2025-11-22T06:30:00Z", minutes: 10, plannedMetres: 5000)
      try home.folder.write(Samples.history([last]), to: Self.history)
      #expect(try await home.run(["history", "correct", "1", "5km"]).output.last == "Couch to 5K is done")
    }
  }

  @Test func `the end of the last interval by a command prints the next session`() async throws {
    var answers = ScriptedController.Answers()
    answers.status = Samples.idle
    answers.status.workoutId = "d"
    try await ProgramHome.with(daemon: ScriptedController(answers)) { home in
      let finished = "Finished: that was the last interval."
      #expect(
        try await home.run(["next"])
          == ProgramRun(status: 0, output: [finished, "Not recorded: less than 10 s of intervals."]))
      try home.folder.write(Samples.history(Self.sessions), to: Self.history)
      #expect(
        try await home.run(["next"])
          == ProgramRun(status: 0, output: [finished, "Next: week 2, day 2. Rest a day."]))
    }
  }

  @Test func `a chosen session that no longer exists causes a note`() async throws {
    try await Self.withProgram { home in
      _ = try await home.run(["program", "c25k", "--at", "w3d3"])
      #expect(try await home.run(["program", "c25k"]).output[3] == "Next      week 3, day 3 of 3 (moved)")
      try home.folder.write("week 1\n2x session: 30m run", to: "\(Self.plans)/c25k.program")
      let run = try await home.run(["program", "c25k"])
      #expect(run.output[3] == "Next      week 1, day 2 of 2 (moved)", "\(run)")
      #expect(
        run.messages.first
          == "note: week 3, day 3, to which the program was moved, no longer exists; the nearest session is due")
    }
  }

  @Test func `a session with a date in the future causes a warning about the clock`() async throws {
    try await Self.withProgram { home in
      try home.folder.write(
        Samples.history([Samples.session("a", "w1d1", at: "2999-11-03T06:30:00Z")]), to: Self.history)
      let run = try await home.run(["program", "c25k"])
      #expect(run.status == 0)
      #expect(
        run.messages.first
          == "warning: the last entry of c25k in the history has a date in the future, 3 Nov 2999: check the clock")
    }
  }

  /// The session that is due, as in `program --json`.
  private static func next(in home: ProgramHome) async throws -> String? {
    try await home.shell(
      "intervalctl program c25k --json | python3 -c 'import json; print(json.loads(input())[\"next\"])'"
    ).output.first
  }

  @Test(
    arguments: [
      (
        "program c25k --at w9d9", 66,
        [
          "error: c25k has no session 'w9d9'", "hint: did you mean 'w3d3'?",
          "hint: list the sessions with: intervalctl show c25k",
        ]
      ),
      (
        "program c25k --at monday", 64,
        [
          "error: 'monday' is not a session", "hint: write the week and the day, such as w1d1",
          "hint: list the sessions with: intervalctl show c25k",
        ]
      ),
      (
        "program c25", 66,
        [
          "error: no training program is named 'c25'", "hint: did you mean 'c25k'?",
          "hint: list the programs with: intervalctl plans",
        ]
      ),
      (
        "program gone", 66,
        [
          "error: no training program is named 'gone'; the history contains 2 sessions of this program",
          "hint: list them with: intervalctl history --by-program", "hint: list the programs with: intervalctl plans",
        ]
      ),
      (
        "show gone", 66,
        [
          "error: no training program is named 'gone'; the history contains 2 sessions of this program",
          "hint: list them with: intervalctl history --by-program", "hint: list the programs with: intervalctl plans",
        ]
      ),
      (
        "start gone --session w1d1", 66,
        [
          "error: no training program is named 'gone'; the history contains 2 sessions of this program",
          "hint: list them with: intervalctl history --by-program", "hint: list the programs with: intervalctl plans",
        ]
      ),
      (
        "program lost --at w1d1", 66,
        [
          "error: no training program is named 'lost'; the history contains 1 session of this program",
          "hint: list them with: intervalctl history --by-program", "hint: list the programs with: intervalctl plans",
        ]
      ),
      (
        "program long-run", 64,
        [
          "error: 'long-run' is a plan, not a training program", "hint: show it with: intervalctl show long-run",
          "hint: list the programs with: intervalctl plans",
        ]
      ),
      (
        "show c25k --cues", 64,
        [
          "error: --cues requires a session of the training program",
          "hint: specify a session: intervalctl show c25k --session w2d2 --cues",
        ]
      ),
      (
        "show --name c25k --schedule", 64,
        [
          "error: --schedule requires a session of the training program",
          "hint: specify a session: intervalctl show c25k --session w2d2 --schedule",
        ]
      ),
      (
        "show c25k --svg 'a b.svg'", 64,
        [
          "error: --svg requires a session of the training program",
          "hint: specify a session: intervalctl show c25k --session w2d2 --svg 'a b.svg'",
        ]
      ),
      ("programs", 64, nil),
    ] as [(String, Int32, [String]?)])
  func `a mistake is reported, and the history stays the same`(
    arguments: String, status: Int32, messages: [String]?
  ) async throws {
    try await Self.withProgram { home in
      let text = Samples.history(
        Self.sessions + [
          Samples.session("e", "w1d1", of: "gone", at: "2025-11-12T06:30:00Z"),
          Samples.session("f", "w1d2", of: "gone", at: "2025-11-14T06:30:00Z"),
          Samples.session("g", "w1d1", of: "lost", at: "2025-11-15T06:30:00Z"),
        ])
      try home.folder.write(text, to: Self.history)
      let run = try await home.shell("intervalctl \(arguments)")
      #expect(run.status == status)
      #expect(run.output == [])
      if let messages { #expect(run.messages == messages) }
      #expect(try home.folder.read(Self.history) == text)
    }
  }

  // MARK: show and plans

  @Test func `show draws a program, and prints its sessions as JSON`() async throws {
    try await Self.withProgram { home in
      try home.folder.write(Samples.history(Self.sessions), to: Self.history)
      let run = try await home.run(["show", "c25k"])
      #expect(run.status == 0)
      #expect(run.messages == ["hint: show a session with: intervalctl show c25k --session w2d2"])
      #expect(
        run.output.prefix(7) == [
          "Couch to 5K", "Three weeks.", "", "Sessions  9 in 3 weeks", "Time      4:40:00",
          "Position  week 2 of 3, next: week 2, day 2", "Done      3 of 9 sessions, 1 missed",
        ])
      #expect(run.output.contains("   1  1:30:00  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ ××××××××××××××××"), "\(run.output)")
      let states = try await home.shell("intervalctl show c25k --json | python3 -c '\(Self.states)'")
      #expect(
        states.output == [
          "c25k Couch to 5K Three weeks. w2d2", "1 None w1d1 done w1d2 done w1d3 missed",
          "2 Longer w2d1 done w2d2 next w2d3 toCome", "3 None w3d1 toCome w3d2 toCome w3d3 toCome",
          "Long 40m run 2400000 None",
        ], "\(states.messages)")
      let session = try await home.run(["show", "c25k", "--session", "w2d3"])
      #expect(session.output.first == "Couch to 5K, week 2, day 3 of 3: Long")
    }
  }

  private static let states = """
    import json
    program = json.loads(input())
    print(*(program[name] for name in ("name", "title", "about", "next")))
    for week in program["weeks"]:
        sessions = [word for session in week["sessions"] for word in (session["id"], session["state"])]
        print(week["number"], week["label"], *sessions)
    print(*(program["weeks"][1]["sessions"][2][name] for name in ("label", "plan", "durationMs", "distanceM")))
    """

  @Test func `paces on the command line determine the times of a program`() async throws {
    try await Self.withProgram { home in
      try home.folder.write("pace run 6:00/km\nweek 1\nsession: until 5km (1km run)", to: "\(Self.plans)/far.program")
      #expect(try await home.run(["show", "far"]).output.contains("Time      30:00"))
      #expect(try await home.run(["show", "far", "--pace", "run=5:00/km"]).output.contains("Time      25:00"))
    }
  }

  @Test func `plans lists programs with their progress`() async throws {
    try await Self.withProgram { home in
      try home.folder.write(Samples.history(Self.sessions), to: Self.history)
      try home.folder.write("week 2", to: "\(Self.plans)/torn.program")
      for suffix in ["plan", "program"] { try home.folder.write("30m run", to: "\(Self.plans)/two.\(suffix)") }
      let run = try await home.run(["plans"])
      #expect(run.messages == [])
      #expect(run.output[3].hasPrefix("two       error"))
      #expect(run.output[3].hasSuffix("'two' is both a plan and a training program"))
      #expect(
        run.output[4...6] == ["", "Program  Progress          Title", "c25k     week 2 of 3  ▓▓░  Couch to 5K"],
        "\(run)")
      #expect(run.output[7] == "torn     error             line 1: found week 2, expected week 1", "\(run)")
      let json = try await home.shell("intervalctl plans --json | grep c25k")
      #expect(
        json.output.first?.contains(
          """
          "plan":"30m run","program":{"done":3,"missed":1,"name":"c25k","next":"w2d2","sessions":9,"skipped":0,\
          "title":"Couch to 5K","week":2,"weeks":3},"title":"Couch to 5K, week 2, day 2 of 3"}
          """) == true, "\(json)")
    }
  }

  @Test func `an unreadable history is a warning in views, and an error if the position is required`() async throws {
    try await Self.withProgram { home in
      let path = try home.folder.folder(Self.history)
      for arguments in [["plans"], ["show", "c25k"]] {
        let run = try await home.run(arguments)
        #expect(run.status == 0)
        #expect(run.messages.first == "warning: cannot read \(path): Is a directory")
      }
      #expect(try await home.run(["plans"]).output.last == "c25k     3 weeks   ░░░  Couch to 5K")
      #expect(
        try await home.run(["program", "c25k"])
          == ProgramRun(status: 66, messages: ["error: cannot read \(path): Is a directory"]))
      #expect(try await home.run(["program", "c25k", "--at", "w1d2"]).status == 66)
    }
  }

  static func withProgram(_ body: @escaping @Sendable (ProgramHome) async throws -> Void) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(program, to: "\(plans)/c25k.program")
      try await body(home)
    }
  }
}
