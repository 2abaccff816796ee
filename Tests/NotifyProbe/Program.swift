import Concurrency
import Dispatch
import FoundationEssentials
import Glibc
import Logging
import Systemd

/// A service that performs the actions in its arguments in order; tests run the service under a service manager.
///
/// - `ready+status:Hello`: sends these states to the service manager in one message. Other states are `reloading`,
///   `stopping`, `keep-alive` and `watchdog:MICROSECONDS`.
/// - `interval`: prints the interval of the watchdog.
/// - `keep-alive-forever`: from now on, sends `keep-alive` twice in each interval of the watchdog.
/// - `no-descriptor`: from now on, makes it impossible to open a descriptor.
/// - `log:MESSAGE`: logs a message with metadata.
/// - `sockets`: takes the passed sockets, and prints their number.
/// - `answer`: accepts one connection at the first socket, and sends the process ID of this program.
/// - `wait`: logs `waiting`, reloads at each `SIGHUP`, and ends at any other signal.
@main
struct Program {
  /// Runs the program on a task queue, because the default executor ends a process without free descriptors.
  @MainActor static func main() async {
    await withTaskExecutorPreference(TaskQueue(label: "probe")) { await run() }
  }

  private nonisolated static func run() async {
    let probe = Probe(notifier: SystemdNotifier(environment: ProcessInfo.processInfo.environment))
    do {
      for argument in CommandLine.arguments.dropFirst() {
        try await probe.perform(argument)
      }
    } catch {
      print(error)
      exit(70)
    }
  }
}
