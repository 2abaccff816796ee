import PlanNotation
import WorkoutModel
import WorkoutPresentation

extension ReadPlan {
  /// Reads a plan that was typed.
  convenience init(text: String, settings: Settings = Settings()) throws {
    let file = try PlanFile(text)
    self.init(
      file: file, workout: try file.workout(over: settings), title: file.settings.name, entered: file.entered)
  }
}
