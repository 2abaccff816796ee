import FoundationEssentials
import TestSupport
import Testing
import WorkoutModel
import WorkoutReports

@testable import WorkoutHistory

/// Tests of the lines that change recorded workouts.
@Suite struct HistoryChangeTests {
  private static let noon = Date(timeIntervalSince1970: 1_764_244_800)

  @Test func `a change is one line of JSON`() {
    let text = Samples.history([
      .change(.remove("w1", at: Self.noon)), .change(.correct("w1", toMetres: 4800, at: Self.noon)),
      .change(.note("w1", "legs \"heavy\"", at: Self.noon)), .change(.note("w1", nil, at: Self.noon)),
      .change(.undo(.workout("w1"), at: Self.noon)),
    ])
    #expect(
      text == """
        {"at":"2025-11-27T12:00:00Z","change":"remove","workoutId":"w1"}
        {"at":"2025-11-27T12:00:00Z","change":"correct","distanceM":4800,"workoutId":"w1"}
        {"at":"2025-11-27T12:00:00Z","change":"note","note":"legs \\"heavy\\"","workoutId":"w1"}
        {"at":"2025-11-27T12:00:00Z","change":"note","workoutId":"w1"}
        {"at":"2025-11-27T12:00:00Z","change":"undo","workoutId":"w1"}

        """)
  }

  @Test(arguments: [
    #"{"at":"","change":"correct","workoutId":"a"}"#, #"{"at":"","change":"correct","distanceM":-1,"workoutId":"a"}"#,
    #"{"at":"","change":"correct","distanceM":1e12,"workoutId":"a"}"#, #"{"at":"","change":"paint","workoutId":"a"}"#,
    #"{"change":"remove"}"#, #"{"at":"","change":"move","program":"c25k","session":"w2d1"}"#,
    #"{"at":"yesterday","change":"move","program":"c25k","session":"w2d1"}"#,
    #"{"at":"2025-11-27T12:00:00Z","change":"move","program":"c25k","session":"w0d1"}"#,
  ])
  func `an impossible change is skipped and counted`(line: String) throws {
    let history = try RecordedHistory.read(
      Samples.history([Samples.workout("a", at: "2026-11-20T10:00:00Z")]) + line + "\n")
    #expect(try history.workouts().map(\.distance.metres) == [5000])
    #expect(history.unreadableLines == 1)
  }

  @Test func `workouts have the changes that are not undone`() throws {
    var lines: [HistoryLine] = ["a", "b", "c"].map {
      .workout(Samples.workout($0, at: "2026-11-2\($0 == "a" ? 0 : 1)T10:00:00Z"))
    }
    lines += [
      .change(.correct("a", toMetres: 4800, at: Self.noon)), .change(.remove("c", at: Self.noon)),
      .change(.note("b", "legs heavy", at: Self.noon)), .change(.correct("a", toMetres: 4900, at: Self.noon)),
      .change(.undo(.workout("b"), at: Self.noon)), .change(.undo(.workout("a"), at: Self.noon)),
      .change(.note("unknown", "lost", at: Self.noon)),
    ]
    let history = try RecordedHistory.read(Samples.history(lines))
    #expect(try history.workouts().map(\.id) == ["a", "b"])
    #expect(try history.workouts().map(\.distance.metres) == [4800, 5000])
    #expect(try history.summary(at: 0).corrected == true)
    #expect(try history.summary(at: 1).note == nil)
    #expect(try history.lastChange()?.change.change == .remove)
    #expect(try history.lastChange()?.workout?.workoutId == "c")
    #expect(history.unreadableLines == 0)
    lines += [
      .change(.undo(.workout("c"), at: Self.noon)), .change(.undo(.workout("a"), at: Self.noon)),
      .change(.undo(.workout("a"), at: Self.noon)),
    ]
    let undone = try RecordedHistory.read(Samples.history(lines))
    #expect(try undone.workouts().map(\.id) == ["a", "b", "c"])
    #expect(try undone.workouts().map(\.distance.metres) == [5000, 5000, 5000])
    #expect(try undone.lastChange() == nil)
  }

  @Test func `a history without visible workouts has no workout of any number`() throws {
    let history = try RecordedHistory.read(
      Samples.history([
        .workout(Samples.workout("a", at: "2026-11-20T10:00:00Z")), .change(.remove("a", at: Self.noon)),
      ]))
    #expect(try history.workouts().isEmpty)
    #expect(try history.index(of: "1") == nil)
    #expect(try history.index(of: "a") == nil)
  }

  /// Histories in which the ID of a workout occurs several times, and the distances of the workouts that remain.
  ///
  /// Such a history results from joining the files of two machines, or from a conflict during a synchronization.
  private static let joined: [(lines: [HistoryLine], metres: [String: Double])] = {
    let (a, b) = (Samples.workout("a", at: "2026-11-20T10:00:00Z"), Samples.workout("b", at: "2026-11-21T10:00:00Z"))
    let (remove, correct) = (HistoryChange.remove("a", at: noon), HistoryChange.correct("a", toMetres: 4800, at: noon))
    var other = a
    other.distanceM = 1
    let changed = [HistoryLine.workout(a), .change(correct), .workout(b)]
    let removed = [HistoryLine.workout(a), .change(remove), .workout(b)]
    let unchanged = [HistoryLine.workout(a), .workout(b)]
    return [
      (changed + unchanged, ["a": 4800, "b": 5000]), (unchanged + changed, ["a": 4800, "b": 5000]),
      (removed + unchanged, ["b": 5000]), (unchanged + removed, ["b": 5000]), (changed + removed, ["b": 5000]),
      ([.workout(a), .workout(other)], ["a": 5000]), ([.workout(other), .workout(a)], ["a": 1]),
      ([.workout(a), .workout(b), .workout(a)], ["a": 5000, "b": 5000]),
      (changed + [.workout(a), .change(.undo(.workout("a"), at: noon))], ["a": 5000, "b": 5000]),
      // A change before its workout has no effect.
      ([.change(remove), .change(correct), .workout(a)], ["a": 5000]),
      ([.change(correct), .workout(a), .change(.undo(.workout("a"), at: noon))], ["a": 5000]),
    ]
  }()

  @Test(arguments: joined.indices) func `a workout that is recorded twice has its first line and all later changes`(
    index: Int
  ) throws {
    let (lines, metres) = Self.joined[index]
    let folder = try TemporaryFolder()
    let path = try folder.write(Samples.history(lines), to: "history.jsonl")
    let history = try #require(try RecordedHistory(path: path))
    #expect(try Dictionary(uniqueKeysWithValues: history.workouts().map { ($0.id, $0.distance.wholeMetres) }) == metres)
    #expect(try HistoryFile(path: path).latest() == (try history.summary(at: history.count - 1)))
  }

  @Test(arguments: seeds) func `the latest workout is the same, read forwards or backwards`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (lines, ids) = ([HistoryLine](), [String]())
    for number in 0..<Int.random(in: 0...12, using: &random) {
      if let copied = lines.filter(\.isWorkout).randomElement(using: &random), random.oneIn(6) {
        lines.append(copied)
      } else if ids.isEmpty || random.oneIn(3) {
        ids.append("w\(number)")
        lines.append(.workout(Samples.workout("w\(number)", at: "2026-11-20T10:00:00Z")))
      } else {
        let id = ids[Int.random(in: ids.indices, using: &random)]
        let changes: [HistoryChange] = [
          .remove(id, at: Self.noon), .correct(id, toMetres: Double(number), at: Self.noon),
          .note(id, "\(number)", at: Self.noon), .undo(.workout(id), at: Self.noon), .undo(.workout(id), at: Self.noon),
        ]
        lines.append(.change(changes[Int.random(in: changes.indices, using: &random)]))
      }
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(Samples.history(lines), to: "history.jsonl")
    let history = try #require(try RecordedHistory(path: path))
    let last = history.isEmpty ? nil : try history.summary(at: history.count - 1)
    #expect(try HistoryFile(path: path).latest() == last)
    // The last lines may still wait in the daemon, which records each workout once.
    let waiting = Int.random(in: 0...lines.countAfterCopies, using: &random)
    try folder.write(Samples.history(lines.dropLast(waiting).map(\.self)), to: "history.jsonl")
    #expect(try HistoryFile(path: path).latest(with: lines.suffix(waiting)) == last)
  }
}

extension [HistoryLine] {
  /// The number of lines after the last line that records a workout again.
  var countAfterCopies: Int {
    let last = indices.last { index in
      guard case .workout(let summary) = self[index] else { return false }
      return self[..<index].contains { line in
        if case .workout(let earlier) = line { earlier.workoutId == summary.workoutId } else { false }
      }
    }
    return count - (last.map { $0 + 1 } ?? 0)
  }
}
