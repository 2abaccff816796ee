import FoundationEssentials
import Glibc
package import Testing

/// Conditions of tests that have special requirements.
///
/// `.ci/test` requests all tests with `INTERVALD_TESTS=all`. Plain `swift test` skips the tests with requirements, and
/// reports the reason.
extension Trait where Self == ConditionTrait {
  /// The condition of tests that measure the lateness of real cues, or count wake-ups.
  package static var clocked: Self {
    .enabled(if: isRequested, "needs a machine without other load: run by `make test`")
  }

  /// The condition of tests that break or flood the daemon's external services.
  package static var fault: Self { .enabled(if: isRequested, "takes minutes: run by `make verify`") }

  /// The condition of tests that require root, for example to start a service manager in private namespaces.
  package static var root: Self { .enabled(if: geteuid() == 0, "requires root") }

  private static var isRequested: Bool { ProcessInfo.processInfo.environment["INTERVALD_TESTS"] == "all" }
}
