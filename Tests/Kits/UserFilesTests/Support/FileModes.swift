import Glibc
import SystemPackage
import Testing
import UserFiles

/// Returns the permissions of a file as a number; a symbolic link is not followed.
func mode(of path: String) throws -> mode_t {
  try Stat(at: path, followsLink: false).permissions.rawValue
}

/// Changes the permissions of a file; see chmod(2).
func changeMode(of path: String, to mode: mode_t) throws {
  // Each path is a C string that is valid for the whole call, here and below.
  try #require(unsafe chmod(path, mode) == 0)
}

/// Creates a symbolic link; see symlink(2).
func makeLink(_ path: String, to target: String) throws {
  try #require(unsafe symlink(target, path) == 0)
}
