package import TerminalUI
package import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// The state machine of a full-screen view: it turns events and keys into actions.
package struct WatchView {
  /// The latest status, with the plan's text; nil before the first event.
  package private(set) var status: Report.Status?
  /// The plan; nil while it is unknown.
  private(set) var workout: Workout?
  /// The real durations of the intervals that the view has seen until their end, by the numbers of the intervals.
  private(set) var lengths: [Int: Duration] = [:]
  /// The number of the last intervals whose durations are kept; a bar draws no more intervals.
  private static let maxLengths = 1000
  /// The result of the last workout; nil after the next workout has started.
  private(set) var summary: SummaryTable?
  /// Whether the view shows the result of a workout until the user presses a key.
  package var showsResult: Bool { summary != nil && awaySince == nil && status?.phase == .idle }
  /// The time on the source's clock at which the source became unavailable; nil while the source is available.
  private(set) var awaySince: Int?
  /// The question that the next key answers.
  private(set) var question: Question?
  /// The message that replaces the list of keys on the last line, and the time until which the message is shown.
  private var message: (text: String, endNs: Int)?
  /// The time on the source's clock until which keys do not act on a result.
  private var keysIgnoredUntilNs = 0
  /// A note from the source, such as `dry run`, that the view always shows.
  let note: String?
  /// Whether the user can type keys; false if standard input is not a terminal.
  package let takesKeys: Bool
  /// Whether the view ends with the workout; otherwise it waits for the next workout.
  let endsWithWorkout: Bool
  private let outlivesView: Bool
  private let read: (String) -> Workout?

  /// The action that a key causes.
  package enum Action: Equatable {
    case command(WatchCommand)
    case leave
    case suspend
    case redraw
  }

  /// A question that asks the user to confirm a command with `y`.
  enum Question: Equatable {
    case stop
    /// To leave the repeat would finish the workout, because no step follows the repeat.
    case finish

    fileprivate var command: WatchCommand {
      switch self {
      case .stop: .stop
      case .finish: .next(out: true)
      }
    }
  }

  /// Makes a view without a status; `read` parses the text of a plan, and returns nil if the text is not a plan.
  package init(
    note: String? = nil, takesKeys: Bool = true, endsWithWorkout: Bool = false, outlivesView: Bool = true,
    read: @escaping (String) -> Workout?
  ) {
    self.note = note
    self.takesKeys = takesKeys
    self.endsWithWorkout = endsWithWorkout
    self.outlivesView = outlivesView
    self.read = read
  }

  /// Whether the view needs the plan's text from the source.
  package var lacksPlan: Bool { status.map { $0.workoutId != nil && $0.plan == nil } ?? false }

  package mutating func receive(_ event: WatchEvent, atNs now: Int) {
    switch event {
    case .away:
      awaySince = now
      question = nil
    case .restarted: break
    case .event(let event):
      awaySince = nil
      // The status after the end of a workout lacks the workout's units, so the previous status provides them.
      if let summary = event.summary {
        self.summary = SummaryTable(summary: summary, units: DisplayUnits(status ?? event.status))
      }
      take(event.status)
    }
  }

  /// Replaces the present status.
  mutating func take(_ new: Report.Status) {
    var new = new
    if new.workoutId == status?.workoutId, new.plan == nil { new.plan = status?.plan }
    if new.plan != status?.plan { workout = new.plan.flatMap(read) }
    if new.phase != .idle { summary = nil }
    if new.phase == .idle || new.workoutId != status?.workoutId { question = nil }
    noteLength(until: new)
    status = new
  }

  /// Records the real duration of an interval that has ended.
  private mutating func noteLength(until new: Report.Status) {
    guard let old = status, old.workoutId == new.workoutId else { return lengths = [:] }
    // If the view has missed the end of an interval, its real duration is unknown.
    guard let number = old.number, new.number == number + 1, let elapsed = old.intervalElapsedMs,
      let since = new.intervalElapsedMs
    else { return }
    lengths[number] = .milliseconds(max(0, (new.elapsedMs - since) - (old.elapsedMs - elapsed)))
    lengths[number - Self.maxLengths] = nil
  }

  /// Takes the plan's text from a status of the same workout.
  package mutating func takePlan(of other: Report.Status) {
    guard var status, other.workoutId == status.workoutId else { return }
    status.plan = other.plan
    take(status)
  }

  /// Shows a message, such as the reason why a command was refused, until `end`, a time on the source's clock.
  package mutating func show(_ text: String, untilNs end: Int) { message = (text, end) }

  /// Returns the message that is shown at a moment instead of the list of keys; nil if no message is shown.
  func message(atNs now: Int) -> String? { message.flatMap { now < $0.endNs ? $0.text : nil } }

  /// Ignores keys that act on the result of a workout until `end`, a time on the source's clock.
  ///
  /// A key that the user types at the end of the workout may be meant for the workout.
  package mutating func ignoreKeys(untilNs end: Int) { keysIgnoredUntilNs = end }

  /// Whether all keys except `q` are ignored, because a workout has just ended.
  func ignoresKeys(atNs now: Int) -> Bool { showsResult && now < keysIgnoredUntilNs }

  package mutating func handle(_ key: Key, atNs now: Int) -> Action? {
    message = nil
    switch key {
    case .suspend: return .suspend
    case .redraw: return .redraw
    default: break
    }
    if let question {
      self.question = nil
      return key == .character("y") || key == .character("Y") ? .command(question.command) : nil
    }
    if key == .character("q") { return .leave }
    if showsResult {
      guard !ignoresKeys(atNs: now) else { return nil }
      if endsWithWorkout || key != .character(" ") { return .leave }
    }
    return awaySince == nil ? command(key) : nil
  }

  private mutating func command(_ key: Key) -> Action? {
    guard let phase = status?.phase else { return nil }
    if key == .character(" ") { return .command(.toggle) }
    guard phase != .idle else { return nil }
    switch key {
    case .character("p"): return .command(.toggle)
    case .character("n"), .right: return .command(.next(out: false))
    case .character("o") where isInLastRepeat: question = .finish
    case .character("o") where status?.rounds.isEmpty == false: return .command(.next(out: true))
    case .character("b"), .left: return .command(.previous)
    case .character("+"), .character("="), .up: return .command(.extend(milliseconds: Self.stepMs))
    case .character("-"), .down: return .command(.extend(milliseconds: -Self.stepMs))
    case .character("s"):
      question = .stop
    default: break
    }
    return nil
  }

  /// Whether no step follows the innermost repeat around the interval; false if the plan is unknown.
  private var isInLastRepeat: Bool {
    guard let timeline = workout?.timeline, let status, !status.rounds.isEmpty,
      let position = timeline.position(of: status)
    else { return false }
    return timeline.position(outOf: position) == nil
  }

  /// Returns the next moment at which the view changes without an event; nil if only an event changes the view.
  package func nextTick(afterNs now: Int) -> Int? {
    let second = 1_000_000_000
    let seconds: Int?
    if let awaySince {
      seconds = awaySince + ((now - awaySince) / second + 1) * second
    } else {
      seconds = status.flatMap { LiveStatus(status: $0, nowNs: now).nextTickNs }
    }
    let messageEnd = message.flatMap { $0.endNs > now ? $0.endNs : nil }
    let keysStart = ignoresKeys(atNs: now) ? keysIgnoredUntilNs : nil
    return [seconds, messageEnd, keysStart].compactMap(\.self).min()
  }

  /// Returns the lines to print after the view has ended: the result of the workout, or a note that the workout
  /// continues.
  package func closingLines(_ style: Style, atNs now: Int) -> [String] {
    if let summary { return summary.lines(style) }
    guard outlivesView, let status, status.phase != .idle else { return [] }
    let words = StatusWords(LiveStatus(status: status, nowNs: awaySince ?? now).updated).summary
    guard awaySince == nil else {
      return ["Lost the connection to intervald; the workout was: \(words).", "When it is back: intervalctl status"]
    }
    return ["The workout continues: \(words)", "Stop it with: intervalctl stop"]
  }

  private static let stepMs = 10_000
}
