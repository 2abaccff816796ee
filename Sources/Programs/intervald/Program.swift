import ControlInterface
import DaemonRuntime
import Glibc
import SystemPackage
import Text
import UserFiles

@main
enum Program {
  private static let help = """
    OVERVIEW: Run interval workouts.

    Listens for commands of intervalctl(1) on
    $XDG_RUNTIME_DIR/intervald/control.sock, or on the socket that systemd passes.
    SIGTERM stops it; SIGHUP reloads its settings.

    USAGE: intervald [--version]

    OPTIONS:
      -V, --version           Show the version.
      -h, --help              Show help information.
    """

  @MainActor static func main() async {
    // The daemon has two options, so a parser for arguments is not needed. It would be a tenth of the program.
    let arguments: [String]
    do {
      arguments = try CommandLine.readArguments()
    } catch {
      report("the arguments are unknown: \(error)", hint: SystemError.hintOnLostArguments)
      exit(ExitStatus.unavailable.rawValue)
    }
    // If an argument is wrong, the others have no effect.
    if let argument = arguments.first(where: { !isOption($0) }) ?? arguments.first {
      exit(status(for: argument).rawValue)
    }
    exit(await Daemon.launch(environment: .ofProcess).rawValue)
  }

  private static func isOption(_ argument: String) -> Bool { ["-h", "--help", "-V", "--version"].contains(argument) }

  /// Prints what an argument requests, or that it is wrong.
  private static func status(for argument: String) -> ExitStatus {
    switch argument {
    case "-h", "--help": return print(help, to: .standardOutput)
    case "-V", "--version": return print("intervald \(intervaldVersion)", to: .standardOutput)
    default:
      let reason = argument.hasPrefix("-") ? "unknown option" : "unexpected argument"
      report("\(reason) '\(argument)'", hint: "see 'intervald --help'")
      return .usage
    }
  }

  private static func report(_ error: String, hint: String) {
    let lines = ["error: \(error)", "hint: \(hint)"]
    // If the write fails, the exit status still shows the error.
    _ = print(lines.map { $0.escapedToOneLine(limit: 2_000) }.joined(separator: "\n"), to: .standardError)
  }

  private static func print(_ text: String, to output: FileDescriptor) -> ExitStatus {
    do {
      try output.writeAll("\(text)\n".utf8)
      return .success
    } catch {
      return .outputFailed
    }
  }
}
