import PlanLibrary
import Text
import TerminalUI
import PlanNotation

/// A planner's question, with the answer that is being written.
struct PlannerQuestion {
  let prompt: String
  /// As much of it as is seen.
  let answer: String
  let cursorColumn: Int
  /// What is wrong with the answer, and what to do about it.
  private let problem: (message: String, hints: [String])?
  private let keys: String
  private let width: Int

  /// Nil while the plan is being written.
  init?(_ planner: Planner, width: Int) {
    var problem: (String, [String])?
    var name: EditWindow?
    switch planner.stage {
    case .writing: return nil
    case .naming(let wrong):
      prompt = "Save as: "
      name = EditWindow(planner.name, width: width - "Save as: ".count)
      keys = planner.name.isEmpty ? "Enter: continue without saving   Esc: back" : "Enter: continue   Esc: back"
      if let wrong {
        let failure = Failure.unusableName(wrong, planner.name.text)
        problem = (failure.message, failure.hints)
      }
    case .overwriting(let name):
      prompt = "\(name.text) exists: overwrite it? y/N ".cutAtStart(to: width - 1)
      keys = "Esc: back"
    case .starting(let name, _):
      prompt = "Start it now? y/N "
      keys = name == nil ? "The plan is not saved.   Esc: back" : "Either way the plan is saved.   Esc: back"
    }
    answer = name?.text ?? ""
    cursorColumn = prompt.columns + (name?.cursorColumn ?? 0)
    self.problem = problem
    self.width = width
  }

  /// What stands under it: what is wrong with the answer, or else the keys.
  func remarks(_ style: Style) -> [String] {
    guard let problem else { return [style.text(keys.cut(to: width), .faint)] }
    return problem.message.wrapped(to: width, lines: 2).map { style.text($0, .error) }
      + problem.hints.flatMap { $0.wrapped(to: width, lines: 2) }
  }
}
