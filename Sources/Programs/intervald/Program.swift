import Text
import ArgumentParser
import DaemonRuntime
import Glibc
import ControlInterface

@main
struct Program: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "intervald",
    abstract: "Run interval workouts.",
    discussion: """
      Listens for commands of intervalctl(1) on $XDG_RUNTIME_DIR/intervald/control.sock, or on the socket that systemd \
      passes. SIGTERM stops it; SIGHUP reloads its settings.
      """)

  @Flag(name: [.customShort("V"), .customLong("version")], help: "Show the version.")
  var version = false

  mutating func validate() throws {
    if version { throw CleanExit.message(intervaldVersion) }
  }

  /// Stands in for the parser's asynchronous `main`, which starts the default executor's pool; see `TaskQueue`.
  @MainActor static func main() async {
    parseArguments()
    exit(withError: ExitCode(await Daemon.launch(environment: .ofProcess).rawValue))
  }

  /// Exits for help, the version or a wrong argument.
  private static func parseArguments() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let error = mistake(in: arguments) else { return }
    guard exitCode(for: error) != .success else { exit(withError: error) }
    // No argument depends on another, so the wrong one is wrong alone.
    let wrong = arguments.first { mistake(in: [$0]).map { exitCode(for: $0) != .success } ?? false } ?? ""
    let what = wrong.hasPrefix("-") ? "unknown option" : "unexpected argument"
    for line in ["error: \(what) '\(wrong)'", "See 'intervald --help'"] {
      let text = line.escapedToOneLine(limit: 2_000) + "\n"
      // The string outlives the call, and the count is its own; where this cannot be written the status says it.
      _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
    }
    exit(withError: exitCode(for: error))
  }

  private static func mistake(in arguments: [String]) -> (any Error)? {
    do {
      _ = try parse(arguments)
      return nil
    } catch {
      return error
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
