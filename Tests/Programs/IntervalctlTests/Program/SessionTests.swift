import ControlInterface
import Dates
import FoundationEssentials
import PlanLibrary
import TestSupport
import TestTraits
import Testing
import WorkoutHistory
import WorkoutModel
import WorkoutReports

@testable import intervalctl

/// Tests of commands with a session of a training program.
@Suite(.hangLimit) struct SessionTests {
  @Test func `the daemon is asked for a session by its ID`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      try home.writeProgram()
      for arguments in [["back"], ["BACK", "--session", "W2D1"], ["--name", "back", "--session", "w1d2"]] {
        #expect(try await home.run(["start"] + arguments).status == 0)
      }
      #expect(
        await daemon.calls == [
          "startNamed back false", "startNamed back w2d1 false", "startNamed back w1d2 false",
        ])
    }
  }

  @Test func `a session with options is started from its text`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      try home.writeProgram()
      let run = try await home.run(["start", "back", "--session", "w1d2", "--pace", "run=5:00/km"])
      #expect(run.status == 0)
      #expect(
        await daemon.calls == [
          "start back false: name \"Back to running\"\npace run 5:00/km\nlead-in off\n20m run"
        ])
    }
  }

  @Test func `commands read the title of a program, and a session alone belongs to the program in use`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      try home.writeProgram()
      #expect(
        try await home.run(["start", "w2d1"])
          == ProgramRun(
            status: 66,
            messages: [
              "error: 'w2d1' needs a training program, and the history contains none",
              "hint: name the program: intervalctl start back --session w2d1",
            ]))
      try home.writeHistory([.workout(Self.done("a", week: 1, day: 1, next: "w1d2"))])
      for arguments in [["back", "to", "running"], ["Back to Running", "--session", "w2d1"], ["w2d1"], ["W1D2"]] {
        #expect(try await home.run(["start"] + arguments).status == 0)
      }
      #expect(
        await daemon.calls == [
          "startNamed back false", "startNamed back w2d1 false", "startNamed back w2d1 false",
          "startNamed back w1d2 false",
        ])
      let shown = try await home.run(["show", "back", "--session", "w2d1"])
      for arguments in [["show", "w2d1"], ["show", "back to running", "--session", "w2d1"]] {
        #expect(try await home.run(arguments) == shown)
      }
      let file = home.folder.path(of: "x.zwo")
      for arguments in [
        ["program", "back to running"], ["edit", "back to running"], ["export", "w2d1", "-o", file],
      ] {
        let run = try await home.run(arguments, environment: ["EDITOR": "true"])
        #expect(run.status == 0, "\(arguments): \(run)")
      }
      #expect(
        try await home.run(["plans", "remove", "Back to running"]).output.first?.hasPrefix("Removed back: ") == true)
    }
  }

  @Test(arguments: [(13, false), (17, true)])
  func `the start of a session after two weeks without a session shows how to repeat a week`(
    days: Int, isNoted: Bool
  ) async throws {
    try await ProgramHome.with { home in
      try home.writeProgram()
      let day = LocalTime.now.day.advanced(by: -days)
      try home.folder.write(
        Samples.history([Samples.session("a", "w1d2", of: "back", at: "\(day.iso)T12:00:00Z")]),
        to: ".local/state/intervald/history.jsonl")
      let note =
        "note: 17 days have passed since the last session; to repeat a week instead: "
        + "intervalctl start back --session w1d1 --replace"
      #expect(try await home.run(["start", "back"]).messages == (isNoted ? [note] : []))
      #expect(try await home.run(["start", "back", "--session", "w2d1"]).messages == [])
    }
  }

  @Test func `the daemon chooses the session, even if all sessions in the history are done`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      try home.writeProgram()
      try home.writeHistory([.workout(Self.done("a", week: 2, day: 1, next: nil))])
      #expect(try await home.run(["start", "back", "--replace"]).status == 0)
      #expect(await daemon.calls == ["startNamed back true"])
    }
  }

  @Test func `a session of a program in a file contains the path of the file`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      try home.folder.write(Samples.program, to: "my runs/back.program")
      let path = home.folder.path(of: "my runs/back.program")
      let commands = ["intervalctl start 'my runs/back.program'", "cd 'my runs'; intervalctl start ./back.program"]
      for command in commands { #expect(try await home.shell(command).status == 0) }
      #expect(await daemon.sessions.map { $0?.path } == [path, path])
      #expect(await daemon.sessions.map { $0?.program } == ["back", "back"])
    }
  }

  @Test func `a dry run without a plan continues the program that was started last by its path`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.writeProgram()
      let path = try home.folder.write("name \"Mine\"\nweek 1\nsession: 2s run", to: "mine/back.program")
      try home.writeLast(LastPlan(plan: "1h run", planName: "back", isNamed: true, program: path))
      let command = ["start", "--dry-run", "--speed", "3600"]
      let run = try await home.run(command)
      #expect(run.output.first?.hasPrefix(#"Dry run of "Mine, week 1, day 1 of 1", "#) == true, "\(run)")
      try home.writeHistory([.workout(Self.done("a", week: 1, day: 1, next: nil))])
      #expect(
        try await home.run(command)
          == ProgramRun(
            status: 1,
            messages: [
              "error: the last session of \(path) is done",
              "hint: add a session after the name: \(path) --session w1d1",
              "hint: begin again with: intervalctl program \(path) --at w1d1",
            ]))
    }
  }

  @Test(arguments: ["/nowhere/couch.program", "couch"])
  func `a start without a plan reports that the last program does not exist`(program: String) async throws {
    let refusal = ControlError.noSuchPlan(.init(name: program, searched: ["/plans"]))
    try await ProgramHome.with(daemon: ScriptedController(.init(refusal: refusal))) { home in
      try home.writeLast(LastPlan(plan: "1h run", planName: "couch", isNamed: true, program: program))
      for arguments in [["start"], ["start", "--dry-run"], ["start", "--lead-in", "3s"]] {
        #expect(
          try await home.run(arguments)
            == ProgramRun(
              status: 66,
              messages: [
                "error: the training program that was started last does not exist: \(program)",
                "hint: start another plan or program by its name: intervalctl start NAME",
                "hint: list the plans with: intervalctl plans",
              ]), "\(arguments)")
      }
    }
  }

  @Test func `the session that is due follows from the history`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.writeProgram()
      func due() async throws -> String? {
        try await home.run(["program", "back"]).output.first { $0.hasPrefix("Next") }
      }
      #expect(try await due()?.hasSuffix(" week 1, day 1 of 2") == true)
      try home.writeHistory([.workout(Self.done("a", week: 1, day: 1, next: "w1d2"))])
      #expect(try await due()?.hasSuffix(" week 1, day 2 of 2: Longer") == true)
      let move = HistoryChange.move("back", to: SessionID(week: 2, day: 1), at: Date(timeIntervalSince1970: 0))
      try home.writeHistory([.change(move)])
      #expect(try await due()?.hasSuffix(" week 2, day 1 of 1 (moved)") == true)
    }
  }

  @Test(
    arguments: [
      (
        ["start", "back", "--session", "w2d4"], 66,
        [
          "error: back has no session 'w2d4'", "hint: did you mean 'w2d1'?",
          "hint: list the sessions with: intervalctl show back",
        ]
      ),
      (
        ["show", "back", "--session", "tuesday"], 64,
        [
          "error: 'tuesday' is not a session", "hint: write the week and the day, such as w1d1",
          "hint: list the sessions with: intervalctl show back",
        ]
      ),
      (
        ["start", "long-run", "--session", "w1d1"], 64,
        [
          "error: 'long-run' is a plan, not a training program, and has no session", "hint: leave out --session",
          "hint: list the programs with: intervalctl plans",
        ]
      ),
      (
        ["start", "done", "--dry-run"], 1,
        [
          "error: the last session of done is done",
          "hint: add a session after the name: done --session w1d1",
          "hint: begin again with: intervalctl program done --at w1d1",
        ]
      ),
      (
        ["start", "'my runs/done.program'"], 1,
        [
          "error: the last session of my runs/done.program is done",
          "hint: add a session after the name: 'my runs/done.program' --session w1d1",
          "hint: begin again with: intervalctl program 'my runs/done.program' --at w1d1",
        ]
      ),
      (
        ["start", "'my runs/done.program'", "--session", "w1d2"], 66,
        [
          "error: my runs/done.program has no session 'w1d2'", "hint: did you mean 'w1d1'?",
          "hint: list the sessions with: intervalctl show 'my runs/done.program'",
        ]
      ),
      (
        ["start", "./wrong.program"], 65,
        [
          "error: ./wrong.program:2:14: found 'rum', expected a kind such as run, '@', ',' or the end of the line",
          "  session: 10m rum", "               ^", "hint: did you mean 'run'?",
        ]
      ),
    ] as [([String], Int, [String])])
  func `a session that cannot be started is an error with a hint`(
    arguments: [String], status: Int, messages: [String]
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.writeProgram()
      for folder in ["config/intervald/plans", "my runs"] {
        try home.folder.write("week 1\nsession: 10m run", to: "\(folder)/done.program")
      }
      try home.folder.write("week 1\nsession: 10m rum", to: "wrong.program")
      let last = Self.done("a", of: "done", week: 1, day: 1, next: nil)
      try home.writeHistory([.workout(last)])
      let run = try await home.shell((["intervalctl"] + arguments).joined(separator: " "))
      #expect(run.status == status)
      #expect(run.messages == messages)
    }
  }

  @Test(
    arguments: [
      ("start back", true), ("start back --dry-run", false), ("calc back", false), ("splits back", false),
      ("render back -o x.wav", false), ("export back -o x.fit", false), ("export back -o x.ics", false),
    ])
  func `after the last session, the first session that is not done is named`(command: String, starts: Bool) async throws
  {
    let daemon = ScriptedController(.init(refusal: .programDone(.init(program: "back"))))
    try await ProgramHome.with(daemon: daemon) { home in
      try home.writeProgram()
      try home.writeHistory([
        .workout(Self.done("a", week: 1, day: 1, next: "w1d2")), .workout(Self.done("b", week: 2, day: 1, next: nil)),
      ])
      let run = try await home.shell("intervalctl \(command)")
      #expect(run.status == 1)
      #expect(
        run.messages.filter { !$0.contains("--all") } == [
          "error: the last session of back is done",
          starts
            ? "hint: repeat a session with: intervalctl start back --session w1d1"
            : "hint: add a session after the name: back --session w1d1",
          "hint: return to the first session that is not done: intervalctl program back --at w1d2",
          "hint: begin again with: intervalctl program back --at w1d1",
        ])
    }
  }

  @Test(
    arguments: [
      (["start", "BACK", "W1D2", "--watch"], "W1D2", "intervalctl start BACK --session w1d2"),
      (["export", "-o", "x.fit", "back", "w2d1"], "w2d1", "intervalctl export back --session w2d1"),
      (["show", "back", "w2"], "w2", "intervalctl show back --session w2d1"),
      (["start", "back", "week3", "--watch"], "week3", "intervalctl start back --session w2d1"),
      (["start", "back", "d2"], "d2", "intervalctl start back --session w1d2"),
      (["start", "back", "Week", "1,", "Day", "2"], "Week 1, Day 2", "intervalctl start back --session w1d2"),
      (["start", "./wrong.program", "w2d3"], "w2d3", "intervalctl start ./wrong.program --session w2d3"),
      (
        ["show", "'my runs/done.program'", "day", "2"], "day 2",
        "intervalctl show 'my runs/done.program' --session w1d1"
      ),
      (["program", "back", "w2d2"], "w2d2", "intervalctl program back --at w2d1"),
      (["render", "back", "week", "2"], "week 2", "intervalctl render back --session w2d1"),
    ])
  func `a session in words after a program is an error whose hint contains an option`(
    arguments: [String], words: String, command: String
  ) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.writeProgram()
      try home.folder.write("week 1\nsession: 1s", to: "my runs/done.program")
      try home.folder.write("week 1\nsession: 10m rum", to: "wrong.program")
      #expect(
        try await home.shell("intervalctl \(arguments.joined(separator: " "))")
          == ProgramRun(
            status: 64,
            messages: [
              "error: unexpected '\(words)' after the name of a training program",
              "hint: choose a session with: \(command)",
            ]))
    }
  }

  @Test func `a plan and a program of the same name are an error`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.writeProgram()
      try home.folder.write("1m run", to: "config/intervald/plans/back.plan")
      let run = try await home.run(["start", "back"])
      #expect(run.status == 64)
      let folder = "\(home.folder.path)/config/intervald/plans"
      #expect(
        run.messages == [
          "error: 'back' is both a plan and a training program", "hint: rename one of the two files:",
          "  \(folder)/back.plan", "  \(folder)/back.program",
        ])
    }
  }

  private static func done(
    _ id: String, of program: String = "back", week: Int, day: Int, next: String?
  ) -> Report.Summary {
    Report.Summary(
      workoutId: id, session: Report.Session(program: program, week: week, day: day, weeks: 2, days: 2, next: next),
      plan: "10m run", completed: true, startedAt: "2026-11-20T10:00:00Z", endedAt: "2026-11-20T10:10:00Z",
      elapsedMs: 600_000, pausedMs: 0, plannedMs: 600_000, intervals: 1)
  }
}
