import ArgumentParser
import ControlInterface
import DaemonRuntime
import Glibc
import SystemPackage
import Text

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

  /// Replaces the parser's asynchronous `main`, which would start the thread pool of the default executor; see
  /// `TaskQueue`.
  @MainActor static func main() async {
    parseArguments()
    exit(withError: ExitCode(await Daemon.launch(environment: .ofProcess).rawValue))
  }

  /// Parses the arguments, and exits after `--help`, `--version` or an invalid argument.
  private static func parseArguments() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let error = parseError(in: arguments) else { return }
    guard exitCode(for: error) != .success else { exit(withError: error) }
    // No argument depends on another argument, so each argument can be checked alone.
    let invalid = arguments.first { parseError(in: [$0]).map { exitCode(for: $0) != .success } ?? false } ?? ""
    let reason = invalid.hasPrefix("-") ? "unknown option" : "unexpected argument"
    for line in ["error: \(reason) '\(invalid)'", "hint: see 'intervald --help'"] {
      let text = line.escapedToOneLine(limit: 2_000) + "\n"
      // If the write fails, the exit status still shows the error.
      _ = try? FileDescriptor.standardError.writeAll(text.utf8)
    }
    exit(withError: exitCode(for: error))
  }

  /// The error that the parser throws; nil if the parser throws no error.
  ///
  /// For `--help` and `--version`, the parser throws an error whose exit code is `success`.
  private static func parseError(in arguments: [String]) -> (any Error)? {
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
    // `environ` is a NULL-terminated array of NUL-terminated strings, and no other code changes the array this early.
    var entry = unsafe environ
    while let variable = unsafe entry.pointee {
      let parts = unsafe String(cString: variable).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
      unsafe entry += 1
    }
    return variables
  }
}
