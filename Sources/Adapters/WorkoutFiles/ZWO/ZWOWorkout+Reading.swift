import Text
import PlanNotation
import WorkoutModel

extension ZWOWorkout {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - root: the document's.
  ///   - report: where it is noted what the plan does not have.
  /// - Returns: what it is called, what it is about, and its steps.
  /// - Throws: what is missing, or what no plan can have, and in which line.
  static func workout(
    in root: XMLElement, report: inout LossReport
  ) throws(WorkoutFileError) -> (name: String?, about: String?, steps: [Step]) {
    guard root.name == "workout_file", let workout = root["workout"] else {
      throw WorkoutFileError(.noWorkoutElement(root: root.name), at: .line(root.line))
    }
    if let sport = root["sportType"]?.text.cleanedToOneLine.lowercased(), sport != "run" {
      report.note(.sport(sport == "bike" ? "cycling" : "another sport (\(sport))"))
    }
    var parts = ZWOParts(
      hasDistances: root["durationType"]?.text.cleanedToOneLine.lowercased() == "distance",
      isOwn: root["author"]?.text.cleanedToOneLine == author, report: report)
    var steps: [Step] = []
    for element in workout.children {
      if let step = try parts.step(element) { steps.append(step) }
    }
    report = parts.report
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: .line(workout.line)) }
    return (root["name"]?.text.cleanedToOneLine, root["description"]?.text.cleanedToOneLine, steps)
  }
}
