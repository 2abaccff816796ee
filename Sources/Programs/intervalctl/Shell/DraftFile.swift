import Glibc
import PlanLibrary

/// A plan while it is edited: a file in a folder of its own, below `$TMPDIR`, else `/tmp`.
struct DraftFile {
  let path: String
  private let folder: String

  /// Makes the folder, by mkdtemp(3) and so with mode 0700, and the file, named after the plan.
  init(_ text: String, of name: PlanName, environment: [String: String]) throws(FileError) {
    let temporary = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array("\(temporary)/intervalctl-XXXXXX".utf8CString)
    // The call writes into the template, which is a C string that outlives it.
    guard unsafe mkdtemp(&template) != nil else { throw FileError(path: temporary, errno: errno) }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
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
  func isOther(than text: String) -> Bool { unsafe access(path, F_OK) == 0 && (try? read()) != text }

  /// Takes the file and its folder away, by unlink(2) and rmdir(2); a folder into which an editor has put more stays.
  func remove() {
    _ = unsafe unlink(path)
    _ = unsafe rmdir(folder)
  }
}
