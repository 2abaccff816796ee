import Glibc

extension [String: String] {
  /// The environment variables of the process; see environ(7).
  ///
  /// ProcessInfo of FoundationEssentials would add more than 4 MiB to a program.
  package static var ofProcess: [String: String] {
    var variables: [String: String] = [:]
    // `environ` is a NULL-terminated array of NUL-terminated strings. No code of the programs changes the array.
    var entry = unsafe environ
    while let variable = unsafe entry.pointee {
      let parts = unsafe String(cString: variable).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      unsafe entry += 1
    }
    return variables
  }
}
