import PlanNotation
import TestSupport
import Text
import WorkoutEngine
import WorkoutModel

/// Cues of a workout that runs from start to end in a simulator.
///
/// The engine wakes up only at the deadlines of the workout.
struct CueRun {
  private let events: [WorkoutSimulator.Event]
  private let origin: Instant

  /// Runs a workout, and handles a command at `time` after the start of the first interval.
  init(
    _ text: String, over configuration: Settings = Settings(), limit: Int = .max,
    with command: Command? = nil, after time: Duration = .zero
  ) throws {
    let workout = try PlanFile(text).workout(over: configuration)
    var simulator = WorkoutSimulator()
    origin = simulator.now + workout.leadIn
    try simulator.handle(.start(workout, cues: CueRules(workout), replacing: false))
    if let command {
      simulator.run(for: workout.leadIn + time)
      try simulator.handle(command)
    }
    while simulator.events.count < limit, let deadline = simulator.engine.nextDeadline { simulator.leap(to: deadline) }
    events = simulator.takeEvents()
  }

  /// All cues as `SECONDS CUE[:DETAIL] CHANNEL…`.
  var all: [String] {
    cues { announcement in
      ([announcement.occasion.text] + Channel.allCases.filter(announcement.channels.contains).map(\.rawValue))
        .joined(separator: " ")
    }
  }

  /// All sounds as `SECONDS CUE[:DETAIL]`.
  var sounds: [String] { cues { $0.channels.contains(.sound) ? $0.occasion.text : nil } }

  /// All spoken words as `SECONDS WORDS`.
  var voices: [String] { cues(\.words) }

  /// Effects other than cues, each in one or two words.
  var effects: [String] {
    events.compactMap { event in
      switch event.effect {
      case .intervalBegan(_, _, let wasAnnounced): wasAnnounced ? "began early" : "began"
      case .announced: nil
      default: "other"
      }
    }
  }

  private func cues(_ text: (Announcement) -> String?) -> [String] {
    events.compactMap { event in
      guard case .announced(let announcement) = event.effect, let text = text(announcement) else { return nil }
      return "\(shortestText(Double((event.at - origin).inMilliseconds) / 1000)) \(text)"
    }
  }
}

extension CueRules {
  /// The cue rules of a workout's settings; distances are in kilometres by default.
  convenience init(_ workout: Workout) {
    self.init(workout.settings, units: workout.settings.units(inLocaleOf: [:]), title: workout.settings.name)
  }
}

extension [WorkoutSimulator.Event] {
  var announcements: [Announcement] {
    compactMap { if case .announced(let announcement) = $0.effect { announcement } else { nil } }
  }
}

extension Occasion {
  fileprivate var text: String {
    switch self {
    case .last(let part), .halfway(let part): "\(cue.rawValue):\(part.rawValue)"
    case .countdown(let number), .split(let number): "\(cue.rawValue):\(number)"
    case .start(in: let lag?): "\(cue.rawValue):\(lag.rounded(to: .seconds(1)))"
    default: cue.rawValue
    }
  }
}
