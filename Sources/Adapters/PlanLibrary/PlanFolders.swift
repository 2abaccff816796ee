package import PlanNotation
import SystemPackage
import Text
package import UserFiles
import WorkoutModel

/// The folders of named plans and training programs, which are files `NAME.plan` and `NAME.program`.
package struct PlanFolders: Equatable, Sendable {
  /// The paths of the folders, with the user's own folder first.
  ///
  /// A plan or a program hides the plans and programs of the same name in later folders.
  package let paths: [String]

  package init(_ folders: XDGFolders) {
    paths = folders.planFolders
  }

  /// A named plan or program.
  package struct Entry: Equatable, Sendable {
    package let name: String
    package let path: String

    package init(name: String, path: String) {
      self.name = name
      self.path = path
    }

    package var isProgram: Bool { path.hasSuffix(PlanName.programExtension) }
    /// The last component of the path.
    package var fileName: String { name + (isProgram ? PlanName.programExtension : PlanName.fileExtension) }
    /// Whether the file exists.
    package var exists: Bool { SystemCalls.canAccess(path) }
    /// The title in the file; nil if the file has no title or cannot be read.
    var title: String? {
      guard let text = try? TextFile.read(path) else { return nil }
      return isProgram ? (try? ProgramFile(text))?.settings.name : (try? PlanFile(text))?.settings.name
    }
  }

  /// Finds the plan or program with a name; nil if no folder contains a plan or program of this name.
  package func entry(named name: String) -> Entry? {
    // A slash with a combining mark is a different `Character` from a slash, but it still separates folders in a path.
    guard !name.isEmpty, !name.unicodeScalars.contains("/"), name.utf8.first != UInt8(ascii: ".") else { return nil }
    return paths.lazy
      .flatMap { folder in PlanName.extensions.map { Entry(name: name, path: "\(folder)/\(name)\($0)") } }
      .first(where: \.exists)
  }

  /// Finds the program with the name of a plan in the same folder; nil if none exists.
  package func program(besides entry: Entry) -> Entry? { entry.isProgram ? nil : counterpart(of: entry) }

  /// Finds the program with the name of a plan, or the plan with the name of a program, in the same folder.
  package func counterpart(of entry: Entry) -> Entry? {
    let otherExtension = entry.isProgram ? PlanName.fileExtension : PlanName.programExtension
    let other = Entry(name: entry.name, path: entry.path.dropLast(entry.fileName.count) + entry.name + otherExtension)
    return other.exists ? other : nil
  }

  /// Finds the plan or program with a name that a user typed.
  ///
  /// If no plan or program has exactly this name, the letter case is ignored. In that case, the result is nil if
  /// several plans match.
  package func entry(typed name: String) -> Entry? {
    if let entry = entry(named: name) { return entry }
    let others = entries().filter { $0.name.lowercased() == name.lowercased() }
    return others.count == 1 ? others[0] : nil
  }

  /// Finds the plans and programs with a title that a user typed; the letter case and the number of spaces are ignored.
  package func entries(titled title: String) -> [Entry] {
    let title = title.singleSpaced.lowercased()
    return entries().filter { $0.title?.singleSpaced.lowercased() == title }
  }

  /// All plans and programs, sorted by name, without those that are hidden.
  package func entries() -> [Entry] {
    var paths: [String: String] = [:]
    for folder in self.paths {
      let files = Folder.names(in: folder).filter { !$0.hasPrefix(".") }
      for suffix in PlanName.extensions {
        for file in files where file.hasSuffix(suffix) {
          let name = String(file.dropLast(suffix.count))
          if paths[name] == nil { paths[name] = "\(folder)/\(file)" }
        }
      }
    }
    return paths.map { Entry(name: $0.key, path: $0.value) }.sorted { $0.name < $1.name }
  }

  /// Finds the name of an existing plan or program that resembles a misspelled name; nil if no name does.
  package func similar(to name: String) -> String? {
    nearestWord(to: name, in: entries().map(\.name))
  }
}

/// The user's own folder, in which plans are saved.
extension PlanFolders {
  /// The entry of a plan or program in the user's own folder, whether or not it exists.
  package func ownEntry(named name: PlanName, isProgram: Bool = false) -> Entry {
    let suffix = isProgram ? PlanName.programExtension : PlanName.fileExtension
    return Entry(name: name.text, path: "\(paths[0])/\(name.text)\(suffix)")
  }

  /// Whether the user's own folder contains a plan or program with a name.
  package func hasOwn(_ name: PlanName) -> Bool { entry(named: name.text).map(isOwn) ?? false }

  /// Whether a plan or program is in the user's own folder.
  package func isOwn(_ entry: Entry) -> Bool { entry.path.hasPrefix("\(paths[0])/") }

  /// Finds the plan or program that would be hidden by a new one of this name in the user's own folder.
  ///
  /// The result is nil if no other folder contains a plan or program of this name, or if the user's own folder already
  /// contains one.
  package func hiddenEntry(by name: PlanName) -> Entry? {
    entry(named: name.text).flatMap { isOwn($0) ? nil : $0 }
  }

  /// Saves a plan or program in the user's own folder.
  ///
  /// A new file has mode 0644 less the umask. A file that replaces another file has the mode of the replaced file.
  ///
  /// - Throws: `EEXIST` if `existing` is `.fail` and the folder already contains the file.
  package func save(
    _ text: String, as name: PlanName, isProgram: Bool = false, ifExists existing: AtomicFile.ExistingFile = .fail
  ) throws(SystemError) -> Entry {
    let entry = ownEntry(named: name, isProgram: isProgram)
    try AtomicFile.write(
      text.hasSuffix("\n") ? text : "\(text)\n", to: entry.path, mode: [.ownerReadWrite, .groupRead, .otherRead],
      ifExists: existing)
    return entry
  }

  /// Removes a plan or program from the user's own folder, so that `PlanChanges` can restore it.
  package func remove(_ entry: Entry) throws(SystemError) {
    var changes = PlanChanges(in: self)
    try changes.remove(entry.fileName)
  }

  /// Renames a plan or program in the user's own folder, so that `PlanChanges` can undo it.
  ///
  /// - Throws: `EEXIST` if `existing` is `.fail` and the folder already contains a file of the new name.
  package func rename(
    _ entry: Entry, to name: PlanName, ifExists existing: AtomicFile.ExistingFile = .fail
  ) throws(SystemError) -> Entry {
    let renamed = ownEntry(named: name, isProgram: entry.isProgram)
    var changes = PlanChanges(in: self)
    try changes.rename(entry.fileName, to: renamed.fileName, ifExists: existing)
    return renamed
  }
}
