import PlanNotation
import TestSupport
import Testing
import WorkoutModel

@Suite struct ProgramReadingTests {
  static let text = """
    name "Couch to 5K"
    pace run  6:30/km
    pace walk 10:00/km

    week 1   # easy
    3x session: 5m warmup, 8x(60s run, 90s walk), 5m cooldown

    WEEK 2 "The turning point"
    session "Three times five": 5m warmup, 3x(
      5m run

      3m walk # slowly
    )
    5m cooldown
    Session: 5m warmup,
      8m run
    2 x session "Twenty minutes"
      : 20m run session: 1m run
    """.replacing("\n  : 20m", with: ": 20m")

  @Test func `a program is printed in canonical notation`() throws {
    let file = try ProgramFile(Self.text)
    let notation = """
      week 1
      3x session: 5m warmup, 8x(1m run, 1m30s walk), 5m cooldown

      week 2 "The turning point"
      session "Three times five": 5m warmup, 3x(5m run, 3m walk), 5m cooldown
      session: 5m warmup, 8m run
      2x session "Twenty minutes": 20m run
      session: 1m run

      """
    #expect(file.program.notation == notation)
    #expect(file.settings.name == "Couch to 5K")
    #expect(try ProgramFile(notation).program == file.program)
    let printed = try ProgramFile("\(file.settings.notation)\n\(notation)")
    #expect(printed.settings == file.settings)
    #expect(printed.program == file.program)
  }

  @Test func `a session ends where a week or another session begins, even on the same line`() throws {
    let text = """
      week 1 # week 2
      session "week 2: session": 1m "3x session" # session: 9m
      2m "\\"week 2" 2x session: 2x(1m
        2m), 1m 3x session: 1h 2m4 × Session: 1m 30s run WEEK 2 "week 3"
      session: 3m Session:
      4m
      """
    let notation = """
      week 1
      session "week 2: session": 1m "3x session", 2m "\\"week 2"
      2x session: 2x(1m, 2m), 1m
      3x session: 1h2m
      4x session: 1m30s run

      week 2 "week 3"
      session: 3m
      session: 4m

      """
    let program = try ProgramFile(text).program
    #expect(program.notation == notation)
    let parts = text.split(separator: "\n").flatMap { ProgramLineType.parts(of: String($0)) }
    #expect(parts.count == 11)
    #expect(try ProgramFile(parts.joined(separator: "\n")).program == program)
  }

  @Test(arguments: 0..<200)
  func `a printed random program reads back as the same program`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let program = TrainingProgram.random(using: &generator)
    #expect(try ProgramFile(program.notation).program == program)
  }

  @Test func `each session is found by its ID`() throws {
    let file = try ProgramFile(Self.text)
    let ids = file.program.sessionIDs
    #expect(ids.map(\.description) == ["w1d1", "w1d2", "w1d3", "w2d1", "w2d2", "w2d3", "w2d4", "w2d5"])
    #expect(file.program[SessionID(week: 2, day: 4)]?.label == "Twenty minutes")
    #expect(file.plan(of: SessionID(week: 2, day: 5))?.plan.notation == "1m run")
    #expect(
      file.text(of: SessionID(week: 1, day: 3))?.hasSuffix("5m warmup, 8x(1m run, 1m30s walk), 5m cooldown") == true)
    for (id, next) in zip(ids, ids.dropFirst()) { #expect(file.program.session(after: id) == next) }
    #expect(file.program.session(after: ids[7]) == nil)
    for unknown in ["w1d4", "w3d1", "w2d6", "w9999d9999"].compactMap(SessionID.init) {
      #expect(file.program[unknown] == nil)
      #expect(file.plan(of: unknown) == nil)
      #expect(file.text(of: unknown) == nil)
    }
  }

  @Test(arguments: [("w1d9", "w1d3"), ("w9d1", "w2d1"), ("w7d7", "w2d5"), ("w2d2", "w2d2")])
  func `the nearest session to an unknown ID is in the nearest week`(typed: String, nearest: String) throws {
    let program = try ProgramFile(Self.text).program
    #expect(program.nearestSession(to: try #require(SessionID(typed))).description == nearest)
  }

  @Test func `after a session that the program no longer has, the next week follows`() throws {
    let program = try ProgramFile(Self.text).program
    #expect(program.session(after: SessionID(week: 1, day: 5))?.description == "w2d1")
    #expect(program.session(after: SessionID(week: 2, day: 9)) == nil)
    #expect(program.session(after: SessionID(week: 8, day: 1)) == nil)
  }

  @Test(arguments: ["w1d1", "W12D3", "w05d03"])
  func `an ID is read in any letter case`(text: String) {
    #expect(SessionID(text) != nil)
  }

  @Test(arguments: [
    "", "w", "w1", "d1", "1d1", "w1d", "wd1", "w0d1", "w1d0", "w1d1d1", "w+1d1", "w1d10000", "w１d1", " w1d1",
  ])
  func `a text that is not an ID is refused`(text: String) {
    #expect(SessionID(text) == nil)
  }

  @Test func `the workouts of all sessions have the paces of the program`() throws {
    let workouts = try ProgramFile(Self.text).workouts(over: Settings())
    #expect(workouts.count == 8)
    #expect(workouts[SessionID(week: 2, day: 5)]?.timeline.totals.metres.map { $0.rounded() } == 154)
  }
}
