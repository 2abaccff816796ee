import ControlInterface
import WorkoutModel

/// What a full-screen view knows and is at: news and keys in, what is to be done out.
struct WatchView {
  /// The last that was heard, with the plan's text; nil before the first news.
  private(set) var status: Wire.Status?
  /// The plan; nil while it is not known.
  private(set) var workout: Workout?
  /// What the last workout came to, until there is another.
  private(set) var summary: SummaryWords?
  /// Since when the source is gone, as a moment of its clock.
  private(set) var awaySince: Int?
  /// What is asked, and answered by the next key.
  private(set) var question: Question?
  /// What stands on the foot line in place of the keys, and until when at most.
  private var note: (text: String, endNs: Int)?
  /// What is said of the source for as long as it is seen.
  let remark: String?
  /// Whether there is somebody whose keys come to it.
  let takesKeys: Bool
  private let outlivesView: Bool
  private let read: (String) -> Workout?

  /// What a key has come to.
  enum Action: Equatable {
    case command(WatchCommand)
    case leave
    case suspend
    case redraw
  }

  /// What is done only behind a yes.
  enum Question: Equatable {
    case stop
    /// To leave a repeat that nothing follows, which ends the workout as if it were completed.
    case finish

    fileprivate var command: WatchCommand {
      switch self {
      case .stop: .stop
      case .finish: .next(out: true)
      }
    }
  }

  /// `read` makes a workout of a plan's text, or nothing of a text that is none.
  init(
    remark: String? = nil, takesKeys: Bool = true, outlivesView: Bool = true, read: @escaping (String) -> Workout?
  ) {
    self.remark = remark
    self.takesKeys = takesKeys
    self.outlivesView = outlivesView
    self.read = read
  }

  /// Whether the source is to be asked for the plan's text.
  var lacksPlan: Bool { status.map { $0.workoutId != nil && $0.plan == nil } ?? false }

  mutating func hear(_ news: WatchNews, atNs now: Int) {
    switch news {
    case .away:
      awaySince = now
      question = nil
    case .event(let event):
      awaySince = nil
      // The status behind the end names no units of the workout's.
      if let summary = event.summary {
        self.summary = SummaryWords(summary: summary, units: DisplayUnits(status ?? event.status))
      }
      take(event.status)
    }
  }

  /// Takes a status for the present one.
  mutating func take(_ new: Wire.Status) {
    var new = new
    if new.workoutId == status?.workoutId, new.plan == nil { new.plan = status?.plan }
    if new.plan != status?.plan { workout = new.plan.flatMap(read) }
    if new.phase != .idle { summary = nil }
    if new.phase == .idle || new.workoutId != status?.workoutId { question = nil }
    status = new
  }

  /// Takes the plan's text from a status of the same workout.
  mutating func takePlan(of other: Wire.Status) {
    guard var status, other.workoutId == status.workoutId else { return }
    status.plan = other.plan
    take(status)
  }

  /// Has the person told why something was not done, up to a moment of the source's clock.
  mutating func refuse(_ message: String, untilNs end: Int) { note = (message, end) }

  /// What is told at a moment in place of the keys.
  func note(atNs now: Int) -> String? { note.flatMap { now < $0.endNs ? $0.text : nil } }

  mutating func handle(_ key: Key) -> Action? {
    note = nil
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

  /// Whether nothing follows the innermost repeat round the interval; not where the plan is not known.
  private var isInLastRepeat: Bool {
    guard let timeline = workout?.timeline, let status, !status.rounds.isEmpty,
      let position = timeline.position(of: status)
    else { return false }
    return timeline.position(outOf: position) == nil
  }

  /// When the view looks different without any news; nil for never.
  func nextTick(afterNs now: Int) -> Int? {
    let second = 1_000_000_000
    let seconds: Int?
    if let awaySince {
      seconds = awaySince + ((now - awaySince) / second + 1) * second
    } else {
      seconds = status.flatMap { LiveStatus(status: $0, nowNs: now).nextTickNs }
    }
    let noteEnd = note.flatMap { $0.endNs > now ? $0.endNs : nil }
    return [seconds, noteEnd].compactMap(\.self).min()
  }

  /// What is said behind the view: what the workout came to, or that it goes on.
  func farewell(_ style: Style, atNs now: Int) -> [String] {
    if let summary { return summary.lines(style) }
    guard outlivesView, let status, status.phase != .idle else { return [] }
    let words = StatusWords(LiveStatus(status: status, nowNs: awaySince ?? now).told).summary
    guard awaySince == nil else {
      return ["intervald has gone away; the workout was: \(words).", "When it is back: intervalctl status"]
    }
    return ["The workout goes on: \(words). Stop it with: intervalctl stop"]
  }

  private static let stepMs = 10_000
}
