import Glibc

/// Limits the open file descriptors of this process, for tests that run in their own process.
///
/// If `work` waits, all tasks of the process must use a `TaskQueue`, because libdispatch ends the process if a job waits
/// for a thread of the default executor while no descriptor is free.
package enum Descriptors {
  /// Limits the process to `count` further descriptors while `work` runs; see setrlimit(2).
  package static func withFew<Value>(_ count: CInt, _ work: () async throws -> Value) async throws -> Value {
    // The path is a C string with static storage.
    let next = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    close(next)
    return try await with(limit: next + count, work)
  }

  /// Sets the limit of the process while `work` runs.
  package static func with<Value>(limit count: CInt, _ work: () async throws -> Value) async throws -> Value {
    let previous = try limit(to: count)
    let value: Value
    do {
      value = try await work()
    } catch {
      _ = try limit(to: previous)
      throw error
    }
    _ = try limit(to: previous)
    return value
  }

  /// Sets the limit.
  ///
  /// - Returns: The previous limit.
  private static func limit(to count: CInt) throws -> CInt {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    // `limit` outlives both calls.
    guard unsafe getrlimit(resource, &limit) == 0 else { throw Failure(errno: errno) }
    let previous = CInt(clamping: limit.rlim_cur)
    limit.rlim_cur = rlim_t(count)
    guard unsafe setrlimit(resource, &limit) == 0 else { throw Failure(errno: errno) }
    return previous
  }

  private struct Failure: Error {
    let errno: CInt
  }
}
