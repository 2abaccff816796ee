import DaemonRuntime
import FoundationEssentials
import PlanNotation
import TestSupport
import UserFiles
import WorkoutEngine
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// The file with the saved state of a workout, and the workout that is resumed from it.
package enum StateFuzz: FuzzTarget {
  package static let name = "state"

  package static func read(_ bytes: [UInt8]) {
    guard let saved = try? SavedWorkout(json: String(decoding: bytes, as: UTF8.self)) else { return }
    _ = engine(restoring: saved)
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard let saved = try? SavedWorkout(json: String(decoding: bytes, as: UTF8.self)) else { return }
    try require(
      (try? SavedWorkout(json: saved.json)) == saved, "the saved state is read back as another: \(saved.json)")
    guard let engine = engine(restoring: saved) else { return }
    let now = saved.clocks.now
    for absence in [Duration.zero, .seconds(5), .seconds(100)] {
      var later = engine
      // If the plan ended long ago, the engine steps through all intervals, which is slow for many intervals.
      if (engine.workout?.timeline.totals.intervals ?? 0) < 1000 {
        _ = later.resume(after: .restart, at: now + absence)
        try checkCommands(on: later, at: now + absence)
      }
      later = engine
      let since = now + Self.shift
      later.shift(by: Self.shift)
      _ = later.resumePaused(asOf: since, after: .restart, at: since + absence)
      try checkCommands(on: later, at: since + absence)
    }
  }

  /// Difference between the monotonic clock of the saved state and the monotonic clock of a later process.
  private static let shift = Duration.seconds(1_000_000)

  /// Restores the engine in the same way as the daemon; nil if the saved state is unusable.
  private static func engine(restoring saved: SavedWorkout) -> WorkoutEngine? {
    guard let snapshot = saved.snapshot, let timing = try? readConfiguration(saved.timing),
      let request = try? RequestedWorkout(text: saved.plan, planName: saved.planName, configuration: timing)
    else { return nil }
    let cues = CueRules(
      request.workout.settings, units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre),
      title: request.settings.name)
    return WorkoutEngine(request.workout, cues: cues, restoring: snapshot, takenAt: saved.clocks.now)
  }

  /// Applies a series of commands, and checks the progress before each command.
  private static func checkCommands(on engine: WorkoutEngine, at now: Instant) throws(Violation) {
    var engine = engine
    let commands = [
      Command.toggle, .correct(metres: 2500), .next(out: false), .correct(metres: 0), .previous,
      .extend(by: .seconds(1)), .correct(metres: PlanLimits.maxDistance), .next(out: true), .stop,
    ]
    for command in commands {
      if let progress = engine.progress(at: now) { try check(progress) }
      if let snapshot = engine.snapshot, let workout = engine.workout {
        // Restoring may fail if the state exceeds a limit of plans, but must not trap.
        _ = WorkoutEngine(workout, restoring: snapshot, takenAt: now)
      }
      _ = engine.advance(to: now)
      // A command fails if the workout has ended.
      _ = try? engine.handle(command, at: now)
    }
  }

  private static func check(_ progress: Progress) throws(Violation) {
    let times = [progress.elapsed, progress.intervalElapsed, progress.remaining, progress.intervalRemaining]
    for time in times.compactMap(\.self) {
      try require(time >= .zero && time.inMilliseconds >= 0, "a time is negative: \(progress)")
    }
    try require(progress.punctuality.mean >= .zero, "the mean delay is negative: \(progress.punctuality)")
    for metres in [progress.metres, progress.remainingMetres].compactMap(\.self) {
      try require(metres.isFinite && metres >= 0, "a distance is invalid: \(progress)")
    }
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("a plan", state(plan: longText("1s, ", tail: "1s", length: 64_000))),
      ("settings", state(timing: longText("# \\n", length: 64_000))),
      ("an id", state(id: longText("a", length: 64_000))),
      ("a position", state(frames: longText("{\"index\":0,\"round\":0},", tail: "{}", length: 64_000))),
      ("arrays", longText("[", head: "{\"version\":")),
      ("objects", longText("{\"a\":")),
      ("numbers", longText("1,", head: "{\"version\":[", tail: "1]}")),
      ("keys", longText("\"a\":1,", head: "{", tail: "\"version\":1}")),
      ("escapes", longText("\\u0041", head: "{\"version\":1,\"plan\":\"", tail: "\"}")),
      ("digits", longText("9", head: "{\"version\":", tail: "}")),
      ("spaces", longText(" ", tail: "{}")),
    ]
      + slowUnits.flatMap { name, unit in
        [
          ("a key of \(name)", longText(unit, head: "{\"", tail: "\":1,\"version\":1}")),
          ("a plan of \(name)", state(plan: longText(unit, length: 64_000))),
          ("a stage of \(name)", longText(unit, head: stageHead, tail: "\":{}}}}}")),
        ]
      }
  }

  /// The beginning of a file up to the name of the stage of the workout.
  private static let stageHead =
    "{\"version\":1,\"workoutId\":\"w\",\"plan\":\"1s\",\"timing\":\"\",\"startedAt\":1,\"monotonicNs\":1,"
    + "\"sinceBootNs\":1,\"timeOfDay\":1,\"snapshot\":{\"lapChanges\":0,\"state\":{\"began\":{},\"cueing\":{},\"stage\":{\""

  /// Returns a file with the given members.
  private static func state(
    id: [UInt8] = Array("w".utf8), plan: [UInt8] = Array("30s".utf8), timing: [UInt8] = [], frames: [UInt8] = []
  ) -> [UInt8] {
    let snapshot =
      "\"snapshot\":{\"lapChanges\":0,\"state\":{\"began\":{},\"cueing\":{},\"stage\":{\"interval\":{\"_0\":{\"frames\":["
    return Array("{\"version\":1,\"workoutId\":\"".utf8) + id + Array("\",\"plan\":\"".utf8) + plan
      + Array("\",\"timing\":\"".utf8) + timing
      + Array("\",\"startedAt\":1,\"monotonicNs\":1,\"sinceBootNs\":1,\"timeOfDay\":1,\(snapshot)".utf8) + frames
      + Array("]}}}}}}".utf8)
  }
}

