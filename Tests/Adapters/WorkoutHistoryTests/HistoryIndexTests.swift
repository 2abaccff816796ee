import Dates
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import TestTraits
import Testing
import Text
import UserFiles
import WorkoutModel
import WorkoutReports

@testable import WorkoutHistory

/// Tests of the index beside the history.
@Suite struct HistoryIndexTests {
  private let folder: TemporaryFolder
  private let path: String
  private let indexPath: String
  private static let noon = Date(timeIntervalSince1970: 1_764_244_800)
  private static let programs = ["c25k", "half"]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "history.jsonl")
    indexPath = folder.path(of: "history.jsonl.index")
  }

  /// The history is changed by this program and by others, and the index is damaged, before each reading.
  @Test(arguments: seeds.prefix(6)) func `a history with any index is read like a history without an index`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var history = RandomHistory()
    let beginning = (0..<20).map { _ in history.workout(using: &random) }
    try folder.write(Samples.history(beginning), to: "history.jsonl")
    var earlier: [UInt8]?
    for step in 0..<15 {
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        try HistoryFile(path: path).append(history.line(using: &random))
      }
      if random.oneIn(4) { try changeByOthers(&history, using: &random) }
      if random.oneIn(3) { try damageIndex(earlier: earlier, using: &random) }
      let text = try FileBytes.readStream(path, maxBytes: .max)
      let expected = try HistoryContent(lines: text, programs: Self.programs)
      let read = try HistoryContent(path: path, fromEnd: random.oneIn(2), programs: Self.programs)
      let isEqual = read == expected
      #expect(isEqual, "step \(step): \(read.difference(from: expected))")
      guard isEqual else { return }
      if random.oneIn(5) { earlier = try? FileBytes.readStream(indexPath, maxBytes: .max) }
    }
  }

  /// Changes the history like an editor, a synchronization or a crash.
  private func changeByOthers(_ history: inout RandomHistory, using random: inout SplitMix64) throws {
    var bytes = try FileBytes.readStream(path, maxBytes: .max)
    let before = try Stat(at: path)
    switch Int.random(in: 0...5, using: &random) {
    case 0: bytes += Array("garbage\n\n{\"workoutId\":1}\n".utf8)
    case 1: bytes.removeLast(Int.random(in: 1...20, using: &random))
    case 2: bytes += history.line(using: &random).bytes
    case 3:
      var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      lines.swapAt(Int.random(in: 0..<lines.count, using: &random), 0)
      bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    default:
      // A digit in the middle of a line, so the size remains the same.
      let begin = Int.random(in: bytes.indices, using: &random)
      if let digit = bytes[begin...].firstIndex(where: (UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
        bytes[digit] = UInt8(ascii: "7")
      }
    }
    repeat {
      let file = try OpenFile(path, .readWrite)
      try file.resize(to: bytes.count)
      try file.write(bytes)
      // The time of the last modification is restored. The call only reads the times.
      let times = [before.st_mtim, before.st_mtim]
      #expect(unsafe futimens(file.descriptor.rawValue, times) == 0)
      // The clock of the file system has coarse steps.
    } while try Stat(at: path).changeNs == before.changeNs
  }

  private func damageIndex(earlier: [UInt8]?, using random: inout SplitMix64) throws {
    guard var bytes = try? FileBytes.readStream(indexPath, maxBytes: .max) else { return }
    switch Int.random(in: 0...4, using: &random) {
    case 0: return try SystemCalls.unlink(indexPath)
    case 1: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
    case 2: bytes += [1, 2, 3]
    case 3: bytes = earlier ?? []
    default:
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
    }
    try folder.write(bytes: bytes, to: "history.jsonl.index")
  }

  @Test func `a line that is added extends the index, and the index of a small history is not made`() throws {
    var random = SplitMix64(seed: 1)
    var history = RandomHistory()
    try folder.write(Samples.history([history.workout(using: &random)]), to: "history.jsonl")
    #expect(try RecordedHistory(path: path)?.count == 1)
    #expect(!SystemCalls.canAccess(indexPath))
    try folder.write(Samples.history((0..<30).map { _ in history.workout(using: &random) }), to: "history.jsonl")
    #expect(try RecordedHistory(path: path)?.count == 30)
    let made = try Stat(at: indexPath)
    #expect(made.permissions == .ownerReadWrite)
    for _ in 0..<10 { try HistoryFile(path: path).append(history.line(using: &random)) }
    _ = try RecordedHistory(path: path)?.workouts()
    #expect(try Stat(at: indexPath).inode == made.inode)
    #expect(try Stat(at: indexPath).size > made.size)
  }

  /// One thread adds lines like the daemon, and the other reads them, and sometimes deletes the index.
  @Test(.hangLimit) func `a history that grows while it is read has all lines afterwards`() throws {
    var random = SplitMix64(seed: 1)
    var history = RandomHistory()
    let lines = (0..<60).map { _ in history.workout(using: &random) }
    try folder.write(Samples.history(Array(lines[..<20])), to: "history.jsonl")
    let (path, indexPath) = (path, indexPath)
    let isDone = Mutex(false)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        for line in lines[20...] { #expect(throws: Never.self) { try HistoryFile(path: path).append(line) } }
        isDone.withLock { $0 = true }
      } else {
        var count = 0
        while !isDone.withLock({ $0 }) {
          let read = (try? RecordedHistory(path: path)?.workouts().count) ?? 0
          #expect(read >= max(20, count))
          count = read
          if count.isMultiple(of: 3) { try? SystemCalls.unlink(indexPath) }
        }
      }
    }
    #expect(try RecordedHistory(path: path)?.workouts().map(\.id) == (0..<60).map { "w\($0)" })
  }

  @Test func `an index that others can write is not used`() throws {
    var random = SplitMix64(seed: 1)
    var history = RandomHistory()
    try folder.write(Samples.history((0..<30).map { _ in history.workout(using: &random) }), to: "history.jsonl")
    _ = try RecordedHistory(path: path)
    let made = try Stat(at: indexPath)
    // chmod(2) receives the path as a C string, which is valid during the call.
    #expect(unsafe chmod(indexPath, 0o606) == 0)
    #expect(try RecordedHistory(path: path)?.count == 30)
    #expect(try Stat(at: indexPath).inode != made.inode)
    // A symbolic link is not replaced, nor is its target.
    let target = try folder.write("notes", to: "notes")
    try SystemCalls.unlink(indexPath)
    // symlink(2) receives both paths as C strings, which are valid during the call.
    #expect(unsafe symlink(target, indexPath) == 0)
    #expect(try RecordedHistory(path: path)?.count == 30)
    #expect(try FileBytes.readStream(target, maxBytes: 100) == Array("notes".utf8))
  }

  @Test func `a workout whose line has another ID than its record is read from all lines`() throws {
    var random = SplitMix64(seed: 1)
    var history = RandomHistory()
    let lines = (0..<30).map { _ in history.workout(using: &random) }
    try folder.write(Samples.history(lines), to: "history.jsonl")
    _ = try RecordedHistory(path: path)
    let index = try FileBytes.readStream(indexPath, maxBytes: .max)
    try folder.write(Samples.history([lines[1], lines[0]] + lines[2...].reversed()), to: "history.jsonl")
    let header = IndexHeader(
      history: HistoryState(try Stat(at: path)), end: index.count, lastEvent: IndexHeader.size,
      totals: HistoryTotals(workouts: 30, unreadableLines: 0))
    try folder.write(bytes: header.bytes + index.dropFirst(IndexHeader.size), to: "history.jsonl.index")
    guard case .workout(let latest) = lines[2] else { return }
    #expect(try HistoryFile(path: path).latest() == latest)
  }
}

