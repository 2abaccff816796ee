import JSON
import PlanNotation
import SystemPackage
package import UserFiles

/// The last removals and renames of plans and training programs in the user's own folder.
///
/// A plan that is removed or replaced is moved to the hidden folder `.removed`, so its bytes, its mode and a symbolic
/// link stay as they are. The file `changes.json` in that folder lists the changes. After an error, the plans and the list
/// are as before. A change is listed before it is made, and removed from the list after it is undone, so that a crash
/// loses no plan. A listed change that was not made or is undone is ignored. The folder is locked during a change, so that
/// two processes do not change the list at the same time.
package struct PlanChanges {
  /// A removal or a rename.
  ///
  /// The members are file names.
  private struct Change: Codable {
    /// The name before the change.
    let name: String
    /// The name after a rename; nil after a removal.
    let newName: String?
    /// The name in the hidden folder of the plan that was removed or replaced; nil if a rename replaced no plan.
    let stored: String?
  }

  /// A move of a file from one path in the folder to another.
  private typealias Move = (path: String, newPath: String)

  /// Maximum number of changes that can be undone; for an older removal, the stored plan is deleted.
  package static let maxCount = 20

  private let folder: String
  private var changes: [Change]

  /// Reads the changes in the user's own folder; a list that cannot be read is empty.
  package init(in folders: PlanFolders) {
    folder = folders.paths[0]
    changes = Self.changes(in: folder)
  }

  private static func changes(in folder: String) -> [Change] {
    let text = try? TextFile.read("\(folder)/\(listPath)")
    return text.flatMap { try? JSONValue(parsing: Array($0.utf8)).decoded(as: [Change].self) } ?? []
  }

  /// A change that can be undone.
  ///
  /// `newEntry` is the renamed plan; nil after a removal, and if the renamed plan no longer exists. `stored` is the plan
  /// that an undo restores, under its earlier path; nil if a rename replaced no plan.
  package typealias Undoable = (
    entry: PlanFolders.Entry, newEntry: PlanFolders.Entry?, stored: PlanFolders.Entry?
  )

  /// The last change that can be undone; nil if no change can be undone.
  package var last: Undoable? { changes.last(where: isMade).map(undoable) }

  /// Moves a plan to the hidden folder.
  mutating func remove(_ name: String) throws(SystemError) {
    try locking { changes throws(SystemError) in
      try changes.make(Change(name: name, newName: nil, stored: changes.freeName(for: name)))
    }
  }

  /// Renames a plan, and moves a plan that is replaced to the hidden folder.
  ///
  /// - Throws: `EEXIST` if `existing` is `.fail` and a plan has the new name.
  mutating func rename(
    _ name: String, to newName: String, ifExists existing: AtomicFile.ExistingFile
  ) throws(SystemError) {
    if existing != .fail, name == newName { return }
    try locking { changes throws(SystemError) in
      let stored = existing != .fail && changes.exists(newName) ? changes.freeName(for: newName) : nil
      try changes.make(Change(name: name, newName: newName, stored: stored))
    }
  }

  /// Undoes the last change, which another process may have made since the list was read.
  ///
  /// - Returns: The change; nil if no change can be undone.
  /// - Throws: `EEXIST` if another plan has the earlier name; nothing is changed then.
  @discardableResult package mutating func undo() throws(SystemError) -> Undoable? {
    try locking { changes throws(SystemError) in try changes.undoLast() }
  }

  private mutating func undoLast() throws(SystemError) -> Undoable? {
    guard let index = changes.lastIndex(where: isMade) else { return nil }
    let (change, moves) = (undoable(changes[index]), moves(of: changes[index]).filter { exists($0.newPath) })
    try move(Self.reverts(of: moves))
    do {
      try list(Array(changes[..<index]))
    } catch {
      try? move(moves)
      throw error
    }
    return change
  }

  /// Reads the list again, and changes it while no other process can.
  ///
  /// - Throws: the error of `body`; `EAGAIN` if another process holds the lock for longer than the limit.
  private mutating func locking<Result>(
    _ body: (inout PlanChanges) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    try Folder.create(forFileAt: "\(folder)/\(Self.listPath)")
    let path = "\(folder)/\(Self.hiddenFolder)"
    let hiddenFolder = try OpenFile(path, .readOnly, options: .directory)
    guard try hiddenFolder.lock(within: Self.lockLimit) else {
      throw SystemError(path, .resourceTemporarilyUnavailable)
    }
    changes = Self.changes(in: folder)
    return try withExtendedLifetime(hiddenFolder) { () throws(SystemError) in try body(&self) }
  }
}

