import FoundationEssentials
import Glibc
package import Testing

/// Conditions of tests that ask more of the machine than others.
///
/// `.ci/test` requests all of them, by `INTERVALD_TESTS=all`; plain `swift test` skips them and reports why.
extension Trait where Self == ConditionTrait {
  /// For tests that hold real cues against the clock, or count wake-ups.
  package static var clocked: Self {
    .enabled(if: isRequested, "needs a machine without other load: run by `make test`")
  }

  /// For tests that break or flood what surrounds the daemon.
  package static var fault: Self { .enabled(if: isRequested, "takes minutes: run by `make verify`") }

  /// For tests that start a service manager in namespaces of its own.
  package static var root: Self { .enabled(if: geteuid() == 0, "requires root") }

  private static var isRequested: Bool { ProcessInfo.processInfo.environment["INTERVALD_TESTS"] == "all" }
}
