import TestSupport
import WorkoutEngine
import WorkoutModel

extension Workout {
  /// Runs the workout for a while, with leaps, and with all that a person can do to it.
  func checkRunning() throws(Violation) {
    let units = DisplayUnits(distance: .miles, pace: .minutesPerMile)
    var simulator = WorkoutSimulator()
    do {
      try simulator.handle(.start(self, cues: CueRules(settings, units: units, title: settings.name), replacing: false))
      simulator.advance(deadlines: 8)
      for command in [Command.next(out: false), .correct(metres: 1000), .previous, .pause(.user)] {
        if simulator.engine.workout != nil { try simulator.handle(command) }
      }
      guard simulator.engine.workout != nil else { return }
      simulator.leap(to: simulator.now + .seconds(3600))
      for command in [Command.resume, .extend(by: .seconds(5)), .correct(metres: 1), .next(out: true)] {
        if simulator.engine.workout != nil { try simulator.handle(command) }
      }
      simulator.leap(to: simulator.now + .seconds(600))
      simulator.advance(deadlines: 2)
      if simulator.engine.workout != nil { try simulator.handle(.stop) }
    } catch {
      throw Violation("a command was refused: \(error)")
    }
    for event in simulator.takeEvents() {
      guard let progress = event.progress else { continue }
      try require(progress.elapsed >= .zero && progress.intervalElapsed >= .zero, "\(progress)")
      try require((progress.remaining ?? .zero) >= .zero, "\(progress)")
    }
  }
}

extension WorkoutSimulator {
  fileprivate mutating func advance(deadlines: Int) {
    for _ in 0..<deadlines {
      guard let deadline = engine.nextDeadline else { return }
      leap(to: max(deadline, now))
    }
  }
}