/// Makes lines of a history.
private struct RandomHistory {
  private var workouts: [Report.Summary] = []

  mutating func workout(using random: inout SplitMix64) -> HistoryLine {
    let number = workouts.count
    let day = Int.random(in: 1...28, using: &random)
    let time = "2026-\(["01", "05", "11"][day % 3])-\(day < 10 ? "0" : "")\(day)T06:30:00Z"
    var summary =
      random.oneIn(2)
      ? Samples.workout("w\(number)", at: time)
      : Samples.session(
        "w\(number)", "w\(Int.random(in: 1...9, using: &random))d1", of: random.oneIn(2) ? "c25k" : "half", at: time,
        minutes: random.oneIn(3) ? 30 : 10, plannedMetres: random.oneIn(4) ? nil : 15)
    // The history is then long enough for an index.
    summary.plan = "30min run" + String(repeating: " ", count: 4000)
    if random.oneIn(5) { summary.distanceIsPartial = true }
    workouts.append(summary)
    return .workout(summary)
  }

  /// A workout, a copy of a workout, a change, a move or an undo.
  mutating func line(using random: inout SplitMix64) -> HistoryLine {
    let noon = Date(timeIntervalSince1970: 1_764_244_800)
    let program = random.oneIn(2) ? "c25k" : "half"
    let number = Int.random(in: -2..<workouts.count, using: &random)
    let id = number < 0 ? "unknown" : workouts[random.oneIn(2) ? workouts.count - 1 : number].workoutId
    switch Int.random(in: 0...10, using: &random) {
    case 0...2: return workout(using: &random)
    case 3:
      var copy = workouts[max(0, number)]
      copy.distanceM = 1
      return .workout(copy)
    case 4: return .change(.move(program, to: SessionID(week: 2, day: 1), at: noon))
    case 5: return .change(.undo(.program(program), at: noon))
    case 6: return .change(.remove(id, at: noon))
    case 7: return .change(.correct(id, toMetres: Double(Int.random(in: 0...20, using: &random)), at: noon))
    case 8: return .change(.note(id, random.oneIn(4) ? nil : "legs \"heavy\" ☔", at: noon))
    default: return .change(.undo(.workout(id), at: noon))
    }
  }
}

