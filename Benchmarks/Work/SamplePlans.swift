import PlanNotation
import WorkoutModel

/// Plans for the measurements.
enum SamplePlans {
  /// Runs and walks up to ten miles.
  static let mission = "until 10mi (4x(30s run @11:30/mi, 30s walk @16:30/mi), 60s walk @16:30/mi)"

  /// Plan with 311,040 intervals, which is close to the maximum, as a short text.
  static let vast = "24x(12x(10x(9x(6x(1s run, 1s walk)))))"

  /// Plan whose text is close to the maximum length: one step per line, each with a pace and a label.
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

  /// Plans of the same steps with an increasing number of intervals.
  static let bySize = [
    (intervals: 10, text: "1x(1x(1x(1x(5x(1s run, 1s walk)))))"),
    (intervals: 1000, text: "2x(5x(5x(2x(5x(1s run, 1s walk)))))"),
    (intervals: 311_040, text: vast),
  ]

  /// Returns a plan with a lead-in and `count` intervals of one second each.
  ///
  /// If the number is even, the cue for half of the workout coincides with the start of an interval and is omitted.
  static func seconds(_ count: Int) -> String { "lead-in 1s\n\(count)x(1s run)" }

  static func workout(_ text: String) throws -> Workout { try PlanFile(text).workout(over: Settings()) }
}
