internal import Glibc
internal import Synchronization

/// The count of connections that are open, up to a limit.
///
/// The limit on the process's descriptors may change at any time: it is asked for anew at each connection.
final class OpenConnections: Sendable {
  private let limits: ServerLimits
  private let count = Mutex(0)

  init(limits: ServerLimits) {
    self.limits = limits
  }

  /// Counts one more; false, and not counted, where that would be too many.
  func enter() -> Bool {
    let descriptors = Self.descriptorLimit
    let limit = min(limits.connections, descriptors - min(limits.reservedDescriptors, descriptors / 2))
    return count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  /// Counts one less.
  func leave() {
    count.withLock { $0 -= 1 }
  }

  /// How many descriptors the process may have: getrlimit(2).
  private static var descriptorLimit: Int {
    var limit = rlimit()
    // The call gets a structure that outlives it, and fails for no other reason than a wrong name or address.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
