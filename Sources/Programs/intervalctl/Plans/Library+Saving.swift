import PlanLibrary
import PlanNotation
import SystemPackage
import Text
import UserFiles
import WorkoutHistory

/// A plan or a training program that was saved in the user's own folder.
struct SavedEntry {
  let entry: PlanFolders.Entry
  /// The plan or program in another folder that the saved one hides.
  let hidden: PlanFolders.Entry?

  /// The line that reports the result: `Saved as hills: PATH`.
  var words: String { "Saved as \(entry.name.safeForTerminal): \(entry.path.safeForTerminal)" }

  var notes: [String] { [hidden].compactMap(\.self).map { "this hides \($0.path)" } }
}

/// The plans and training programs in the user's own folder.
extension Library {
  /// Throws a failure if a plan or program cannot be saved under a name because of an existing one.
  ///
  /// A plan and a program of the same name in one folder would be ambiguous, so neither can be saved beside the other,
  /// even if `overwrites` is true.
  func checkName(_ name: PlanName, isProgram: Bool = false, overwrites: Bool) throws(Failure) {
    let entry = plans.ownEntry(named: name, isProgram: isProgram)
    if let other = plans.counterpart(of: entry) { throw .nameInUse(by: other) }
    guard overwrites || !entry.exists else { throw .planExists(entry) }
  }

  /// Saves a plan or a program, with a final line end.
  ///
  /// - Throws: the failures of `checkName`, and `Failure` for an error of the file system.
  func save(
    _ text: String, as name: PlanName, isProgram: Bool = false, overwrites: Bool
  ) throws(Failure) -> SavedEntry {
    try checkName(name, isProgram: isProgram, overwrites: overwrites)
    let hidden = plans.hiddenEntry(by: name)
    do {
      let entry = try plans.save(
        text, as: name, isProgram: isProgram, ifExists: overwrites ? .replaceKeepingMode : .fail)
      return SavedEntry(entry: entry, hidden: hidden)
    } catch {
      throw error.errno == .fileExists
        ? .planExists(plans.ownEntry(named: name, isProgram: isProgram)) : .notSaved(error)
    }
  }

  /// Renames a plan or a program in the user's own folder.
  ///
  /// - Throws: the failures of `checkName`, and `Failure` for an error of the file system.
  func rename(_ entry: PlanFolders.Entry, to name: PlanName, overwrites: Bool) throws(Failure) -> SavedEntry {
    try checkName(name, isProgram: entry.isProgram, overwrites: overwrites)
    let hidden = plans.hiddenEntry(by: name)
    do {
      let renamed = try plans.rename(entry, to: name, ifExists: overwrites ? .replace : .fail)
      return SavedEntry(entry: renamed, hidden: hidden)
    } catch {
      throw error.errno == .fileExists
        ? .planExists(plans.ownEntry(named: name, isProgram: entry.isProgram)) : .notSaved(error)
    }
  }

  /// Replaces the name of a renamed plan or program in the saved plan that was started last.
  ///
  /// - Throws: The error that prevents the plan from being saved.
  func updateLastPlan(_ old: PlanFolders.Entry, renamedTo new: PlanFolders.Entry) throws(SystemError) {
    try LastPlan(savedIn: folders)?.renamed(from: old, to: new)?.save(in: folders)
  }

  /// The note that the history contains a renamed program under its old name; nil if it does not contain the program.
  func historyNote(_ old: PlanFolders.Entry, renamedTo new: PlanFolders.Entry) -> String? {
    guard new.isProgram, old != new, let mark = try? mark(of: old.name) else { return nil }
    let note = "the history contains this program as '\(old.name.safeForTerminal)'"
    // If all sessions are done, no position can be set.
    guard let due = (try? program(new))?.program.dueSession(after: mark.mark) else { return note }
    return "\(note); set the position with: intervalctl program \(new.name.safeForTerminal.shellWord) --at \(due)"
  }

  /// The note that a name now refers to a plan or program in another folder; nil if no folder contains one.
  func shownNote(for name: String) -> String? {
    plans.entry(named: name).map { "the \($0.noun) named \(name) is now \($0.path)" }
  }
}
