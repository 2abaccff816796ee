import WorkoutEngine
import WorkoutModel

/// The cues of a workout in the order in which they are given; at most so many of them.
///
/// The daemon's own engine is taken through the whole workout, so that what is listed is what fires.
struct CueList: Equatable {
  let entries: [Entry]
  /// Whether there are cues behind the last entry.
  let isTruncated: Bool

  struct Entry: Equatable {
    /// Since the start of the first interval, below zero in the lead-in; nil behind an open interval, whose end nobody
    /// knows.
    let time: Duration?
    let announcement: Announcement
    /// How the workout then stands; nil when it is over.
    let progress: Progress?
    let elapsed: Duration
  }

  /// Takes a workout from start to end; an open interval is left at once, and an endless plan after so many intervals.
  init(_ workout: Workout, cues: CueRules, limit: Int = Schedule.longest) {
    var engine = WorkoutEngine()
    var now = Instant(sinceOrigin: .zero) - workout.leadIn
    var isTimeKnown = true
    let isEndless = workout.timeline.totals.intervals == nil
    var begun = 0
    var entries: [Entry] = []
    func handle(_ command: Command) -> [Effect] {
      do {
        return try engine.handle(command, at: now)
      } catch {
        preconditionFailure("\(command) is refused: \(error)")
      }
    }
    var effects = handle(.start(workout, cues: cues, replacing: false))
    while true {
      var elapsed = engine.progress(at: now)?.elapsed ?? .zero
      for effect in effects {
        if case .finished(let outcome, _) = effect { elapsed = outcome.elapsed }
        if case .intervalBegan = effect { begun += 1 }
        guard case .announced(let announcement) = effect else { continue }
        let time = isTimeKnown ? now.sinceOrigin : nil
        entries.append(
          Entry(time: time, announcement: announcement, progress: engine.progress(at: now), elapsed: elapsed))
      }
      guard engine.workout != nil, entries.count < limit, !isEndless || begun < limit else { break }
      if engine.progress(at: now)?.deadline != nil, let next = engine.nextDeadline {
        now = next
        effects = engine.advance(to: now)
      } else {
        isTimeKnown = false
        effects = handle(.next(out: false))
      }
    }
    isTruncated = engine.workout != nil || entries.count > limit
    self.entries = Array(entries.prefix(limit))
  }
}
