import Glibc

/// The path of a file through all links, by realpath(3); nil where none is there.
func realPath(_ path: String) -> String? {
  // The call allocates the string, which is copied and given back.
  guard let resolved = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}
