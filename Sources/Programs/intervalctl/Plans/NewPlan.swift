import ControlInterface
import JSON
import PlanLibrary
import PlanNotation
import TerminalUI
import Text
import UserFiles
import WorkoutModel
import WorkoutPresentation

/// A new or edited plan, which is saved, started, or both.
struct NewPlan {
  /// The text as written.
  let text: PlanText
  /// The plan in the text.
  let plan: ReadPlan
  /// The place to save the plan in; nil to only print the plan.
  var destination: Destination?
  /// Whether an existing plan or file is overwritten.
  var overwrites = false
  /// The way to start the plan; nil to not start the plan.
  var start: Start?

  enum Destination: Equatable {
    /// A plan in the user's own folder.
    case plan(PlanName)
    case file(String)
  }

  struct Start: Equatable {
    /// Whether a running workout is replaced.
    var replacesRunning = false
  }

  private var name: PlanName? { if case .plan(let name) = destination { name } else { nil } }

  /// Throws a failure if the destination exists and may not be overwritten.
  func checkDestination(in library: Library) throws(Failure) {
    switch destination {
    case .plan(let name): try library.checkName(name, overwrites: overwrites)
    case .file(let path): try OutputFile.check(path, overwrite: overwrites)
    case nil: break
    }
  }

  /// Prints the plan as `lines`, then saves and starts it as requested, and prints the results.
  ///
  /// The plan is printed first, so that it is not lost if it cannot be saved. If the saved plan hides a plan in another
  /// folder, a note names the hidden plan.
  ///
  /// - Throws: `Failure` if the plan cannot be saved; the errors of `WorkoutStarter`. A plan that cannot be saved is
  ///   not started.
  func saveAndStart(on console: Console, json: Bool, lines: [String]) async throws {
    let starter = WorkoutStarter(console: console, output: json ? console.messages : nil)
    let saved: Saved?
    if json {
      let result = Result { try save(in: starter.library) }
      try console.output.writeLine(self.json((try? result.get()) ?? nil))
      saved = try result.get()
    } else {
      try console.output.writeLines(lines)
      saved = try save(in: starter.library)
      if let saved { try console.output.writeLine(saved.words) }
    }
    if case .plan(let entry) = saved { try console.messages.writeNotes(entry.notes) }
    guard let start else { return }
    let request = name.map { StartRequest.named($0.text) } ?? .text(text)
    try await starter.start(request, savedAs: name, replace: start.replacesRunning)
  }

  /// The place in which the plan was saved.
  private enum Saved {
    case plan(SavedEntry)
    case file(String)

    var words: String {
      switch self {
      case .plan(let saved): saved.words
      case .file(let path): "Saved \(path.safeForTerminal)"
      }
    }

    var path: String {
      switch self {
      case .plan(let saved): saved.entry.path
      case .file(let path): path
      }
    }
  }

  /// Saves the plan; nil without a destination.
  private func save(in library: Library) throws -> Saved? {
    switch destination {
    case .plan(let name): return .plan(try library.save(text.text, as: name, overwrites: overwrites))
    case .file(let path):
      var text = text.text
      if !text.hasSuffix("\n") { text += "\n" }
      try OutputFile.write(Array(text.utf8), to: path, overwrite: overwrites)
      return .file(path)
    case nil: return nil
    }
  }

  private func json(_ saved: Saved?) -> JSONValue {
    let json = plan.json(schedule: nil, cues: nil, losses: text.losses)
    guard var members = json.object else { return json }
    members["savedAs"] = saved == nil ? .null : JSONValue(name?.text, JSONValue.string)
    members["path"] = JSONValue(saved?.path, JSONValue.string)
    return .object(members)
  }
}

extension WorkoutStarter {
  /// Starts a new plan or program; `name` is the name under which it was saved.
  func start(_ request: StartRequest, savedAs name: PlanName?, replace: Bool) async throws {
    do {
      try await start(request, on: console.connect(), replace: replace)
    } catch let error as ControlError {
      throw Failure.notStarted(error, savedAs: name)
    }
  }
}
