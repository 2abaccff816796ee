extension PlanFolders {
  /// The file of a plan in the person's own folder, whether or not there is one.
  package func ownEntry(named name: PlanName) -> Entry {
    Entry(name: name.text, path: "\(paths[0])/\(name.text)\(Self.fileExtension)")
  }

  /// Whether the person's own folder has a plan of a name.
  package func hasOwn(_ name: PlanName) -> Bool { entry(named: name.text) == ownEntry(named: name) }

  /// Whether a plan is in the person's own folder.
  package func isOwn(_ entry: Entry) -> Bool { entry.path.hasPrefix("\(paths[0])/") }

  /// The plan of a name in another folder, which one in the person's own would hide; nil where that is there already.
  package func hiddenEntry(by name: PlanName) -> Entry? {
    entry(named: name.text).flatMap { $0 == ownEntry(named: name) ? nil : $0 }
  }

  /// Saves a plan in the person's own folder, whole or not at all, with the mode of the one that it replaces, else 0644
  /// less the umask.
  ///
  /// - Throws: With `EEXIST` where a plan of that name is to be kept and is there.
  package func save(
    _ text: String, as name: PlanName, predecessor: AtomicFile.Predecessor = .kept
  ) throws(FileError) -> Entry {
    let entry = ownEntry(named: name)
    try AtomicFile.write(
      text.hasSuffix("\n") ? text : "\(text)\n", to: entry.path, mode: 0o644, predecessor: predecessor)
    return entry
  }

  /// Removes the file of a plan; a symbolic link alone where it is one.
  package func remove(_ entry: Entry) throws(FileError) { try AtomicFile.remove(entry.path) }

  /// Gives a plan of the person's own folder another name.
  ///
  /// - Throws: With `EEXIST` where a plan of that name is to be kept and is there.
  package func rename(
    _ entry: Entry, to name: PlanName, predecessor: AtomicFile.Predecessor = .kept
  ) throws(FileError) -> Entry {
    let renamed = ownEntry(named: name)
    try AtomicFile.rename(entry.path, to: renamed.path, predecessor: predecessor)
    return renamed
  }
}
