import ControlInterface
import JSON
import PlanLibrary
import PlanNotation
import SystemPackage
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
    case .plan(let name):
      guard overwrites || !library.plans.hasOwn(name) else {
        throw .planExists(library.plans.ownEntry(named: name))
      }
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
    let hidden = name.flatMap { starter.library.plans.hiddenEntry(by: $0) }
    if json {
      let saved = Result { try save(in: starter.library) }
      try console.output.writeLine(self.json(savedAt: (try? saved.get()) ?? nil))
      _ = try saved.get()
    } else {
      try console.output.writeLines(lines)
      if let path = try save(in: starter.library) {
        try console.output.writeLine("Saved\(name.map { " as \($0.text):" } ?? "") \(path.safeForTerminal)")
      }
    }
    try console.messages.writeNotes([hidden].compactMap(\.self).map { "this hides \($0.path)" })
    guard let start else { return }
    let request = name.map { StartRequest.named($0.text) } ?? .text(text)
    do {
      try await starter.start(request, on: console.connect(), replace: start.replacesRunning)
    } catch let error as ControlError {
      throw Failure.notStarted(error, savedAs: name)
    }
  }

  /// Saves the plan, and returns the path of its file; nil without a destination.
  private func save(in library: Library) throws -> String? {
    switch destination {
    case .plan(let name): return try save(as: name, in: library.plans)
    case .file(let path):
      var text = text.text
      if !text.hasSuffix("\n") { text += "\n" }
      try OutputFile.write(Array(text.utf8), to: path, overwrite: overwrites)
      return path
    case nil: return nil
    }
  }

  private func save(as name: PlanName, in plans: PlanFolders) throws(Failure) -> String {
    do {
      return try plans.save(text.text, as: name, ifExists: overwrites ? .replaceKeepingMode : .fail).path
    } catch {
      throw error.errno == .fileExists ? .planExists(plans.ownEntry(named: name)) : .notSaved(error)
    }
  }

  private func json(savedAt path: String?) -> JSONValue {
    let json = plan.json(schedule: nil, cues: nil, losses: text.losses)
    guard var members = json.object else { return json }
    members["savedAs"] = path == nil ? .null : JSONValue(name?.text, JSONValue.string)
    members["path"] = JSONValue(path, JSONValue.string)
    return .object(members)
  }
}
