import PlanNotation
import WorkoutModel

/// The plans that are measured.
enum SamplePlans {
  /// The plan of the mission: run and walk to ten miles.
  static let mission = "until 10mi (4x(30s run @11:30/mi, 30s walk @16:30/mi), 60s walk @16:30/mi)"

  /// As many intervals as a plan may have but for some, 311,040 of them, in a few words.
  static let vast = "24x(12x(10x(9x(6x(1s run, 1s walk)))))"

  /// As many bytes as a plan may have but for some: a step a line, each with a pace and a label.
  static let longest: String = {
    var text = ""
    var number = 0
    while true {
      number += 1
      let line = "\(20 + number % 40)s run @\(9 + number % 5):30/mi \"Number \(number)\"\n"
      guard text.utf8.count + line.utf8.count <= 65_536 else { return text }
      text += line
    }
  }()

  /// Plans with ever more intervals, of the same steps.
  static let bySize = [
    (intervals: 10, text: "1x(1x(1x(1x(5x(1s run, 1s walk)))))"),
    (intervals: 1000, text: "2x(5x(5x(2x(5x(1s run, 1s walk)))))"),
    (intervals: 311_040, text: vast),
  ]

  /// Intervals of a second, so many of them, behind a lead-in of a second.
  ///
  /// Of an even number the half of the plan is where an interval begins, and has no cue of its own.
  static func seconds(_ count: Int) -> String { "lead-in 1s\n\(count)x(1s run)" }

  static func workout(_ text: String) throws -> Workout { try PlanFile(text).workout(over: Settings()) }
}
