import Text

/// A file or folder that somebody else can have changed, and that therefore is not obeyed.
package struct FileTrustError: Error, Equatable, Sendable {
  /// The file, or the folder that it is in.
  package let path: String
  package let fault: Fault

  package enum Fault: Equatable, Sendable {
    /// It belongs to the user of this number.
    case foreignOwner(UInt32)
    case writableFile
    /// Others can take files away and put their own in place.
    case writableFolder
    /// The errno of the call by which it was to be checked.
    case system(Int32)
  }

  package init(path: String, fault: Fault) {
    self.path = path
    self.fault = fault
  }

  /// What is wrong, without the path.
  package var message: String {
    switch fault {
    case .foreignOwner(let user): "belongs to another user, with the number \(user)"
    case .writableFile: "others can write to it"
    case .writableFolder: "others can write to this folder"
    case .system(let errno): systemErrorWords(errno)
    }
  }

  /// The remedy, a command where there is one.
  package var hint: String {
    switch fault {
    case .foreignOwner: "see what is in it, and put a file of your own in its place"
    case .writableFile, .writableFolder: "see what is in it, then: chmod go-w \(path.shellWord)"
    case .system: "see what is there: ls -ld \(path.shellWord)"
    }
  }
}
