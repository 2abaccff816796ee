import ArgumentParser
import PlanLibrary
import PlanNotation
import SystemPackage
import TerminalUI
import Text
import UserFiles
import WorkoutViews

struct Plans: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plans",
    abstract: "List, remove and rename plans, and undo a removal or a rename.",
    usage: """
      intervalctl plans [--json]
      intervalctl plans remove <name>
      intervalctl plans rename <name> <new-name> [--overwrite]
      intervalctl plans undo
      """,
    discussion: """
      Lists plans (NAME.plan) and training programs (NAME.program, with progress) in intervald/plans under \
      $XDG_CONFIG_HOME, $XDG_DATA_HOME, each of $XDG_DATA_DIRS, and the installation's share folder. No daemon is needed:

        intervalctl plans
        intervalctl plans rename long-run sunday
        intervalctl plans --json | jq -r 'select(.own).name'
      """,
    subcommands: [PlansRemove.self, PlansRename.self, PlansUndo.self])

  @Flag(help: "Print each plan as one line of JSON.")
  var json = false

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let (entries, warnings) = try library.entries()
    try console.messages.writeWarnings(warnings)
    guard !json else { return try entries.forEach { try console.output.writeLine($0.json) } }
    guard !entries.isEmpty else {
      let folder = library.plans.paths.first ?? "the plans folder"
      return try console.messages.writeNotes(["no plans yet: save one as NAME.plan in \(folder.safeForTerminal)"])
    }
    let table = PlanTable(entries: entries.map(\.row), environment: console.environment)
    try console.output.writeLines(table.lines(console.output.style, width: console.output.widthIfTerminal))
  }
}

struct PlansRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove one of your own plans or training programs.",
    discussion: """
      A running workout is not affected. 'intervalctl plans undo' restores the plan:

        intervalctl plans remove long-run
      """)

  @ParentCommand var plans: Plans

  @Argument(help: ArgumentHelp("Name of the plan or program.", valueName: "name"), completion: Completion.ownNames)
  var name: String

  func run() throws {
    guard !plans.json else { throw Failure.listOptionWithPlan("remove") }
    let console = Console.standard
    let library = Library(environment: console.environment)
    let entry = try library.ownEntry(named: name)
    do {
      try library.plans.remove(entry)
    } catch {
      throw Failure.notRemoved(error)
    }
    try console.output.writeLine("Removed \(entry.name.safeForTerminal): \(entry.path.safeForTerminal)")
    try console.messages.writeNotes([library.shownNote(for: entry.name)].compactMap(\.self))
    try console.warnOfMissingDefaultPlan(library)
    try console.messages.writeHints(["to get it back: intervalctl plans undo"])
  }
}

struct PlansRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename one of your own plans or training programs.",
    discussion: """
      A running workout is not affected:

        intervalctl plans rename long-run sunday
      """)

  @ParentCommand var plans: Plans

  @Argument(help: ArgumentHelp("Name of the plan or program.", valueName: "name"), completion: Completion.ownNames)
  var name: String

  @Argument(help: ArgumentHelp("New name.", valueName: "new-name"), completion: .list([]))
  var newName: String

  @Flag(help: "Overwrite an existing plan.")
  var overwrite = false

  func run() throws {
    guard !plans.json else { throw Failure.listOptionWithPlan("rename") }
    let console = Console.standard
    let library = Library(environment: console.environment)
    let entry = try library.ownEntry(named: name)
    let newName = try PlanName(argument: newName)
    let renamed = try library.rename(entry, to: newName, overwrites: overwrite)
    try console.output.writeLine(
      "Renamed \(entry.name.safeForTerminal) to \(renamed.entry.name.safeForTerminal): "
        + renamed.entry.path.safeForTerminal)
    try console.updateLastPlan(entry, renamedTo: renamed.entry, in: library)
    let notes = [
      library.shownNote(for: entry.name), library.historyNote(entry, renamedTo: renamed.entry),
    ]
    try console.messages.writeNotes(renamed.notes + notes.compactMap(\.self))
    try console.warnOfMissingDefaultPlan(library)
  }
}

struct PlansUndo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last removal or rename of a plan or training program.",
    discussion: """
      A further undo reverts the change before it:

        intervalctl plans undo
      """)

  @ParentCommand var plans: Plans

  func run() throws {
    guard !plans.json else { throw Failure.listOptionWithPlan("undo") }
    let console = Console.standard
    let library = Library(environment: console.environment)
    var changes = PlanChanges(in: library.plans)
    guard let last = changes.last else { throw Failure.noPlanChange }
    if let other = library.plans.counterpart(of: last.entry) { throw Failure.notUndone(becauseOf: other) }
    let undone: PlanChanges.Undoable?
    do {
      undone = try changes.undo()
    } catch {
      throw error.errno == .fileExists ? .notUndone(becauseOf: last.entry) : Failure.notSaved(error)
    }
    guard let change = undone else { throw Failure.noPlanChange }
    if let renamed = change.newEntry {
      try console.output.writeLine(
        "Renamed \(renamed.name.safeForTerminal) back to \(change.entry.name.safeForTerminal): "
          + change.entry.path.safeForTerminal)
      try console.updateLastPlan(renamed, renamedTo: change.entry, in: library)
    }
    if let restored = change.stored {
      try console.output.writeLine("Restored \(restored.name.safeForTerminal): \(restored.path.safeForTerminal)")
    }
    try console.warnOfMissingDefaultPlan(library)
  }
}

extension Console {
  /// Replaces the name of a renamed plan or program in the saved plan that was started last; an error is a warning.
  fileprivate func updateLastPlan(
    _ old: PlanFolders.Entry, renamedTo new: PlanFolders.Entry, in library: Library
  ) throws {
    do {
      try library.updateLastPlan(old, renamedTo: new)
    } catch {
      let start = "'intervalctl start' without a plan or a default plan"
      try messages.writeWarnings(["\(start) still looks for '\(old.name.safeForTerminal)': \(error)"])
    }
  }
}
