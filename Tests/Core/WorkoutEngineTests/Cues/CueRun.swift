import Text
import PlanNotation
import TestSupport
import WorkoutEngine
import WorkoutModel

/// The cues of a workout taken from start to end on its own deadlines.
struct CueRun {
  private let events: [WorkoutSimulator.Event]
  private let origin: Instant

  /// A command is given so long behind the start of the first interval.
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

  /// `SECONDS CUE[:DETAIL] CHANNEL…` of each cue.
  var all: [String] {
    cues { announcement in
      ([announcement.occasion.text] + Channel.allCases.filter(announcement.channels.contains).map(\.rawValue))
        .joined(separator: " ")
    }
  }

  /// `SECONDS CUE[:DETAIL]` of each sound.
  var sounds: [String] { cues { $0.channels.contains(.sound) ? $0.occasion.text : nil } }

  /// `SECONDS WORDS` of all that is said.
  var voices: [String] { cues(\.words) }

  /// The effects that are no cues, in a word or two.
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
  /// The rules of a workout's own settings, in kilometres where these say nothing.
  init(_ workout: Workout) {
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
