import Glibc

/// The user namespace that this process is in: user_namespaces(7).
enum UserNamespace {
  /// Whether an owner is one that the namespace has no number for, as root is in a unit with `PrivateUsers=yes`.
  ///
  /// All such owners look the same. Of those only root puts files where a person's programs look for settings.
  static func hides(owner: uid_t) -> Bool {
    owner == overflowUser && !maps(owner)
  }

  /// Whether a line of `/proc/self/uid_map` has the number in it: first inside, first outside, how many.
  private static func maps(_ user: uid_t) -> Bool {
    guard let map = try? TextFile.read("/proc/self/uid_map") else { return true }
    return map.split(separator: "\n").contains { line in
      let numbers = line.split(separator: " ").compactMap { UInt64($0) }
      return numbers.count == 3 && (numbers[0]..<numbers[0] + numbers[2]).contains(UInt64(user))
    }
  }

  /// What stands for a user without a number: `/proc/sys/kernel/overflowuid`, 65534 wherever it was left alone.
  private static let overflowUser: uid_t = 65_534
}
