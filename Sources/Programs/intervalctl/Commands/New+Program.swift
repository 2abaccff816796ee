import PlanLibrary
import PlanNotation
import TerminalUI
import Text
import UserFiles
import WorkoutModel
import WorkoutViews

/// The option `--program` of `new`.
extension New {
  /// Saves the program that a user has written on a terminal.
  ///
  /// The text is printed first, so that it is not lost if it cannot be saved.
  func save(_ decision: Planner.Decision, _ settings: Settings, on console: Console) async throws {
    guard let name = decision.name else { preconditionFailure("the planner requires the name of a program") }
    let file = name.text + PlanName.programExtension
    let program = try ProgramText(decision.header, named: name.text, path: file, over: settings)
    let lines = decision.header.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    try await new(program, name, overwrites: decision.overwrites, starts: decision.starts).saveAndStart(
      on: console, json: view.json, lines: lines.map { String($0).safeForTerminal })
  }

  /// Reads a program from standard input.
  func readProgram(_ name: PlanName, _ settings: Settings, on console: Console, _ library: Library) async throws {
    let text: String
    do {
      text = try TextFile.readStream("-")
    } catch {
      throw Failure.unreadableFile(error)
    }
    let program = try ProgramText(text, named: name.text, path: "-", over: settings)
    try library.checkName(name, isProgram: true, overwrites: overwrite)
    try await new(program, name, overwrites: overwrite, starts: start).saveAndStart(on: console, json: view.json)
  }

  private func new(_ program: ProgramText, _ name: PlanName, overwrites: Bool, starts: Bool) -> NewProgram {
    NewProgram(
      program: program, name: name, overwrites: overwrites,
      start: starts ? .init(replacesRunning: replace) : nil)
  }
}

extension PlanFolders {
  /// Returns the program with a name as a draft; nil if the program does not exist or has a mistake.
  func program(named name: String, over settings: Settings) -> ProgramDraft? {
    guard let entry = entry(named: name), entry.isProgram, let text = try? TextFile.read(entry.path) else { return nil }
    return ProgramDraft(text, settings: settings)
  }
}
