package import PlanNotation
import SystemPackage
import Text
package import UserFiles

/// The folders of named plans, which are files `NAME.plan`.
package struct PlanFolders: Equatable, Sendable {
  /// The paths of the folders, with the user's own folder first.
  ///
  /// A plan hides the plans of the same name in later folders.
  package let paths: [String]

  package init(_ folders: XDGFolders) {
    paths = folders.planFolders
  }

  /// A named plan.
  package struct Entry: Equatable, Sendable {
    package let name: String
    package let path: String
  }

  /// Finds the plan with a name; nil if no folder contains a plan of this name.
  package func entry(named name: String) -> Entry? {
    // A slash with a combining mark is a different `Character` from a slash, but it still separates folders in a path.
    guard !name.isEmpty, !name.unicodeScalars.contains("/"), name.utf8.first != UInt8(ascii: ".") else { return nil }
    return paths.lazy
      .map { Entry(name: name, path: "\($0)/\(name)\(PlanName.fileExtension)") }
      .first { SystemCalls.canAccess($0.path) }
  }

  /// Finds the plan with a name that a user typed.
  ///
  /// If no plan has exactly this name, the letter case is ignored. In that case, the result is nil if several plans
  /// match.
  package func entry(typed name: String) -> Entry? {
    if let entry = entry(named: name) { return entry }
    let others = entries().filter { $0.name.lowercased() == name.lowercased() }
    return others.count == 1 ? others[0] : nil
  }

  /// All plans, sorted by name, without the plans that other plans hide.
  package func entries() -> [Entry] {
    var paths: [String: String] = [:]
    for folder in self.paths {
      for file in Folder.names(in: folder) where file.hasSuffix(PlanName.fileExtension) && !file.hasPrefix(".") {
        let name = String(file.dropLast(PlanName.fileExtension.count))
        if paths[name] == nil { paths[name] = "\(folder)/\(file)" }
      }
    }
    return paths.map { Entry(name: $0.key, path: $0.value) }.sorted { $0.name < $1.name }
  }

  /// Finds the name of an existing plan that resembles a misspelled name; nil if no name does.
  package func similar(to name: String) -> String? {
    nearestWord(to: name, in: entries().map(\.name))
  }
}

/// The user's own folder, in which plans are saved.
extension PlanFolders {
  /// The entry of a plan in the user's own folder, whether or not the plan exists.
  package func ownEntry(named name: PlanName) -> Entry {
    Entry(name: name.text, path: "\(paths[0])/\(name.text)\(PlanName.fileExtension)")
  }

  /// Whether the user's own folder contains a plan with a name.
  package func hasOwn(_ name: PlanName) -> Bool { entry(named: name.text) == ownEntry(named: name) }

  /// Whether a plan is in the user's own folder.
  package func isOwn(_ entry: Entry) -> Bool { entry.path.hasPrefix("\(paths[0])/") }

  /// Finds the plan that would be hidden by a new plan of this name in the user's own folder.
  ///
  /// The result is nil if no other folder contains a plan of this name, or if the user's own folder already contains
  /// a plan of this name.
  package func hiddenEntry(by name: PlanName) -> Entry? {
    entry(named: name.text).flatMap { $0 == ownEntry(named: name) ? nil : $0 }
  }

  /// Saves a plan in the user's own folder.
  ///
  /// A new file has mode 0644 less the umask. A file that replaces another file has the mode of the replaced file.
  ///
  /// - Throws: `EEXIST` if `existing` is `.fail` and the folder already contains a plan of this name.
  package func save(
    _ text: String, as name: PlanName, ifExists existing: AtomicFile.ExistingFile = .fail
  ) throws(SystemError) -> Entry {
    let entry = ownEntry(named: name)
    try AtomicFile.write(
      text.hasSuffix("\n") ? text : "\(text)\n", to: entry.path, mode: [.ownerReadWrite, .groupRead, .otherRead],
      ifExists: existing)
    return entry
  }

  /// Removes the file of a plan; if the file is a symbolic link, removes only the link.
  package func remove(_ entry: Entry) throws(SystemError) { try AtomicFile.remove(entry.path) }

  /// Renames a plan in the user's own folder.
  ///
  /// - Throws: `EEXIST` if `existing` is `.fail` and the folder already contains a plan of the new name.
  package func rename(
    _ entry: Entry, to name: PlanName, ifExists existing: AtomicFile.ExistingFile = .fail
  ) throws(SystemError) -> Entry {
    let renamed = ownEntry(named: name)
    try AtomicFile.rename(entry.path, to: renamed.path, ifExists: existing)
    return renamed
  }
}
