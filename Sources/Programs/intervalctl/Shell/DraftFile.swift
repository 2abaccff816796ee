import PlanLibrary
import UserFiles

/// A plan while it is edited: a file in a folder of its own, below `$TMPDIR`, else `/tmp`.
struct DraftFile {
  let path: String
  private let folder: String

  /// Creates the folder, with mode 0700, and the file, named after the plan.
  init(_ text: String, of name: PlanName, environment: [String: String]) throws(SystemError) {
    let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    folder = try SystemCalls.makeTemporaryFolder(in: temporary, prefix: "intervalctl-")
    path = "\(folder)/\(name.text)\(PlanFolders.fileExtension)"
    do {
      try AtomicFile.write(text, to: path)
    } catch {
      remove()
      throw error
    }
  }

  func read() throws(Failure) -> String {
    do {
      return try TextFile.read(path)
    } catch {
      throw .unreadableFile(error)
    }
  }

  /// Whether something was written that would be lost with it: another text, or what cannot be read as one.
  func isOther(than text: String) -> Bool { SystemCalls.canAccess(path) && (try? read()) != text }

  /// Removes the file and its folder; a folder into which an editor has put more stays.
  func remove() {
    try? SystemCalls.unlink(path)
    try? SystemCalls.removeFolder(folder)
  }
}
