import Glibc

/// How many file descriptors this process may have open, for tests in a process of their own.
package enum Descriptors {
  /// Lets nothing more be opened but this many, while `work` runs: setrlimit(2).
  package static func withFew<Value>(_ count: CInt, _ work: () async throws -> Value) async throws -> Value {
    // The path is a constant.
    let next = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    close(next)
    let before = try limit(to: next + count)
    let value: Value
    do {
      value = try await work()
    } catch {
      _ = try limit(to: before)
      throw error
    }
    _ = try limit(to: before)
    return value
  }

  /// Sets the limit.
  ///
  /// - Returns: the one before.
  private static func limit(to count: CInt) throws -> CInt {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    // Both calls get a structure that outlives them.
    guard unsafe getrlimit(resource, &limit) == 0 else { throw Failure(errno: errno) }
    let before = CInt(clamping: limit.rlim_cur)
    limit.rlim_cur = rlim_t(count)
    guard unsafe setrlimit(resource, &limit) == 0 else { throw Failure(errno: errno) }
    return before
  }

  private struct Failure: Error {
    let errno: CInt
  }
}
