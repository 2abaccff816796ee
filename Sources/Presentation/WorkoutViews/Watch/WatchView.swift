package import TerminalUI
package import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// State machine of a full-screen view, which turns events and keys into actions.
package struct WatchView {
  /// The latest status, with the plan's text; nil before the first event.
  package private(set) var status: Report.Status?
  /// The plan; nil while it is unknown.
  private(set) var workout: Workout?
  /// The result of the last workout, until the next starts.
  private(set) var summary: SummaryTable?
  /// The time, on the source's clock, since which the source is unavailable.
  private(set) var awaySince: Int?
  /// The question that the next key answers.
  private(set) var question: Question?
  /// The message that replaces the keys on the last line, and the time until which it is shown.
  private var message: (text: String, endNs: Int)?
  /// The note of the source, which is always shown.
  let note: String?
  /// Whether keys can be typed.
  let takesKeys: Bool
  private let outlivesView: Bool
  private let read: (String) -> Workout?

  /// The action of a key.
  package enum Action: Equatable {
    case command(WatchCommand)
    case leave
    case suspend
    case redraw
  }

  /// A question that requires a yes.
  enum Question: Equatable {
    case stop
    /// The user leaves a repeat that no step follows, which completes the workout.
    case finish

    fileprivate var command: WatchCommand {
      switch self {
      case .stop: .stop
      case .finish: .next(out: true)
      }
    }
  }

  /// Makes a view without a status; `read` reads the text of a plan, and returns nil for a text that is not a plan.
  package init(
    note: String? = nil, takesKeys: Bool = true, outlivesView: Bool = true, read: @escaping (String) -> Workout?
  ) {
    self.note = note
    self.takesKeys = takesKeys
    self.outlivesView = outlivesView
    self.read = read
  }

  /// Whether the plan's text is to be requested from the source.
  package var lacksPlan: Bool { status.map { $0.workoutId != nil && $0.plan == nil } ?? false }

  package mutating func receive(_ event: WatchEvent, atNs now: Int) {
    switch event {
    case .away:
      awaySince = now
      question = nil
    case .event(let event):
      awaySince = nil
      // The status after the end has no units of the workout.
      if let summary = event.summary {
        self.summary = SummaryTable(summary: summary, units: DisplayUnits(status ?? event.status))
      }
      take(event.status)
    }
  }

  /// Makes a status the present one.
  mutating func take(_ new: Report.Status) {
    var new = new
    if new.workoutId == status?.workoutId, new.plan == nil { new.plan = status?.plan }
    if new.plan != status?.plan { workout = new.plan.flatMap(read) }
    if new.phase != .idle { summary = nil }
    if new.phase == .idle || new.workoutId != status?.workoutId { question = nil }
    status = new
  }

  /// Takes the plan's text from a status of the same workout.
  package mutating func takePlan(of other: Report.Status) {
    guard var status, other.workoutId == status.workoutId else { return }
    status.plan = other.plan
    take(status)
  }

  /// Shows the reason of a refusal, until a moment of the source's clock.
  package mutating func refuse(_ reason: String, untilNs end: Int) { message = (reason, end) }

  /// The message that replaces the keys at a moment.
  func message(atNs now: Int) -> String? { message.flatMap { now < $0.endNs ? $0.text : nil } }

  package mutating func handle(_ key: Key) -> Action? {
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

  /// The next moment at which the view changes without an event; nil for never.
  package func nextTick(afterNs now: Int) -> Int? {
    let second = 1_000_000_000
    let seconds: Int?
    if let awaySince {
      seconds = awaySince + ((now - awaySince) / second + 1) * second
    } else {
      seconds = status.flatMap { LiveStatus(status: $0, nowNs: now).nextTickNs }
    }
    let messageEnd = message.flatMap { $0.endNs > now ? $0.endNs : nil }
    return [seconds, messageEnd].compactMap(\.self).min()
  }

  /// The lines after the view has ended: the result of the workout, or that it continues.
  package func closingLines(_ style: Style, atNs now: Int) -> [String] {
    if let summary { return summary.lines(style) }
    guard outlivesView, let status, status.phase != .idle else { return [] }
    let words = StatusWords(LiveStatus(status: status, nowNs: awaySince ?? now).updated).summary
    guard awaySince == nil else {
      return ["Lost the connection to intervald; the workout was: \(words).", "When it is back: intervalctl status"]
    }
    return ["The workout continues: \(words). Stop it with: intervalctl stop"]
  }

  private static let stepMs = 10_000
}
