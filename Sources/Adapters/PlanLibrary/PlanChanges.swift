import JSON
import PlanNotation
import SystemPackage
package import UserFiles

/// The last removals and renames of plans and training programs in the user's own folder.
///
/// A plan that is removed or replaced is moved to the hidden folder `.removed`, so its bytes, its mode and a symbolic
/// link stay as they are. The file `changes.json` in that folder lists the changes. Each change is listed before it is
/// made, so that a crash loses no plan. A listed change that was not made is ignored.
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

  /// Maximum number of changes that can be undone; for an older removal, the stored plan is deleted.
  package static let maxCount = 20

  private let folder: String
  private var changes: [Change]

  /// Reads the changes in the user's own folder; a list that cannot be read is empty.
  package init(in folders: PlanFolders) {
    folder = folders.paths[0]
    let text = try? TextFile.read("\(folder)/\(Self.listPath)")
    changes = text.flatMap { try? JSONValue(parsing: Array($0.utf8)).decoded(as: [Change].self) } ?? []
  }

  /// The last change that can be undone; nil if no change can be undone.
  ///
  /// `newEntry` is the renamed plan; nil after a removal.
  package var last: (entry: PlanFolders.Entry, newEntry: PlanFolders.Entry?)? {
    changes.last(where: isMade).map { (entry($0.name), $0.newName.map(entry)) }
  }

  /// Moves a plan to the hidden folder.
  mutating func remove(_ name: String) throws(SystemError) {
    let stored = freeName(for: name)
    try append(Change(name: name, newName: nil, stored: stored))
    try move(name, to: hidden(stored))
  }

  /// Renames a plan, and moves a plan that is replaced to the hidden folder.
  ///
  /// - Throws: `EEXIST` if `existing` is `.fail` and a plan has the new name.
  mutating func rename(
    _ name: String, to newName: String, ifExists existing: AtomicFile.ExistingFile
  ) throws(SystemError) {
    if existing != .fail, name == newName { return }
    let stored = existing != .fail && exists(newName) ? freeName(for: newName) : nil
    try append(Change(name: name, newName: newName, stored: stored))
    if let stored { try move(newName, to: hidden(stored)) }
    do {
      try move(name, to: newName)
    } catch {
      if let stored { try? move(hidden(stored), to: newName) }
      throw error
    }
  }

  /// Undoes the last change.
  ///
  /// - Throws: `EEXIST` if another plan has the earlier name; nothing is changed then.
  package mutating func undo() throws(SystemError) {
    guard let index = changes.lastIndex(where: isMade) else { return }
    let change = changes[index]
    if let newName = change.newName, exists(newName) { try move(newName, to: change.name) }
    if let stored = change.stored { try move(hidden(stored), to: change.newName ?? change.name) }
    changes.removeSubrange(index...)
    try save()
  }
}

extension PlanChanges {
  private static let hiddenFolder = ".removed"
  private static let listPath = "\(hiddenFolder)/changes.json"

  private func isMade(_ change: Change) -> Bool {
    change.stored.map { exists(hidden($0)) } ?? change.newName.map(exists) ?? false
  }

  /// Adds a change; the oldest one can then no longer be undone if there are too many.
  private mutating func append(_ change: Change) throws(SystemError) {
    let old = changes.dropLast(Self.maxCount - 1)
    changes = changes.suffix(Self.maxCount - 1) + [change]
    try save()
    for stored in old.compactMap(\.stored) { try AtomicFile.remove("\(folder)/\(hidden(stored))") }
  }

  private func save() throws(SystemError) {
    // Encoding strings cannot fail.
    let json = (try? JSONValue(encoding: changes)).map { String(decoding: $0.text, as: UTF8.self) } ?? "[]"
    try AtomicFile.write(json, to: "\(folder)/\(Self.listPath)")
  }

  private func move(_ path: String, to newPath: String) throws(SystemError) {
    try AtomicFile.rename("\(folder)/\(path)", to: "\(folder)/\(newPath)", ifExists: .fail)
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
