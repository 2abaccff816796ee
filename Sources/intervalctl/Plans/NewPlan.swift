import PlanNotation
import Varlink
import WorkoutControl
import WorkoutFiles
import WorkoutModel
import WorkoutSettings

/// A plan that has been written, to be saved, started, or both.
struct NewPlan {
  /// The text, as it was written.
  let text: String
  /// What the text comes to.
  let plan: ReadPlan
  /// What it is saved as, if it is.
  var name: PlanName?
  /// Whether a plan of that name may be replaced.
  var replaces = false
  var starts = false
  /// What was lost when it was made of a workout file; nil where it was made of none.
  var losses: [Loss]?

  /// Saves it and starts it, as far as that is wanted, and prints what comes of it: first the plan, by `lines`, so that
  /// it is not lost whatever fails then.
  ///
  /// What it hides in another folder is remarked on.
  ///
  /// - Throws: `Failure` for a plan that cannot be saved, which is not started then; what `WorkoutStarter` throws.
  func realize(on console: Console, json: Bool, lines: [String]) async throws {
    let starter = WorkoutStarter(console: console, output: json ? console.messages : nil)
    let hidden = name.flatMap { starter.library.plans.hiddenEntry(by: $0) }
    if json {
      let saved = Result { () throws(Failure) in try save(in: starter.library) }
      try console.output.writeLine(self.json(savedAs: (try? saved.get()) ?? nil))
      _ = try saved.get()
    } else {
      try console.output.writeLines(lines)
      if let entry = try save(in: starter.library) {
        try console.output.writeLine("Saved as \(entry.name): \(entry.path.harmless)")
      }
    }
    try console.messages.writeRemarks([hidden].compactMap(\.self).map { "this hides \($0.path)" })
    guard starts else { return }
    let request = name.map { StartRequest.named($0.text) } ?? .text(PlanText(text: text))
    do {
      try await starter.start(request, on: console.connect())
    } catch let error as ControlError {
      throw Failure.notStarted(error, savedAs: name)
    }
  }

  private func save(in library: Library) throws(Failure) -> PlanFolders.Entry? {
    guard let name else { return nil }
    do {
      return try library.plans.save(text, as: name, predecessor: replaces ? .replacedInItsMode : .kept)
    } catch {
      throw error.isOfExistingFile ? .planExists(library.plans.ownEntry(named: name)) : .notSaved(error)
    }
  }

  private func json(savedAs entry: PlanFolders.Entry?) -> JSONValue {
    let json = plan.json(schedule: nil, cues: nil, losses: losses)
    guard let entry, case .object(var members) = json else { return json }
    members["savedAs"] = .string(entry.name)
    members["path"] = .string(entry.path)
    return .object(members)
  }
}
