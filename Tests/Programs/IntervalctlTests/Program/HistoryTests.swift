import ControlInterface
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutModel
import WorkoutReports

@testable import intervalctl

/// Tests of `history` and `history again`.
@Suite(.hangLimit) struct HistoryTests {
  private static let file = ".local/state/intervald/history.jsonl"

  private static let workouts = [
    Samples.workout("a", at: "2026-10-24T21:30:00Z"),
    Samples.workout("b", at: "2026-10-25T22:30:00Z", title: "=\"x\", y", completed: false),
  ]

  @Test func `without recorded workouts, history prints a note and history again fails`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let list = try await home.run(["history"])
      #expect(list == ProgramRun(status: 0, messages: ["note: no workouts yet: each is recorded when it ends"]))
      #expect(try await home.run(["history", "--json"]) == ProgramRun(status: 0))
      #expect(try await home.run(["history", "--csv"]).output.count == 1)
      #expect(
        try await home.run(["history", "again"])
          == ProgramRun(
            status: 66,
            messages: ["error: no workout is recorded yet", "hint: start one with: intervalctl start"]))
    }
  }

  @Test func `workouts are listed without a daemon, in the units of their plans`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(Samples.history(Self.workouts) + "half a li", to: Self.file)
      try home.folder.write("distance-units mi\n", to: "config/intervald/intervald.conf")
      let list = try await home.run(["history", "--since", "2026-10-01"])
      #expect(list.status == 0)
      #expect(list.output.first == "2 workouts")
      #expect(list.output[1].contains("  km  min/km  "))
      #expect(list.output[3].contains("5.00"))
      #expect(list.output[3].contains("stopped  =\"x\", y"))
      #expect(list.messages == ["warning: 1 line of \(home.folder.path)/\(Self.file) could not be read"])
      let later = try await home.run(["history", "--since", "2026-10-26"])
      #expect(later.output == [])
      #expect(later.messages.first?.hasPrefix("note: no workouts since then; the last one was on ") == true)
    }
  }

  @Test func `history --json prints one object per workout, for all workouts or since a day`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(Samples.history(Self.workouts), to: Self.file)
      let all = try await home.shell("intervalctl history --json | python3 -c '\(Self.sumOfLines)'")
      #expect(all.output == ["2 3600000 10000.0"])
      let since = try await home.run(["history", "--json", "--since", "2026-10-25"])
      #expect(since.output.count == 1)
      #expect(since.output.first?.contains(#""title":"=\"x\", y","workoutId":"b"}"#) == true)
      #expect(
        try await home.run(["history", "--json", "--csv"])
          == ProgramRun(
            status: 64,
            messages: ["error: --json and --csv cannot be combined", "hint: see 'intervalctl history --help'"]))
    }
  }

  private static let sumOfLines = """
    import json, sys
    lines = [json.loads(line) for line in sys.stdin]
    print(len(lines), sum(line["elapsedMs"] for line in lines), float(sum(line["distanceM"] for line in lines)))
    """

  /// Python reads the CSV table and calculates the local times independently.
  @Test(arguments: ["Europe/Berlin", "America/New_York", "Pacific/Auckland", "Asia/Kolkata", "UTC"])
  func `Python reads the recorded values from the CSV table`(zone: String) async throws {
    let times = [
      "2026-03-08T06:59:59Z", "2026-03-08T07:00:00Z", "2026-03-29T00:59:59Z", "2026-03-29T01:00:00Z",
      "2026-04-04T13:59:59Z", "2026-04-04T14:00:00Z", "2026-09-26T13:59:59Z", "2026-09-26T14:00:00Z",
      "2026-10-24T21:30:00Z", "2026-10-25T00:59:59Z", "2026-10-25T01:00:00Z", "2026-11-01T05:59:59Z",
      "2026-11-01T06:00:00Z", "1969-12-31T23:59:59Z",
    ]
    let titles = ["=1+1", "a, \"b\"", "-x", "@", "\u{301},", "läuft 🏃"]
    try await ProgramHome.with(daemon: nil) { home in
      let workouts = times.enumerated().map {
        Samples.workout("\($0.offset)", at: $0.element, title: titles[$0.offset % titles.count])
      }
      try home.folder.write(Samples.history(workouts), to: Self.file)
      try home.folder.write(Self.comparison, to: "compare.py")
      let run = try await home.shell(
        "intervalctl history --csv | python3 compare.py \(Self.file)", environment: ["TZ": zone])
      #expect(run == ProgramRun(status: 0, output: ["14 alike"]), "\(run.messages)")
    }
  }

  private static let comparison = """
    import csv, datetime, io, json, os, sys, zoneinfo
    sys.stdin.reconfigure(newline="")
    text = sys.stdin.read()
    assert text.count("\\r\\n") == text.count("\\n")
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    stored = [json.loads(line) for line in open(sys.argv[1])]
    for row, summary in zip(rows, stored, strict=True):
        started = datetime.datetime.fromisoformat(summary["startedAt"].replace("Z", "+00:00"))
        local = started.astimezone(zoneinfo.ZoneInfo(os.environ["TZ"]))
        assert row["started"] == local.isoformat(), (row, local)
        title = ("'" if summary["title"][0] in "=+-@" else "") + summary["title"]
        assert None not in row and row["title"] == title, row
        assert float(row["seconds"]) * 1000 == summary["elapsedMs"] and float(row["metres"]) == summary["distanceM"]
        assert row["completed"] == "true" and row["plan"] == summary["plan"]
        assert row["corrected"] == "false" and row["workoutId"] == summary["workoutId"]
    print(len(rows), "alike")
    """

  @Test(arguments: [
    (["again"], "start long-run false: name \"b\"\n2m run"),
    (["again", "1", "--replace"], "start long-run true: name \"b\"\n2m run"),
    (["again", "2"], "start - false: 1m run"), (["again", "first"], "start - false: 1m run"),
  ])
  func `history again starts a workout with the recorded plan and name`(arguments: [String], call: String) async throws
  {
    let daemon = ScriptedController(.init(warnings: ["No sound."]))
    try await ProgramHome.with(daemon: daemon) { home in
      var (first, second) = (
        Samples.workout("first", at: "2026-11-01T10:00:00Z", title: nil),
        Samples.workout("second", at: "2026-11-02T10:00:00Z")
      )
      (first.plan, second.plan) = ("1m run", "name \"b\"\n2m run")
      try home.folder.write(Samples.history([first, second]), to: Self.file)
      let run = try await home.run(["history"] + arguments)
      #expect(run.status == 0)
      #expect(run.output.first?.hasPrefix("Started \"30/30\"") == true)
      #expect(run.messages == ["warning: No sound."])
      #expect(await daemon.calls == [call])
    }
  }

  @Test func `a session that is repeated has the session that is due now, and not the one that was due then`()
    async throws
  {
    let daemon = ScriptedController(.init())
    try await ProgramHome.with(daemon: daemon) { home in
      let lines = [
        Samples.session("a", "w1d1", of: "back", at: "2026-11-01T10:00:00Z"),
        Samples.session("b", "w1d2", of: "back", at: "2026-11-02T10:00:00Z"),
        Samples.session("c", "w1d1", of: "gone", at: "2026-11-03T10:00:00Z"),
      ]
      try home.folder.write(Samples.history(lines), to: Self.file)
      try home.folder.write(Samples.program, to: "config/intervald/plans/back.program")
      for workout in ["a", "b", "c"] { #expect(try await home.run(["history", "again", workout]).status == 0) }
      let sessions = await daemon.sessions
      #expect(sessions.map { $0?.id.description } == ["w1d1", "w1d2", "w1d1"])
      #expect(sessions.map { $0?.next } == ["w1d2", "w2d1", "w1d2"])
      // The session that is due in a program without a file is unknown.
      #expect(sessions.map { $0?.due } == ["w2d1", "w2d1", nil])
    }
  }

  @Test func `history again does not call the daemon if the workout cannot be started`() async throws {
    let daemon = ScriptedController()
    try await ProgramHome.with(daemon: daemon) { home in
      var broken = Samples.workout("broken", at: "2026-11-01T10:00:00Z")
      broken.plan = "30s rum"
      let path = try home.folder.write(Samples.history([broken]), to: Self.file)
      #expect(
        try await home.run(["history", "again", "2"])
          == ProgramRun(
            status: 66,
            messages: [
              "error: no workout has the number or ID '2': only one is recorded",
              "hint: list their numbers with: intervalctl history",
            ]))
      let wrong = try await home.run(["history", "again"])
      #expect(wrong.status == 65)
      #expect(wrong.messages.contains("hint: did you mean 'run'?"))
      #expect(try await home.run(["history", "--json", "again"]).status == 64)
      try home.folder.write(home.folder.read(Self.file), to: Self.file, mode: 0o666)
      #expect(
        try await home.run(["history", "again"])
          == ProgramRun(
            status: 78,
            messages: [
              "error: \(path): other users can write to it", "hint: check its contents, then: chmod go-w \(path)",
            ]))
      #expect(try await home.run(["history"]).status == 0)
      #expect(await daemon.calls == [])
    }
  }

  @Test func `a history file that cannot be read is an error`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let path = try home.folder.folder(Self.file)
      let run = try await home.run(["history"])
      #expect(run == ProgramRun(status: 66, messages: ["error: cannot read \(path): Is a directory"]))
    }
  }
}