/// Everything that the programs read from a history.
private struct HistoryContent: Equatable {
  var workouts: [RecordedWorkout] = []
  var summaries: [Report.Summary] = []
  var latest: Report.Summary?
  var unreadableLines = 0
  var lastChange: HistoryChange?
  var changedSummary: Report.Summary?
  var isStillRemoved = false
  var marks: [String: ProgramMark] = [:]
  var sessions: [String: [String]] = [:]
  var programs: [String] = []
  var removed: Set<String> = []

  private static let future = Int.max

  /// Reads with the index; with `fromEnd`, the last workout and the last change are read before all others.
  init(path: String, fromEnd: Bool, programs names: [String]) throws {
    let file = HistoryFile(path: path)
    latest = try file.latest()
    marks = try file.marks(of: Set(names)).mapValues(\.mark)
    removed = try file.workouts(removedBefore: Self.future)
    guard let history = try RecordedHistory(path: path) else { return }
    if fromEnd, let last = summaryIndex(history) { _ = try history.summary(at: last) }
    if let last = try history.lastChange() {
      (lastChange, changedSummary, isStillRemoved) = (last.change, last.workout, last.isStillRemoved)
    }
    summaries = try (0..<history.count).map { try history.summary(at: $0) }
    workouts = try history.workouts()
    unreadableLines = history.unreadableLines
    programs = try history.programs()
    for name in names { sessions[name] = try history.progress(of: name).sessions.map(\.id) }
  }

  private func summaryIndex(_ history: RecordedHistory) -> Int? { history.isEmpty ? nil : history.count - 1 }

  /// Reads all lines from the first to the last.
  init(lines bytes: [UInt8], programs names: [String]) throws {
    var recorded: [(summary: Report.Summary, changes: [HistoryChange], place: Int)] = []
    var changes: [(change: HistoryChange, place: Int)] = []
    var every: [String: [HistoryChange]] = [:]
    for (place, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      switch HistoryLine(line) {
      case nil: unreadableLines += 1
      case .workout(let summary):
        if !recorded.contains(where: { $0.summary.workoutId == summary.workoutId }) {
          recorded.append((summary, [], place))
        }
      case .change(let change):
        if let id = change.workoutId {
          if change.change == .undo { _ = every[id]?.popLast() } else { every[id, default: []].append(change) }
          guard recorded.contains(where: { $0.summary.workoutId == id }) else { continue }
        }
        guard change.change == .undo else {
          changes.append((change, place))
          continue
        }
        if let last = changes.lastIndex(where: { $0.change.subject == change.subject }) { changes.remove(at: last) }
      }
    }
    for index in recorded.indices {
      recorded[index].changes = changes.map(\.change).filter { $0.workoutId == recorded[index].summary.workoutId }
    }
    lastChange = changes.last?.change
    if let id = lastChange?.workoutId, let changed = recorded.first(where: { $0.summary.workoutId == id }) {
      // The last change shows no laps.
      changedSummary = changed.summary.applying(changed.changes.dropLast())
      isStillRemoved = changed.changes.dropLast().contains { $0.change == .remove }
    }
    removed = Set(every.filter { $1.contains { $0.change == .remove } }.keys)
    recorded.removeAll { $0.changes.contains { $0.change == .remove } }
    summaries = recorded.map { $0.summary.applying($0.changes) }
    latest = summaries.last
    workouts = summaries.compactMap { RecordedWorkout($0, in: LocalTime.init(secondsSince1970:)) }
    var events: [(place: Int, program: String, workout: Report.Summary?, move: SessionID?)] = []
    for (place, summary) in zip(recorded.map(\.place), summaries) {
      if let session = summary.session { events.append((place, session.program, summary, nil)) }
    }
    for (change, place) in changes {
      if let program = change.program { events.append((place, program, nil, change.session.flatMap(SessionID.init))) }
    }
    var ids: [String: [(id: String, session: SessionID)]] = [:]
    for event in events.sorted(by: { $0.place < $1.place }) {
      if !programs.contains(event.program) { programs.append(event.program) }
      if let move = event.move {
        marks[event.program] = .chosen(move)
        ids[event.program]?.removeAll { $0.session >= move }
      } else if let summary = event.workout, let session = summary.session {
        ids[event.program, default: []].append((summary.workoutId, session.id))
        if let mark = ProgramMark(summary) { marks[event.program] = mark }
      }
    }
    for name in names { sessions[name] = ids[name]?.map(\.id) ?? [] }
  }

  /// The names of the parts that differ.
  func difference(from other: HistoryContent) -> String {
    zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children)
      .filter { "\($0.value)" != "\($1.value)" }.map { "\($0.label ?? ""): \($0.value), expected \($1.value)" }
      .joined(separator: "\n").prefix(scalars: 2000)
  }
}