/// The history file, possibly with a partial line after an interrupted write.
package enum HistoryFuzz: FuzzTarget {
  package static let name = "history"

  package static func read(_ bytes: [UInt8]) {
    _ = try? withFile(of: bytes) { path in
      _ = try? HistoryFile(path: path).latest()
      guard let history = try? RecordedHistory(path: path) else { return }
      for index in 0..<history.count { _ = try? history.summary(at: index) }
    }
  }

  /// Checks that a line that is added follows all complete lines, and that it is read back.
  package static func check(_ bytes: [UInt8]) throws(Violation) {
    let line = HistoryLine.change(.note("no workout", "", at: Date(timeIntervalSince1970: 0)))
    let after =
      (try? withFile(of: bytes) { path in
        try HistoryFile(path: path).append(line)
        return try OpenFile.regular(path).read(atMost: .max)
      })
    guard let after else { throw Violation("the line cannot be added") }
    try require(after.suffix(line.bytes.count) == line.bytes[...], "the file does not end in the added line")
    let before = after.dropLast(line.bytes.count)
    try require(before.isEmpty || before.last == newline, "the line before the added line does not end in a newline")
    let complete = bytes.lastIndex(of: newline).map { bytes[...$0] } ?? []
    try require(before.starts(with: complete), "the added line changes an earlier line")
    try require(before.count <= bytes.count + 1, "more than a newline is added before the line")
  }

  /// Calls a closure with the path of a file.
  private static func withFile<Result>(of bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder(below: "/dev/shm")
    return try body(folder.write(bytes: bytes, to: "history.jsonl"))
  }

  private static let newline = UInt8(ascii: "\n")

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("line ends", longText("\n")),
      ("a line", longText("a")),
      ("empty objects", longText("{}\n")),
      ("summaries", longText(summary + "\n")),
      ("a plan", longText("1s,", head: #"{"plan":""#, tail: "\"}\n")),
      ("arrays", longText("[", head: #"{"plan":"#)),
      ("objects", longText(#"{"a":"#)),
      ("numbers", longText("1,", head: #"{"plan":["#, tail: "1]}\n")),
      ("spaces", longText(" ", tail: "\n")),
    ] + slowUnits.map { ("a key of \($0)", longText($1, head: "{\"", tail: "\":1,\"plan\":\"1s\"}\n")) }
  }

  private static let summary =
    #"{"completed":true,"elapsedMs":1,"endedAt":"","intervals":1,"pausedMs":0,"plan":"","startedAt":"","workoutId":""}"#
}