extension PlanChanges {
  private static let hiddenFolder = ".removed"
  private static let listPath = "\(hiddenFolder)/changes.json"

  /// The time in which another process must end its change.
  private static let lockLimit = Duration.seconds(5)

  private func undoable(_ change: Change) -> Undoable {
    let newEntry = change.newName.flatMap { exists($0) ? entry($0) : nil }
    return (entry(change.name), newEntry, change.stored.map { _ in entry(change.newName ?? change.name) })
  }

  private func isMade(_ change: Change) -> Bool {
    change.stored.map { exists(hidden($0)) } ?? change.newName.map(exists) ?? false
  }

  private func moves(of change: Change) -> [Move] {
    let stored = change.stored.map { (change.newName ?? change.name, hidden($0)) }
    return [stored, change.newName.map { (change.name, $0) }].compactMap(\.self)
  }

  private static func reverts(of moves: some BidirectionalCollection<Move>) -> [Move] {
    moves.reversed().map { ($0.newPath, $0.path) }
  }

  /// Lists a change and makes it; the oldest one can then no longer be undone if there are too many.
  private mutating func make(_ change: Change) throws(SystemError) {
    let old = changes
    let made = old.filter(isMade)
    try list(made.suffix(Self.maxCount - 1) + [change])
    do {
      try move(moves(of: change))
    } catch {
      try? list(old)
      throw error
    }
    // The change is made, so a failure to delete an old plan is not an error.
    for stored in made.dropLast(Self.maxCount - 1).compactMap(\.stored) {
      try? AtomicFile.remove("\(folder)/\(hidden(stored))")
    }
  }

  /// Replaces the list; after an error, the list is as before.
  private mutating func list(_ changes: [Change]) throws(SystemError) {
    do {
      try save(changes)
    } catch {
      try? save(self.changes)
      throw error
    }
    self.changes = changes
  }

  /// Writes the file of the list; an empty list has no file.
  private func save(_ changes: [Change]) throws(SystemError) {
    let path = "\(folder)/\(Self.listPath)"
    guard !changes.isEmpty else { return try AtomicFile.remove(path) }
    // Encoding strings cannot fail.
    try AtomicFile.write((try? JSONValue(encoding: changes))?.text ?? [], to: path)
  }

  /// Moves files one after another; after an error, all files are as before.
  private func move(_ moves: [Move]) throws(SystemError) {
    for (index, move) in moves.enumerated() {
      do {
        try AtomicFile.move("\(folder)/\(move.path)", to: "\(folder)/\(move.newPath)")
      } catch {
        try? self.move(Self.reverts(of: moves[..<index]))
        throw error
      }
    }
  }

  /// Whether a path in the folder exists; a symbolic link without a target exists, too.
  private func exists(_ path: String) -> Bool { (try? Stat(at: "\(folder)/\(path)", followsLink: false)) != nil }

  private func entry(_ fileName: String) -> PlanFolders.Entry {
    let suffix = PlanName.extensions.first(where: fileName.hasSuffix) ?? ""
    return PlanFolders.Entry(name: String(fileName.dropLast(suffix.count)), path: "\(folder)/\(fileName)")
  }

  private func hidden(_ name: String) -> String { "\(Self.hiddenFolder)/\(name)" }

  /// An unused name in the hidden folder, such as `2-hills.plan`.
  private func freeName(for name: String) -> String {
    let names = (1...).lazy.map { "\($0)-\(name)" }
    return names.first { !exists(hidden($0)) } ?? name
  }
}
