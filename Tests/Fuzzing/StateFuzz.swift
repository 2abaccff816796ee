import WorkoutReports
import DaemonRuntime
import PlanNotation
import TestSupport
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// The file in which a workout's place is kept, up to the workout that goes on from it.
package enum StateFuzz: FuzzTarget {
  package static let name = "state"

  package static func read(_ bytes: [UInt8]) {
    guard let kept = try? SavedWorkout(json: String(decoding: bytes, as: UTF8.self)) else { return }
    _ = engine(restoring: kept)
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    // Why it may be of no use is told by a case without words of the file's.
    guard let kept = try? SavedWorkout(json: String(decoding: bytes, as: UTF8.self)) else { return }
    try require((try? SavedWorkout(json: kept.json)) == kept, "what was kept again is another: \(kept.json)")
    guard let engine = engine(restoring: kept) else { return }
    let now = kept.clocks.now
    for absence in [Duration.zero, .seconds(5), .seconds(100)] {
      var later = engine
      // A plan that was over long ago is gone through interval by interval.
      if (engine.workout?.timeline.totals.intervals ?? 0) < 1000 {
        _ = later.resume(after: .restart, at: now + absence)
        try goOn(with: later, at: now + absence)
      }
      later = engine
      let since = now + Self.shift
      later.shift(by: Self.shift)
      _ = later.resumePaused(asOf: since, after: .restart, at: since + absence)
      try goOn(with: later, at: since + absence)
    }
  }

  /// How much later another clock shows the same.
  private static let shift = Duration.seconds(1_000_000)

  /// The engine as the daemon makes it from what was kept; nil where that is of no use.
  private static func engine(restoring kept: SavedWorkout) -> WorkoutEngine? {
    guard let timing = try? readConfiguration(kept.timing),
      let request = try? RequestedWorkout(text: kept.plan, planName: kept.planName, configuration: timing)
    else { return nil }
    let cues = CueRules(
      request.workout.settings, units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre),
      title: request.settings.name)
    return WorkoutEngine(request.workout, cues: cues, restoring: kept.snapshot, takenAt: kept.clocks.now)
  }

  /// Does what a person may do with it, and puts all that is told of it into the numbers of the interface.
  private static func goOn(with engine: WorkoutEngine, at now: Instant) throws(Violation) {
    var engine = engine
    let commands = [
      Command.toggle, .correct(metres: 2500), .next(out: false), .correct(metres: 0), .previous,
      .extend(by: .seconds(1)), .correct(metres: PlanLimits.maxDistance), .next(out: true), .stop,
    ]
    for command in commands {
      if let progress = engine.progress(at: now) { try check(progress) }
      if let snapshot = engine.snapshot, let workout = engine.workout {
        // One that was at the limit of what is possible may have gone beyond it.
        _ = WorkoutEngine(workout, restoring: snapshot, takenAt: now)
      }
      _ = engine.advance(to: now)
      // There may be no workout any more.
      _ = try? engine.handle(command, at: now)
    }
  }

  private static func check(_ progress: Progress) throws(Violation) {
    let times = [progress.elapsed, progress.intervalElapsed, progress.remaining, progress.intervalRemaining]
    for time in times.compactMap(\.self) {
      try require(time >= .zero && time.inMilliseconds >= 0, "a time below zero: \(progress)")
    }
    try require(progress.punctuality.mean >= .zero, "\(progress.punctuality)")
    for metres in [progress.metres, progress.remainingMetres].compactMap(\.self) {
      try require(metres.isFinite && metres >= 0, "no distance: \(progress)")
    }
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    [
      ("a plan", kept(plan: longText("1s, ", tail: "1s", length: 64_000))),
      ("settings", kept(timing: longText("# \\n", length: 64_000))),
      ("an id", kept(id: longText("a", length: 64_000))),
      ("a place", kept(frames: longText("{\"index\":0,\"round\":0},", tail: "{}", length: 64_000))),
      ("arrays", longText("[", head: "{\"version\":")),
      ("objects", longText("{\"a\":")),
      ("numbers", longText("1,", head: "{\"version\":[", tail: "1]}")),
      ("keys", longText("\"a\":1,", head: "{", tail: "\"version\":1}")),
      ("escapes", longText("\\u0041", head: "{\"version\":1,\"plan\":\"", tail: "\"}")),
      ("digits", longText("9", head: "{\"version\":", tail: "}")),
      ("spaces", longText(" ", tail: "{}")),
    ]
  }

  /// A file in which one part is long.
  private static func kept(
    id: [UInt8] = Array("w".utf8), plan: [UInt8] = Array("30s".utf8), timing: [UInt8] = [], frames: [UInt8] = []
  ) -> [UInt8] {
    let place = "\"snapshot\":{\"state\":{\"began\":{},\"cueing\":{},\"stage\":{\"interval\":{\"_0\":{\"frames\":["
    return Array("{\"version\":1,\"workoutId\":\"".utf8) + id + Array("\",\"plan\":\"".utf8) + plan
      + Array("\",\"timing\":\"".utf8) + timing
      + Array("\",\"startedAt\":1,\"monotonicNs\":1,\"sinceBootNs\":1,\"timeOfDay\":1,\(place)".utf8) + frames
      + Array("]}}}}}}".utf8)
  }
}
