import WorkoutReports
import FoundationEssentials
import TestSupport
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// A rehearsal on the test's clock, with all its events.
struct RehearsedRun {
  private var rehearsal: Rehearsal
  private(set) var now = Instant(sinceOrigin: .seconds(100))
  private(set) var events: [WorkoutEvent] = []

  init(configuration: Settings = .withoutCues) {
    rehearsal = Rehearsal(configuration: configuration, environment: ["LANG": "de_DE.UTF-8"])
  }

  /// Title and lines of each event.
  var words: [[String]] { events.map(\.words).map { [$0.title] + $0.lines } }

  mutating func start(_ text: String, configuration: Settings = .withoutCues) throws {
    let request = try RequestedWorkout(text: text, planName: nil, configuration: configuration)
    events += rehearsal.start(request, at: now, on: Date(timeIntervalSince1970: 1_767_225_600))
  }

  mutating func pass(_ duration: Duration) {
    now += duration
    events += rehearsal.advance(to: now)
  }

  mutating func handle(_ command: Command) throws {
    events += try rehearsal.handle(command, at: now)
  }
}
