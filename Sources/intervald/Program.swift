import ArgumentParser
import DaemonRuntime
import Glibc
import ServiceManager
import WorkoutControl

@main
struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intervald",
    abstract: "Keeps interval workouts on the beat.",
    discussion: """
      Waits for commands on $XDG_RUNTIME_DIR/intervald/control.sock, or on the socket that systemd hands over; \
      intervalctl(1) sends them. SIGTERM ends it, SIGHUP makes it read its settings again.
      """,
    version: intervaldVersion)

  /// Stands in for the parser's asynchronous `main`, which starts the default executor's pool; see `TaskQueue`.
  @MainActor static func main() async {
    parseArguments()
    exit(withError: ExitCode(await Daemon.launch(environment: .ofProcess).rawValue))
  }

  /// Ends the process for help, the version, and a wrong argument, which the parser quotes as it stands.
  private static func parseArguments() {
    do {
      _ = try parse()
    } catch {
      let code = exitCode(for: error)
      guard code != .success else { exit(withError: error) }
      for line in fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false) {
        let text = String(line).escapedToOneLine(limit: 2_000) + "\n"
        // The string outlives the call, and the count is its own; where this cannot be written the status says it.
        _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
      }
      exit(withError: code)
    }
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
