import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutHistory
import WorkoutReports

@testable import intervalctl

/// Tests of the moves in a training program, and of the list of its sessions.
@Suite(.hangLimit) struct ProgramHistoryTests {
  @Test func `a move creates the history, and can be undone even if it is the only line`() async throws {
    try await TrainingProgramTests.withProgram { home in
      #expect(
        try await home.run(["program", "c25k", "--at", "W3D1"])
          == ProgramRun(
            status: 0,
            output: ["Moved Couch to 5K from week 1, day 1 to week 3, day 1"],
            messages: ["hint: undo it with: intervalctl history undo"]))
      let lines = try home.folder.read(TrainingProgramTests.history)
      #expect(lines.hasPrefix(#"{"at":""#))
      #expect(lines.hasSuffix(#"","change":"move","program":"c25k","session":"w3d1"}"# + "\n"))
      let moved = try await home.run(["program", "c25k"])
      #expect(moved.output[1] == "Position  week 3 of 3  ▓▓▓")
      #expect(moved.output[2] == "Done      0 of 9 sessions, 6 skipped")
      #expect(try await home.run(["history"]).messages == ["note: no workouts yet: each is recorded when it ends"])
      #expect(
        try await home.run(["history", "undo"])
          == ProgramRun(status: 0, output: ["Moved Couch to 5K back from week 3, day 1 to week 1, day 1"]))
      #expect(try await home.run(["program", "c25k"]).output[1] == "Position  not begun  ░░░")
      #expect(
        try await home.run(["history", "undo"])
          == ProgramRun(
            status: 1,
            messages: [
              "error: the history has no change to undo",
              "hint: make a change with: intervalctl history remove, correct or note, or intervalctl program --at",
            ]))
      #expect(try home.folder.read(TrainingProgramTests.history).hasPrefix(lines))
    }
  }

  @Test func `a move to the session that is due adds no line, unless later sessions are done`() async throws {
    try await TrainingProgramTests.withProgram { home in
      let text = Samples.history(TrainingProgramTests.sessions)
      try home.folder.write(text, to: TrainingProgramTests.history)
      let same = try await home.run(["program", "c25k", "--at", "w2d2"])
      #expect(same == ProgramRun(status: 0, output: ["Couch to 5K is already at week 2, day 2"]))
      #expect(try home.folder.read(TrainingProgramTests.history) == text)
      // The first session is repeated, and the second one is due, although it is done.
      let repeated = Samples.session("e", "w1d1", at: "2025-11-12T06:30:00Z")
      try home.folder.write(
        Samples.history(TrainingProgramTests.sessions + [repeated]), to: TrainingProgramTests.history)
      let move = try await home.run(["program", "c25k", "--at", "w1d2"])
      #expect(
        move.output == [
          "Couch to 5K is still at week 1, day 2, but this session and all later ones now count as not done"
        ])
      #expect(try await home.run(["program", "c25k"]).output[2] == "Done      1 of 9 sessions")
    }
  }

  @Test func `the result of an undone move is the position, if the program has a file`() async throws {
    try await TrainingProgramTests.withProgram { home in
      try home.folder.write(Samples.history(TrainingProgramTests.sessions), to: TrainingProgramTests.history)
      _ = try await home.run(["program", "c25k", "--at", "w1d2"])
      let later =
        try home.folder.read(TrainingProgramTests.history)
        + Samples.history([
          Samples.session("e", "w3d3", at: "2025-11-20T06:30:00Z")
        ])
      try home.folder.write(later, to: TrainingProgramTests.history)
      #expect(
        try await home.run(["history", "undo"]).output == [
          "Undid the move in Couch to 5K to week 1, day 2; the program is still done"
        ])
      _ = try await home.shell(
        "cp \(TrainingProgramTests.plans)/c25k.program 'my plan.program'; intervalctl program 'my plan.program' --at w1d2"
      )
      #expect(try await home.run(["history", "undo"]).output == ["Undid the move in my plan to week 1, day 2"])
    }
  }

  // MARK: history --by-program

  @Test func `history --by-program groups the workouts`() async throws {
    try await TrainingProgramTests.withProgram { home in
      let workouts =
        [Samples.workout("x", at: "2025-11-01T10:00:00Z", title: "Tempo")] + TrainingProgramTests.sessions + [
          Samples.session("e", "w1d1", of: "gone", at: "2025-11-09T06:30:00Z")
        ]
      try home.folder.write(Samples.history(workouts), to: TrainingProgramTests.history)
      let run = try await home.run(["history", "--by-program"])
      #expect(
        run
          == ProgramRun(
            status: 0,
            output: [
              "6 workouts", "", "Couch to 5K, week 2 of 3", "Week 1  2 of 3 sessions  1:10:00 of 1:30:00",
              "Week 2  1 of 3 sessions    30:00 of 1:40:00", "",
              "No.            Started  Session                  Time",
              "  5   3 Nov 2025 06:30  week 1, day 1  30:00 of 30:00  done",
              "  4   5 Nov 2025 06:30  week 1, day 2  30:00 of 30:00  done",
              "  3   7 Nov 2025 06:30  week 1, day 3  10:00 of 30:00  not done",
              "  2  10 Nov 2025 06:30  week 2, day 1  30:00 of 30:00  done", "",
              "Couch to 5K (gone), program not found",
              "Week 1  1 of 3 sessions  30:00", "", "No.           Started  Session                  Time",
              "  1  9 Nov 2025 06:30  week 1, day 1  30:00 of 30:00  done", "", "Other workouts",
              "No.           Started   Time    km  min/km  Workout",
              "  6  1 Nov 2025 10:00  30:00  5.00    6:00  Tempo",
            ]))
      let ids = try await home.shell(
        """
        intervalctl history --by-program --csv -n 6 | python3 -c '
        import csv, sys
        for row in csv.DictReader(sys.stdin): print(row["workoutId"], row["program"], row["session"])'
        """)
      #expect(
        ids.output == ["a c25k w1d1", "b c25k w1d2", "c c25k w1d3", "d c25k w2d1", "e gone w1d1", "x  "], "\(ids)")
      let json = try await home.run(["history", "--by-program", "--json", "-n", "2"])
      #expect(json.output.map { $0.contains(#""program":"c25k""#) } == [true, false])
      let recent = try await home.run(["history", "--by-program", "-n", "1"])
      #expect(recent.output.prefix(3) == ["The last of 6 workouts", "", "Couch to 5K (gone), program not found"])
      try home.folder.write("week 2", to: "\(TrainingProgramTests.plans)/c25k.program")
      let torn = try await home.run(["history", "--by-program"])
      #expect(torn.output[2] == "Couch to 5K (c25k), program not readable")
      #expect(
        torn.messages.first?.hasPrefix("warning: \(home.folder.path(of: TrainingProgramTests.plans))/c25k.program:1:")
          == true)
    }
  }

  @Test func `after a move back, the weeks count the sessions that show counts`() async throws {
    try await TrainingProgramTests.withProgram { home in
      try home.folder.write(Samples.history(TrainingProgramTests.sessions), to: TrainingProgramTests.history)
      _ = try await home.run(["program", "c25k", "--at", "w1d2"])
      #expect(try await home.run(["program", "c25k"]).output[2] == "Done      1 of 9 sessions")
      let moved = try await home.run(["history", "--by-program"])
      #expect(
        moved.output.dropFirst(2) == [
          "Couch to 5K, week 1 of 3", "Week 1  1 of 3 sessions  30:00 of 1:30:00",
          "Week 2  0 of 3 sessions   0:00 of 1:40:00", "",
          "No.            Started  Session                  Time",
          "  4   3 Nov 2025 06:30  week 1, day 1  30:00 of 30:00  done",
          "  3   5 Nov 2025 06:30  week 1, day 2  30:00 of 30:00  done before the move",
          "  2   7 Nov 2025 06:30  week 1, day 3  10:00 of 30:00  not done",
          "  1  10 Nov 2025 06:30  week 2, day 1  30:00 of 30:00  done before the move",
        ])
      let again = Samples.session("e", "w1d2", at: "2025-11-12T06:30:00Z", minutes: 25)
      try home.folder.write(
        home.folder.read(TrainingProgramTests.history) + Samples.history([again]), to: TrainingProgramTests.history)
      #expect(
        try await home.run(["history", "--by-program"]).output[3] == "Week 1  2 of 3 sessions  55:00 of 1:30:00")
    }
  }

  @Test func `a session that only its distance made done is marked`() async throws {
    try await TrainingProgramTests.withProgram { home in
      var short = Samples.session("e", "w2d2", at: "2025-11-12T06:30:00Z", minutes: 20, plannedMetres: 5000)
      short.correct(toMetres: 4500)
      try home.folder.write(Samples.history(TrainingProgramTests.sessions + [short]), to: TrainingProgramTests.history)
      #expect(
        try await home.run(["history", "--by-program"]).output.last
          == "  1  12 Nov 2025 06:30  week 2, day 2  20:00 of 30:00  done by distance")
    }
  }

  @Test func `a narrow list of sessions shows all titles and states`() async throws {
    try await TrainingProgramTests.withProgram { home in
      try home.folder.write(Samples.history(TrainingProgramTests.sessions), to: TrainingProgramTests.history)
      let terminal = try await ProgramTerminal(in: home, columns: 45)
      try await terminal.enter("intervalctl history --by-program")
      let rows = ["# Date ID Time", "2 7 Nov 2025 w1d3 10:00 of 30:00 short"]
      try await terminal.screen("the titles and the states") { lines in
        let words = lines.map { $0.split(separator: " ").joined(separator: " ") }
        return rows.allSatisfy(words.contains)
      }
    }
  }

  @Test func `history --by-program lists all sessions, and the last 20 other workouts`() async throws {
    try await TrainingProgramTests.withProgram { home in
      let others = (1...25).map { Samples.workout("\($0)", at: "2025-12-\($0 < 10 ? "0" : "")\($0)T10:00:00Z") }
      try home.folder.write(Samples.history(TrainingProgramTests.sessions + others), to: TrainingProgramTests.history)
      let list = try await home.run(["history", "--by-program"])
      #expect(list.output.first == "4 sessions of programs, the last 20 of 25 other workouts")
      #expect(list.output.count { $0.contains("week ") } == 4 + 1)
      #expect(list.output.count { $0.hasSuffix("  30/30") } == 20)
      for (options, heading) in [
        (["-n", "26"], "The last 26 of 29 workouts"), (["--since", "2025-12-01"], "The last 25 of 29 workouts"),
        (["--all"], "29 workouts"),
      ] {
        #expect(try await home.run(["history", "--by-program"] + options).output.first == heading)
      }
      #expect(try await home.run(["history", "--by-program", "--json"]).output.count == 29)
      #expect(try await home.run(["history", "--by-program", "--json", "-n", "26"]).output.count == 26)
    }
  }
}
