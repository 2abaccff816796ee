import FoundationEssentials
import Subprocess
import SystemPackage
import TestSupport
import TestTraits
import Testing
import UserFiles
import WorkoutHistory
import WorkoutReports

@testable import intervalctl

/// Tests of the commands that show and change past workouts.
@Suite(.hangLimit) struct HistoryChangeTests {
  private static let file = ".local/state/intervald/history.jsonl"

  private static let workouts = [
    Samples.workout("a", at: "2025-11-20T10:00:00Z"), Samples.workout("b", at: "2025-11-21T06:30:00Z", title: "Easy"),
    Samples.workout("c", at: "2025-11-22T10:00:00Z", title: nil, metres: nil),
  ]

  @Test func `workouts are corrected, noted and removed, and each change can be undone`() async throws {
    try await Self.withHistory { home in
      let before = try home.folder.read(Self.file)
      let corrected = try await home.run(["history", "correct", "2", "4.8km"])
      #expect(corrected.output.first == #"Corrected "Easy" of 21 Nov 2025, 06:30"#)
      #expect(corrected.output.contains("Distance   4.80 of 5.00 km, was 5.00"), "\(corrected.output)")
      let noted = try await home.run(["history", "note", "2", "legs", "heavy"])
      #expect(noted.output == [#"Noted "legs heavy" for "Easy" of 21 Nov 2025, 06:30 (30:00, 4.80 km)"#])
      let removed = try await home.run(["history", "remove", "1", "--yes"])
      #expect(
        removed
          == ProgramRun(
            status: 0, output: [#"Removed 30m run @6:00/km of 22 Nov 2025, 10:00 (30:00)"#],
            messages: ["hint: to get it back: intervalctl history undo"]))
      // The numbers now count without the removed workout.
      let shown = try await home.run(["history", "show", "1"])
      #expect(shown.output.first == #"Finished "Easy""#)
      #expect(shown.output.contains("Note       legs heavy"), "\(shown.output)")
      for words in [
        #"Restored 30m run @6:00/km of 22 Nov 2025, 10:00 (30:00)"#,
        #"Undid the note on "Easy" of 21 Nov 2025, 06:30 (30:00, 4.80 km)"#,
        #"Undid the correction of "Easy" of 21 Nov 2025, 06:30 (30:00, 5.00 km)"#,
      ] { #expect(try await home.run(["history", "undo"]) == ProgramRun(status: 0, output: [words])) }
      #expect(
        try await home.run(["history", "undo"]).messages == [
          "error: the history has no change to undo",
          "hint: make a change with: intervalctl history remove, correct or note, or intervalctl program --at",
        ])
      #expect(try await home.run(["history", "--json"]).output.count == 3)
      // Each change has added a line.
      let after = try home.folder.read(Self.file)
      #expect(after.hasPrefix(before))
      #expect(after.split(separator: "\n").count == 9)
    }
  }

  /// Changes of the workout `b`, and the line that undoes the last of them.
  private static let undone: [(changes: [HistoryChange], line: String)] = [
    ([.note("b", "old", at: noon), .note("b", nil, at: noon)], #"Restored the note "old" on \#(b)"#),
    ([.note("b", "old", at: noon), .note("b", "new", at: noon)], #"Restored the note "old" on \#(b)"#),
    (
      [.correct("b", toMetres: 4800, at: noon), .correct("b", toMetres: 4900, at: noon)],
      #"Undid the last correction of "Easy" of 21 Nov 2025, 06:30 (30:00, 4.80 km)"#
    ),
    ([.remove("b", at: noon), .remove("b", at: noon)], "Undid one removal of \(b), which is still removed"),
    (
      [.remove("b", at: noon), .correct("b", toMetres: 4800, at: noon)],
      "Undid the correction of \(b), which is still removed"
    ),
    (
      [.correct("b", toMetres: 4800, at: noon), .undo(.workout("b"), at: noon), .remove("b", at: noon)], "Restored \(b)"
    ),
  ]

  private static let b = #""Easy" of 21 Nov 2025, 06:30 (30:00, 5.00 km)"#
  private static let noon = Date(timeIntervalSince1970: 1_764_244_800)

  @Test(arguments: undone.indices) func `undo prints its effect`(index: Int) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let lines = Self.workouts.map { HistoryLine.workout($0) } + Self.undone[index].changes.map { .change($0) }
      try home.folder.write(Samples.history(lines), to: Self.file)
      #expect(try await home.run(["history", "undo"]) == ProgramRun(status: 0, output: [Self.undone[index].line]))
    }
  }

