import WorkoutReports
import PlanNotation
import ControlInterface
import WorkoutModel

/// What the daemon is asked to start.
enum StartRequest: Equatable {
  /// The default plan, or else the last one.
  case usual
  /// A plan that the daemon reads itself.
  case named(String)
  case text(PlanText)

  /// Reads what a person asked for, so that what is wrong with it is known before the daemon is asked.
  init(_ argument: PlanArgument?, overrides: PlanOverrides, library: Library) throws(Failure) {
    guard let argument else {
      self = .usual
      return
    }
    guard let text = try library.text(argument) else {
      guard case .named(let name) = argument, overrides.isEmpty else {
        throw library.noPlan(named: argument.name)
      }
      // The daemon's folders may be others.
      self = .named(name)
      return
    }
    let configuration = try library.settings()
    let request = try text.overridden(by: overrides, over: configuration)
    _ = try request.read(over: configuration)
    if case .named(let name) = argument, request === text { self = .named(name) } else { self = .text(request) }
  }

  /// Asks for what was started before, once more.
  init(_ summary: Report.Summary, library: Library) throws(Failure) {
    let text = PlanText(text: summary.plan, planName: summary.planName)
    _ = try text.read(over: library.settings())
    self = .text(text)
  }

  /// The plan that is sent; nil for a plan that the daemon reads.
  var text: PlanText? { if case .text(let text) = self { text } else { nil } }

  /// What was lost when the plan was made of a workout file, in words.
  var warnings: [String] { text?.warnings ?? [] }

  /// The text of the plan that is meant, found as the daemon finds it; nil where there is nothing usual to start.
  func text(in library: Library) throws(Failure) -> PlanText? {
    switch self {
    case .usual: try library.usualText()
    case .named(let name): try library.text(named: name)
    case .text(let text): text
    }
  }

  /// Starts it.
  func start(on client: WorkoutClient, replace: Bool) async throws -> Report.Started {
    switch self {
    case .usual: return try await client.startNamed(replace: replace)
    case .named(let name): return try await client.startNamed(name, replace: replace)
    case .text(let plan):
      let text = plan.text
      do {
        return try await client.start(plan: text, planName: plan.planName, replace: replace)
      } catch ControlError.invalidPlan(var invalid) {
        // The daemon quotes nothing of a text that it was given.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if (1...lines.count).contains(invalid.line) { invalid.lineText = String(lines[invalid.line - 1]) }
        throw ControlError.invalidPlan(invalid)
      }
    }
  }
}

extension PlanArgument {
  /// What was typed.
  fileprivate var name: String {
    switch self {
    case .named(let text), .file(let text): text
    case .text(let plan): plan.text
    }
  }
}
