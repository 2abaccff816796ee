import UserFiles
import SystemPackage
import WorkoutPresentation
import Text
import TerminalUI
import PlanNotation
import Varlink
import ControlInterface
import WorkoutModel
import PlanLibrary

/// A plan that has been written, to be saved, started, or both.
struct NewPlan {
  /// The text, as it was written.
  let text: PlanText
  /// The plan in the text.
  let plan: ReadPlan
  /// Where it is saved; nil for nowhere.
  var destination: Destination?
  /// Whether a plan or file that is there is overwritten.
  var overwrites = false
  /// Whether it is started, and then whether it replaces a running workout.
  var start: Start?

  enum Destination: Equatable {
    /// A plan in the person's own folder.
    case plan(PlanName)
    case file(String)
  }

  struct Start: Equatable {
    var replacesRunning = false
  }

  private var name: PlanName? { if case .plan(let name) = destination { name } else { nil } }

  /// Throws the failure that saving it would end with, if a plan or file of that name may not be overwritten.
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

  /// Saves it and starts it, as far as that is wanted, and prints the result: first the plan, by `lines`, so that it is
  /// not lost whatever fails then.
  ///
  /// A plan of another folder that it hides is noted.
  ///
  /// - Throws: `Failure` for a plan that cannot be saved, which is not started then; what `WorkoutStarter` throws.
  func realize(on console: Console, json: Bool, lines: [String]) async throws {
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

  /// Saves it, and returns the path of the file.
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