  @Test func `a long series of combining marks is an error at once`() async throws {
    try await Self.withHistory { home in
      let marks = "a" + String(repeating: "\u{301}\u{316}", count: 20_000)
      for arguments in [["history", "note", "1", marks], ["start", marks], ["new", "--name", marks], [marks]] {
        let run = try await home.run(arguments)
        let message = "error: argument \(arguments.count) has more than 30 combining marks on one letter"
        #expect(run == ProgramRun(status: 64, messages: [message]))
      }
      let run = try await home.run(["history", "note", "1", String(repeating: "a\u{301}", count: 251)])
      #expect(run.messages == ["error: the note has 502 characters, more than the limit of 500"])
    }
  }

  @Test func `show compares the measured pace of each lap with the plan, and has its heart rate and cadence`()
    async throws
  {
    try await Self.withHistory { home in
      var workout = Samples.workout("d", at: "2025-11-23T10:00:00Z", title: nil, minutes: 8, metres: 1500)
      workout.measured = true
      workout.laps = Report.Laps(
        dropped: 0, intervals: [Report.Interval(kind: "run", goal: "4m", durationMs: 240_000, paceMps: 1000 / 300)],
        laps: [
          .init(interval: 0, rounds: [], beginMs: 0, endMs: 240_000, distanceM: 800, ended: .time),
          .init(
            interval: 0, rounds: [], beginMs: 240_000, endMs: 540_000,
            pauses: [.init(beginMs: 300_000, endMs: 360_000)],
            distanceM: 700, ended: .time),
        ])
      try home.folder.write(Samples.history([workout]), to: Self.file)
      let lines = [
        "time", "1000,,,170,120", "200000,,,175,131", "250000,,,0,140", "310000,,,99,180", "400000,,,160,151",
      ]
      let path = try home.folder.write(
        lines.map { "\($0)\n" }.joined(), to: ".local/state/intervald/sensors/d.csv")
      let shown = try await home.run(["history", "show"])
      #expect(
        shown.output.suffix(3) == [
          "No.  Start  Kind  Time  Plan    km  min/km  Plan  bpm  Max  spm  Pause",
          "  1   0:00  run   4:00  4:00  0.80    5:00  5:00  126  131  173",
          "  2   4:00  run   4:00  4:00  0.70    5:43  5:00  146  151  160   1:00",
        ])
      #expect(shown.messages == [])
      let untrusted = try await home.shell("chmod o+w '\(path)'; intervalctl history show")
      #expect(untrusted.status == 0)
      #expect(untrusted.output.suffix(3).first == "No.  Start  Kind  Time  Plan    km  min/km  Plan  Pause")
      #expect(untrusted.messages.first?.hasPrefix("warning: ") == true)
      #expect(untrusted.messages.first?.contains("sensors/d.csv") == true)
    }
  }

  @Test func `remove asks on a terminal, and removes the workout only after a yes`() async throws {
    try await Self.withHistory { home in
      let terminal = try await ProgramTerminal(in: home, columns: 100)
      try await terminal.enter("intervalctl history remove 2")
      let question = #"Remove "Easy" of 21 Nov 2025, 06:30 (30:00, 5.00 km)? [y/N]"#
      try await terminal.screen("the question") { $0.contains(question) }
      try await terminal.enter("")
      try await terminal.screen("the refusal") { $0.contains("error: the workout was not removed") }
      try await terminal.enter("clear; intervalctl history remove 2")
      try await terminal.screen("the question") { $0.first == question }
      try await terminal.enter("y")
      try await terminal.screen("the removal") { $0.contains { $0.hasPrefix("Removed \"Easy\"") } }
      #expect(try await home.run(["history", "--json"]).output.count == 2)
    }
  }

  @Test(
    arguments: [
      (
        ["remove", "2"], 1,
        [
          "error: cannot ask for confirmation: the input is not a terminal",
          "hint: to remove the workout without confirmation: --yes",
        ]
      ),
      (
        ["remove", "9", "--yes"], 66,
        [
          "error: no workout has the number or ID '9': 3 are recorded",
          "hint: list their numbers with: intervalctl history",
        ]
      ),
      (
        ["correct", "1", "400km"], 1,
        [
          "error: 400.00 km in 30:00 would be a pace of 0:05/km, faster than anyone runs",
          "hint: give the distance of the whole workout, and check its unit",
        ]
      ),
      (["note", "1", ""], 64, nil),
      (
        ["correct", "1"], 64,
        [
          "error: missing DISTANCE", "hint: for example: intervalctl history correct 1 4.8km",
          "hint: see 'intervalctl history correct --help'",
        ]
      ),
      (["correct", "1", "fast"], 64, nil),
      (["correct", "1", "-5km"], 64, nil), (["note", "1", String(repeating: "x", count: 501)], 64, nil),
      (["show", "0"], 66, nil), (["show", "4"], 66, nil), (["remove"], 64, nil),
      (
        ["-n", "0"], 64,
        ["error: -n: the number of workouts must be at least 1", "hint: see 'intervalctl history --help'"]
      ),
      (["--all", "-n", "3"], 64, nil), (["--all", "undo"], 64, nil),
    ] as [([String], Int32, [String]?)])
  func `a change that is not possible is an error, and the history stays the same`(
    arguments: [String], status: Int32, messages: [String]?
  ) async throws {
    try await Self.withHistory { home in
      let before = try home.folder.read(Self.file)
      let run = try await home.run(["history"] + arguments)
      #expect(run.status == status)
      #expect(run.output == [])
      #expect(!run.messages.isEmpty)
      if let messages { #expect(run.messages == messages) }
      #expect(try home.folder.read(Self.file) == before)
    }
  }

  @Test func `-n limits each form of the list, and --all lists all workouts`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let workouts = (10...39).map { Samples.workout("\($0)", at: "2025-10-01T10:\($0):00Z") }
      try home.folder.write(Samples.history(workouts), to: Self.file)
      #expect(try await home.run(["history"]).output.first == "The last 20 of 30 workouts")
      #expect(try await home.run(["history", "-n", "25"]).output.first == "The last 25 of 30 workouts")
      #expect(try await home.run(["history", "--all"]).output.first == "30 workouts")
      #expect(try await home.run(["history", "-n", "2", "--json"]).output.count == 2)
      #expect(try await home.run(["history", "-n", "2", "--csv"]).output.count == 3)
      #expect(try await home.run(["history", "--json"]).output.count == 30)
    }
  }

  @Test func `a history that cannot be written or is being written is an error, and stays the same`() async throws {
    try await Self.withHistory { home in
      let path = home.folder.path(of: Self.file)
      let before = try home.folder.read(Self.file)
      let other = try OpenFile(path, .readWrite)
      #expect(try other.lock(within: .zero))
      #expect(
        try await home.run(["history", "note", "1", "late"])
          == ProgramRun(
            status: 74,
            messages: [
              "error: cannot write \(path): Resource temporarily unavailable",
              "hint: another program is writing the history: try again",
            ]))
      _ = consume other
      // The limit of ulimit -f is the size of the file, so not even one byte can be written.
      let full = try await home.shell(
        "trap '' XFSZ; ulimit -f \(before.utf8.count / 512); intervalctl history note 1 \(String(repeating: "x", count: 450))"
      )
      #expect(full.status == 74)
      #expect(full.messages.last == "hint: the history is unchanged")
      #expect(try home.folder.read(Self.file) == before)
    }
  }

  private static func withHistory(_ body: @escaping @Sendable (ProgramHome) async throws -> Void) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      try home.folder.write(Samples.history(Self.workouts), to: Self.file)
      try await body(home)
    }
  }
}
