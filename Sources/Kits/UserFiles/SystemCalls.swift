import CLinux
import Glibc
package import SystemPackage

/// Functions of the C library that take paths and are missing in swift-system.
///
/// A path that contains a NUL is an invalid argument, `EINVAL`, because C would end the path at the NUL. In calls
/// marked `unsafe`, each path is a C string that is valid for the whole call.
package enum SystemCalls {
  /// Moves a file to a path, and replaces a regular file that is there; see lstat(2), rename(2).
  ///
  /// Errors contain the new path.
  ///
  /// - Throws: `notRegularFile` if the new path is a device, a pipe, a socket or a symbolic link.
  package static func rename(_ path: String, to newPath: String) throws(SystemError) {
    try requireNoNUL(path)
    try requireReplaceable(newPath)
    guard unsafe Glibc.rename(path, newPath) == 0 else { throw SystemError(newPath, .last) }
  }

  /// Moves a file to a path that does not exist yet; see renameat2(2).
  ///
  /// On a file system that cannot do this in one step, a crash can leave the file under both paths; see link(2),
  /// unlink(2). Errors contain the new path, or the old path if it cannot be removed.
  ///
  /// - Throws: `EEXIST` if the new path exists.
  static func move(_ path: String, to newPath: String) throws(SystemError) {
    for path in [path, newPath] { try requireNoNUL(path) }
    guard unsafe renameat2(AT_FDCWD, path, AT_FDCWD, newPath, UInt32(RENAME_NOREPLACE)) != 0 else { return }
    guard errno == EINVAL || errno == ENOSYS else { throw SystemError(newPath, .last) }
    try link(path, to: newPath)
    do {
      try unlink(path)
    } catch {
      try? unlink(newPath)
      throw error
    }
  }

  /// Gives a file an additional path, unless the new path exists already; see link(2).
  ///
  /// Errors contain the new path.
  static func link(_ path: String, to newPath: String) throws(SystemError) {
    for path in [path, newPath] { try requireNoNUL(path) }
    guard unsafe Glibc.link(path, newPath) == 0 else { throw SystemError(newPath, .last) }
  }

  /// Removes a file; if the path is a symbolic link, removes the link itself; see unlink(2).
  package static func unlink(_ path: String) throws(SystemError) {
    try requireNoNUL(path)
    guard unsafe Glibc.unlink(path) == 0 else { throw SystemError(path, .last) }
  }

  /// Sets an extended attribute of a file, and replaces its value; see setxattr(2).
  package static func setAttribute(_ name: String, to value: String, ofFileAt path: String) throws(SystemError) {
    try requireNoNUL(path)
    guard unsafe setxattr(path, name, value, value.utf8.count, 0) == 0 else { throw SystemError(path, .last) }
  }

  /// Removes an empty folder; see rmdir(2).
  package static func removeFolder(_ path: String) throws(SystemError) {
    try requireNoNUL(path)
    guard unsafe rmdir(path) == 0 else { throw SystemError(path, .last) }
  }

  /// Creates a folder with mode 0700, unless the path exists already; see mkdir(2).
  static func makeFolder(_ path: String) throws(SystemError) {
    try requireNoNUL(path)
    guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    throw SystemError(path, .last)
  }

  /// Creates a folder with mode 0700 and a unique name, and returns its path; see mkdtemp(3).
  package static func makeTemporaryFolder(in folder: String, prefix: String) throws(SystemError) -> String {
    try requireNoNUL(folder)
    var template = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
    // The template is a separate C string, which the call changes.
    guard unsafe mkdtemp(&template) != nil else { throw SystemError(folder, .last) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Checks that the process can use a file or, if `uses` is empty, that the file exists; see access(2).
  package static func access(_ path: String, for uses: FileUses = []) throws(SystemError) {
    try requireNoNUL(path)
    guard unsafe Glibc.access(path, uses.rawValue) == 0 else { throw SystemError(path, .last) }
  }

  /// Whether the process can use a file or, if `uses` is empty, whether the file exists; see access(2).
  package static func canAccess(_ path: String, for uses: FileUses = []) -> Bool {
    (try? access(path, for: uses)) != nil
  }

  /// Resolves all symbolic links in a path; nil if the file does not exist; see realpath(3).
  package static func realPath(_ path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = unsafe realpath(path, nil) else { return nil }
    // The call allocated the string. The string is copied before it is freed.
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Returns the target of a symbolic link; nil if the link cannot be read; see readlink(2).
  package static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    // `bytes` outlives the call, which writes at most `bytes.count` bytes and returns their number.
    let count = unsafe readlink(path, &bytes, bytes.count)
    return count <= 0 ? nil : String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Throws `notRegularFile` if the path is a device, a pipe, a socket or a symbolic link; see lstat(2).
  ///
  /// For a folder, rename(2) fails.
  static func requireReplaceable(_ path: String) throws(SystemError) {
    try requireNoNUL(path)
    switch (try? Stat(at: path, followsLink: false))?.type {
    case nil, .regular, .directory: break
    default: throw SystemError(path, .notRegularFile)
    }
  }

  /// Throws `EINVAL` for a path that contains a NUL.
  static func requireNoNUL(_ path: String) throws(SystemError) {
    guard !path.utf8.contains(0) else { throw SystemError(path, .invalidArgument) }
  }
}

/// Uses of a file that access(2) can check.
package struct FileUses: OptionSet, Sendable {
  package let rawValue: CInt

  package init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  package static let read = Self(rawValue: R_OK)
  package static let write = Self(rawValue: W_OK)
  /// Running a program, or entering a folder.
  package static let execute = Self(rawValue: X_OK)
}

extension OpenFile {
  /// Waits until the content and all metadata are on the disk; see fsync(2).
  package func sync() throws(SystemError) {
    guard fsync(descriptor.rawValue) == 0 else { throw SystemError(path, .last) }
  }

  /// Waits until the content, and the metadata that is needed to read the content, are on the disk; see fdatasync(2).
  func syncData() throws(SystemError) {
    guard fdatasync(descriptor.rawValue) == 0 else { throw SystemError(path, .last) }
  }

  /// Changes the mode of the file; see fchmod(2).
  func setPermissions(_ permissions: FilePermissions) throws(SystemError) {
    guard fchmod(descriptor.rawValue, permissions.rawValue) == 0 else { throw SystemError(path, .last) }
  }

  /// Tries to lock the file, without waiting; see flock(2).
  ///
  /// The lock lasts until the file is closed.
  ///
  /// - Returns: Whether the lock was free.
  func lock() throws(SystemError) -> Bool {
    guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 else { return true }
    guard errno == EWOULDBLOCK else { throw SystemError(path, .last) }
    return false
  }
}

extension OpenFile {
  /// Locks the file, and waits for other locks until a time limit; see flock(2), poll(2).
  ///
  /// The lock lasts until the file is closed.
  ///
  /// - Returns: Whether the file is locked.
  package func lock(within limit: Duration) throws(SystemError) -> Bool {
    let end = ContinuousClock.now + limit
    while try !lock() {
      guard ContinuousClock.now < end else { return false }
      // The call has no descriptors, so it only waits for 10 ms.
      _ = poll(nil, 0, 10)
    }
    return true
  }
}

extension Stat {
  /// Reads the status of a file: stat(2) or, to read the status of a symbolic link itself, lstat(2).
  package init(at path: String, followsLink: Bool = true) throws(SystemError) {
    try SystemCalls.requireNoNUL(path)
    self = try SystemError.attributing(to: path) { try unsafe Stat(path, followTargetSymlink: followsLink) }
  }

  /// The time of the last status change in nanoseconds since 1970; each change of a file also changes its status.
  package var changeNs: Int { st_ctim.tv_sec &* 1_000_000_000 &+ st_ctim.tv_nsec }

  /// Permissions without the set-user-ID, set-group-ID and sticky bits.
  var accessPermissions: FilePermissions {
    permissions.intersection([.ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute])
  }
}

extension FileDescriptor.OpenOptions {
  /// Prevents a terminal that is opened from becoming the controlling terminal of the process.
  package static var noControllingTerminal: Self { Self(rawValue: O_NOCTTY) }
}

extension Errno {
  /// The error number of the call that has just failed on this thread; see errno(3).
  package static var last: Self { Self(rawValue: errno) }

  /// A file that would be replaced is not a regular file; no system call returns this number.
  package static var notRegularFile: Self { Self(rawValue: 1 << 16) }
}

/// A failed system call.
package struct SystemError: Error, Equatable, Sendable {
  /// Path of the file, or another subject of the call.
  package let subject: String
  package let errno: Errno

  package init(_ subject: String, _ errno: Errno) {
    self.subject = subject
    self.errno = errno
  }

  /// Description of the error number, such as `Permission denied`; see strerror(3).
  package var reason: String { errno == .notRegularFile ? "not a regular file" : errno.description }
}

extension SystemError: CustomStringConvertible {
  /// The subject and the reason, such as `/etc/passwd: Permission denied`.
  package var description: String { "\(subject): \(reason)" }
}

extension SystemError {
  /// Makes a call, and converts its error to an error of another type.
  package static func wrapped<Value: ~Copyable, Failure>(
    in wrap: (SystemError) -> Failure, _ call: @autoclosure () throws(SystemError) -> Value
  ) throws(Failure) -> Value {
    do {
      return try call()
    } catch {
      throw wrap(error)
    }
  }

  /// Makes a call of swift-system, and adds a subject to the error of the call.
  static func attributing<Value>(to subject: String, _ call: () throws -> Value) throws(SystemError) -> Value {
    do {
      return try call()
    } catch {
      guard let errno = error as? Errno else { preconditionFailure("swift-system throws nothing but Errno") }
      throw SystemError(subject, errno)
    }
  }
}
