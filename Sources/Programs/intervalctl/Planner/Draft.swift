import PlanNotation
import WorkoutModel

/// What a line of notation comes to as it stands.
enum Draft {
  /// Nothing has been written yet.
  case empty
  case plan(ReadPlan)
  case mistake(DraftMistake)

  /// Reads a line, with a configuration's settings; `name` is what the plan is to be called.
  init(_ text: String, name: String? = nil, settings: Settings) {
    guard text.contains(where: { !$0.isWhitespace }) else {
      self = .empty
      return
    }
    do throws(NotationError) {
      let file = try PlanFile(text)
      self = .plan(
        ReadPlan(
          file: file, workout: try file.workout(over: settings), title: file.settings.name ?? name,
          entered: file.entered))
    } catch {
      self = .mistake(DraftMistake(error))
    }
  }
}
