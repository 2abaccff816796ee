import Concurrency
import Dispatch
import FoundationEssentials
import Glibc
import Logging
import Systemd

/// A service that does what its arguments say, one after the other, for tests of the service manager's side.
///
/// - `ready+status:Hello`: tells the service manager all of that in one message. Others: `reloading`, `stopping`,
///   `keep-alive`, `watchdog:MICROSECONDS`
/// - `interval`: prints the watchdog's interval
/// - `keep-alive-forever`: sends a sign of life at half of it, from now on
/// - `no-descriptor`: has no descriptor to be had from now on
/// - `log:MESSAGE`: writes a record with metadata
/// - `sockets`: takes sockets over, and prints how many
/// - `answer`: takes one connection on the first of them, and says who answers
/// - `wait`: logs `waiting`, waits for `SIGTERM`, and reloads at each `SIGHUP`
@main
struct Program {
  /// Without a descriptor the default executor's pool would end the process; see `TaskQueue`.
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
