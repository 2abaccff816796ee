import Glibc

extension AtomicFile {
  /// How old a temporary file is that no write can be under way in any more.
  package static let longestWrite = Duration.seconds(3600)

  /// A path for a temporary file beside a file, which programs that write that at the same time do not share.
  static func temporaryPath(for path: String) -> String {
    "\(path).\(UInt64.random(in: 0 ... .max))\(temporarySuffix)"
  }

  /// Removes the temporary files in a folder that were left when the power went in the middle of a write.
  ///
  /// Only files of this user's count that are older than `longestWrite`, by the wall clock, and of names that
  /// `isOurs` takes, which gets the name of the file that was to be written. What cannot be removed stays. Wraps
  /// lstat(2) and unlink(2).
  package static func removeLeftovers(in folder: String, of isOurs: (String) -> Bool) {
    let oldest = time(nil) - Int(longestWrite.components.seconds)
    for name in FolderContents.names(in: folder) {
      guard let target = target(ofTemporary: name), isOurs(target) else { continue }
      var status = stat()
      let path = "\(folder)/\(name)"
      // The path and the variable outlive the calls.
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
        status.st_mtim.tv_sec < oldest
      else { continue }
      _ = unsafe unlink(path)
    }
  }

  /// The name of the file that a temporary one is for; nil for the name of any other file.
  private static func target(ofTemporary name: String) -> String? {
    guard name.hasSuffix(temporarySuffix) else { return nil }
    let rest = name.dropLast(temporarySuffix.count)
    guard let dot = rest.lastIndex(of: "."), UInt64(rest[dot...].dropFirst()) != nil else { return nil }
    return String(rest[..<dot])
  }

  private static let temporarySuffix = ".new"
}
