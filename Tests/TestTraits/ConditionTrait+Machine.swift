import FoundationEssentials
import Glibc
import TestSupport
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

  /// The condition of tests that start real desktops.
  package static var desktops: Self { .enabled(if: isRequested, "needs real desktops: run by `make verify`") }

  /// The condition of tests that require root, for example to start a service manager in private namespaces.
  package static var root: Self { .enabled(if: geteuid() == 0, "requires root") }

  /// The condition of tests that start PipeWire.
  package static var pipeWire: Self {
    .enabled(if: SoundServer.Kind.hasPipeWire, "requires the packages pipewire-pulse and wireplumber")
  }

  /// The condition of tests in which another user runs the built programs.
  package static var sharedClone: Self {
    .enabled(if: canOthersEnter(packageRoot), "requires a clone in folders that other users can enter")
  }

  /// Whether other users can enter a folder and all folders that contain it; see stat(2).
  private static func canOthersEnter(_ folder: String) -> Bool {
    let names = folder.split(separator: "/")
    return (0...names.count).allSatisfy { count in
      var status = stat()
      // The path and the variable outlive the call.
      return unsafe stat("/" + names.prefix(count).joined(separator: "/"), &status) == 0
        && status.st_mode & S_IXOTH != 0
    }
  }

  private static var isRequested: Bool { ProcessInfo.processInfo.environment["INTERVALD_TESTS"] == "all" }
}
