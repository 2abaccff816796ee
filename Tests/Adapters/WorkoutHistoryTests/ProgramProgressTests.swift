import Dates
import FoundationEssentials
import TestSupport
import Testing
import UserFiles
import WorkoutModel
import WorkoutReports

@testable import WorkoutHistory

/// Tests of the progress in training programs that follows from the history.
@Suite struct ProgramProgressTests {
  private static let noon = Date(timeIntervalSince1970: 1_764_244_800)
  private static let programs = ["c25k", "half", "tabata"]

  @Test(arguments: seeds) func `reading a history forwards and backwards finds the same mark`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lines = Self.lines(using: &random)
    let folder = try TemporaryFolder()
    let path = try folder.write(Samples.history(lines), to: "history.jsonl")
    let history = try #require(try RecordedHistory(path: path))
    // The last lines may still wait in the daemon, which records each workout once.
    let waiting = Int.random(in: 0...lines.countAfterCopies, using: &random)
    let written = try folder.write(Samples.history(lines.dropLast(waiting).map(\.self)), to: "written.jsonl")
    let later = lines.suffix(waiting)
    let all = try HistoryFile(path: written).marks(of: Set(Self.programs), with: Array(later))
    for program in Self.programs {
      let mark = try history.progress(of: program).mark
      #expect(try HistoryFile(path: path).marks(of: [program])[program]?.mark == mark, "\(program)")
      #expect(all[program]?.mark == mark, "\(program)")
    }
    #expect(try Set(history.programs()).isSubset(of: Self.programs))
  }

  @Test func `the file is read only if the lines that follow it do not determine all marks`() throws {
    let folder = try TemporaryFolder()
    let file = HistoryFile(path: try folder.folder("history.jsonl"))
    let later = ["c25k", "half"].map { program in
      HistoryLine.workout(Samples.session(program, "w1d2", of: program, at: "2026-11-01T06:30:00Z"))
    }
    #expect(
      try file.marks(of: ["c25k", "half"], with: later).mapValues(\.mark)
        == ["c25k": .done(SessionID(week: 1, day: 2)), "half": .done(SessionID(week: 1, day: 2))])
    #expect(throws: FileReadError.self) {
      try file.marks(of: ["c25k", "tabata"], with: later)
    }
  }

  @Test func `after a move, earlier workouts of later sessions do not count, and an undo restores them`() throws {
    var lines: [HistoryLine] = ["w1d1", "w1d2", "w1d3"].enumerated().map {
      .workout(Samples.session("\($0.offset)", $0.element, at: "2026-11-0\($0.offset + 1)T06:30:00Z"))
    }
    let before = try RecordedHistory.read(Samples.history(lines)).progress(of: "c25k")
    #expect(before.sessions.map(\.id) == ["0", "1", "2"])
    #expect(before.mark == .done(SessionID(week: 1, day: 3)))
    lines.append(.change(.move("c25k", to: SessionID(week: 1, day: 2), at: Self.noon)))
    let moved = try RecordedHistory.read(Samples.history(lines)).progress(of: "c25k")
    #expect(moved.sessions.map(\.id) == ["0"])
    #expect(moved.mark == .chosen(SessionID(week: 1, day: 2)))
    lines.append(.change(.undo(.program("c25k"), at: Self.noon)))
    #expect(try RecordedHistory.read(Samples.history(lines)).progress(of: "c25k") == before)
  }

  @Test func `a removed session is not done, and a short distance does not matter`() throws {
    var lines: [HistoryLine] = [
      .workout(Samples.session("a", "w1d1", at: "2026-11-01T06:30:00Z")),
      .workout(Samples.session("b", "w1d2", at: "2026-11-03T06:30:00Z")),
      .change(.correct("b", toMetres: 10, at: Self.noon)),
    ]
    let corrected = try RecordedHistory.read(Samples.history(lines)).progress(of: "c25k")
    #expect(corrected.mark == .done(SessionID(week: 1, day: 2)))
    lines.append(.change(.remove("b", at: Self.noon)))
    let removed = try RecordedHistory.read(Samples.history(lines)).progress(of: "c25k")
    #expect(removed.mark == .done(SessionID(week: 1, day: 1)))
    #expect(removed.sessions.map(\.id) == ["a"])
  }

  @Test(arguments: [(24, true), (23, false), (30, true), (0, false)])
  func `a session is done after four fifths of its planned time`(minutes: Int, isDone: Bool) throws {
    let line = HistoryLine.workout(Samples.session("a", "w1d1", at: "2026-11-01T06:30:00Z", minutes: minutes))
    let history = try RecordedHistory.read(Samples.history([line]))
    #expect(try history.progress(of: "c25k").sessions.first?.session?.isDone == isDone)
    #expect(try history.progress(of: "c25k").isBegun)
    #expect(try history.programs() == ["c25k"])
    #expect(try history.progress(of: "half") == ProgramProgress())
  }

  @Test(arguments: [(4000.0, true), (3999.0, false), (5200.0, true), (0, false)])
  func `a session is done if its distance is corrected to four fifths of the planned distance`(
    metres: Double, isDone: Bool
  ) throws {
    // A run of 5 km that is planned to take 30 minutes.
    var lines: [HistoryLine] = [
      .workout(Samples.session("a", "w1d1", at: "2026-11-01T06:30:00Z", minutes: 22, plannedMetres: 5000))
    ]
    func areDone() throws -> [Bool] {
      let text = Samples.history(lines)
      let folder = try TemporaryFolder()
      return [
        try RecordedHistory.read(text).progress(of: "c25k").mark,
        try HistoryFile(path: folder.write(text, to: "history.jsonl")).marks(of: ["c25k"])["c25k"]?.mark,
      ].map { $0 == .done(SessionID(week: 1, day: 1)) }
    }
    #expect(try areDone() == [false, false])
    lines.append(.change(.correct("a", toMetres: metres, at: Self.noon)))
    #expect(try areDone() == [isDone, isDone])
    lines.append(.change(.undo(.workout("a"), at: Self.noon)))
    #expect(try areDone() == [false, false])
  }

  /// Returns the lines of a history of several programs, with other workouts and with changes.
  private static func lines(using random: inout SplitMix64) -> [HistoryLine] {
    var (lines, ids) = ([HistoryLine](), [String]())
    for number in 0..<Int.random(in: 0...30, using: &random) {
      let program = programs[Int.random(in: programs.indices, using: &random)]
      let session = SessionID(week: Int.random(in: 1...9, using: &random), day: Int.random(in: 1...3, using: &random))
      let time = "2026-11-\(number < 9 ? "0" : "")\(number + 1)T06:30:00Z"
      switch Int.random(in: 0...8, using: &random) {
      case 8: if let copied = lines.filter(\.isWorkout).randomElement(using: &random) { lines.append(copied) }
      case 0...2:
        ids.append("w\(number)")
        let minutes = random.oneIn(3) ? 30 : 10
        let summary = Samples.session(
          "w\(number)", "\(session)", of: program, at: time, minutes: minutes,
          plannedMetres: random.oneIn(4) ? nil : 15)
        lines.append(.workout(summary))
      case 3:
        ids.append("w\(number)")
        lines.append(.workout(Samples.workout("w\(number)", at: time)))
      case 4: lines.append(.change(.move(program, to: session, at: noon)))
      case 5: lines.append(.change(.undo(.program(program), at: noon)))
      default:
        guard let id = ids.randomElement(using: &random) else { continue }
        let changes: [HistoryChange] = [
          .remove(id, at: noon), .correct(id, toMetres: Double(number), at: noon), .note(id, "\(number)", at: noon),
          .undo(.workout(id), at: noon), .undo(.workout(id), at: noon),
        ]
        lines.append(.change(changes[Int.random(in: changes.indices, using: &random)]))
      }
    }
    return lines
  }
}
