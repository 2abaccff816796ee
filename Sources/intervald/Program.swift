import ArgumentParser
import DaemonRuntime
import Glibc
import WorkoutControl

@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intervald",
    abstract: "Keeps interval workouts on the beat.",
    discussion: """
      Waits for commands on $XDG_RUNTIME_DIR/intervald/control.sock, or on the socket that systemd hands over; \
      intervalctl(1) sends them. SIGTERM ends it, SIGHUP makes it read its settings again.
      """,
    version: intervaldVersion)

  func run() async throws {
    throw ExitCode(await Daemon.launch(environment: .ofProcess).rawValue)
  }
}

extension [String: String] {
  /// The process's environment.
  fileprivate static var ofProcess: [String: String] {
    var variables: [String: String] = [:]
    // environ is a NULL-terminated array of NUL-terminated strings, which nothing changes this early.
    var entry = unsafe environ
    while let variable = unsafe entry.pointee {
      let parts = unsafe String(cString: variable).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      unsafe entry += 1
    }
    return variables
  }
}
