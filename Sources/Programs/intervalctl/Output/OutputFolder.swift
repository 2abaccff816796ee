import Text
import UserFiles

/// A folder to which several files are written.
struct OutputFolder: Equatable {
  private let path: String

  /// Reads the option `-o`; nil if the path is not a folder.
  ///
  /// A path that ends in a slash, and the path of an existing folder, are folders.
  ///
  /// - Throws: `Failure` for a path that ends in a slash, but is not the path of an existing folder.
  init?(_ path: String) throws(Failure) {
    let exists = Folder.exists(path)
    guard path.hasSuffix("/") || exists else { return nil }
    guard exists else {
      var file = path
      while file.hasSuffix("/") { file.removeLast() }
      throw SystemCalls.canAccess(file) ? .notAFolder(path) : .missingFolder(path)
    }
    self.path = path
  }

  /// Returns the path of a file in the folder.
  func path(of file: String) -> String { "\(path)\(path.hasSuffix("/") ? "" : "/")\(file)" }

  /// Makes the name of a file, without its extension, from a date and a title: `2026-11-27-0630-tempo`.
  ///
  /// The name contains only letters, digits and hyphens of the title.
  static func fileName(_ date: String, _ title: String) -> String {
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    var name = date + (words.isEmpty ? "" : "-")
    for character in words {
      // A name has at most 255 bytes, which include a number and the extension.
      guard name.utf8.count + character.utf8.count <= 100 else { break }
      name.append(character)
    }
    return name
  }
}
