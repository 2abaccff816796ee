import JSON
import PlanLibrary
import PlanNotation
import TerminalUI
import Text
import WorkoutModel
import WorkoutViews

/// A new or edited training program that is saved, and then started if requested.
struct NewProgram {
  let program: ProgramText
  /// The name under which the program is saved.
  let name: PlanName
  /// Whether an existing program is overwritten.
  var overwrites = false
  /// The way to start the session that is due; nil to not start a session.
  var start: NewPlan.Start?

  /// Prints `lines` and a summary, saves the program, and starts the session that is due if requested.
  ///
  /// - Throws: `Failure` if the program cannot be saved; the errors of `WorkoutStarter`. A session of a program that
  ///   cannot be saved is not started.
  func saveAndStart(on console: Console, json: Bool = false, lines: [String] = []) async throws {
    let starter = WorkoutStarter(console: console, output: json ? console.messages : nil)
    let saved: SavedEntry
    if json {
      let result = Result { () throws(Failure) in try save(in: starter.library) }
      try console.output.writeLine(self.json(try? result.get()))
      saved = try result.get()
    } else {
      try console.output.writeLines(
        lines + summary(console.output.style, width: console.output.widthIfTerminal))
      saved = try save(in: starter.library)
      try console.output.writeLine(saved.words)
    }
    try console.messages.writeNotes(saved.notes)
    guard let start else { return }
    try await starter.start(.named(name.text), savedAs: name, replace: start.replacesRunning)
  }

  private func save(in library: Library) throws(Failure) -> SavedEntry {
    try library.save(program.file.text, as: name, isProgram: true, overwrites: overwrites)
  }

  private var facts: ProgramFacts { ProgramFacts(program.program, workouts: program.workouts) }

  private func summary(_ style: Style, width: Int?) -> [String] {
    let width = width ?? .max
    return [style.text(program.title.safeForTerminal.cut(to: width), .heading), facts.line(width: width)]
  }

  private func json(_ saved: SavedEntry?) -> JSONValue {
    .object([
      "title": .string(program.title), "weeks": .int(facts.weeks),
      "sessions": .int(facts.sessions),
      "durationMs": JSONValue(facts.duration?.inMilliseconds, JSONValue.int),
      "savedAs": JSONValue(saved?.entry.name, JSONValue.string),
      "path": JSONValue(saved?.entry.path, JSONValue.string),
    ])
  }
}
