import SystemPackage
import UserFiles

/// A file that is open.
final class FileHandle {
  private let file: OpenFile

  init(_ path: String, forWriting: Bool = false) throws {
    file = try OpenFile(path, forWriting ? .readWrite : .readOnly)
  }

  var descriptor: FileDescriptor { file.descriptor }
}
