import ArgumentParser
import Glibc
import Neighbours

/// The client: one command, and then the end.
@main
enum Program {
  /// Runs the command apart from the default executor, whose pool would wake the process each second; see `TaskQueue`.
  @MainActor static func main() async {
    // A closed pipe is to be an error number, which ends the program in silence.
    _ = signal(SIGPIPE, SIG_IGN)
    await withTaskExecutorPreference(TaskQueue(label: "org.intervald.tasks")) { await run() }
  }

  private static func run() async {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      try Intervalctl.refuseUnknownCommand(in: arguments)
      try Intervalctl.refuseNegativePlan(in: arguments)
      var command = try await Intervalctl.asyncParseAsRoot(Intervalctl.protectingNegativeValues(in: arguments))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      end(with: error)
    }
  }

  private static func end(with error: any Error) -> Never {
    switch error {
    case let error as OutputError where error.isClosedPipe: exit(ExitStatus.success.rawValue)
    case let code as ExitCode: exit(code.rawValue)
    case let error as Interrupted: error.signal.endProcess()
    default:
      guard !error.isOfArguments else { endWithArguments(error) }
      let failure = Failure(error)
      let messages = Console.standard.messages
      // Where even this cannot be written the exit status says it.
      try? messages.writeLines(failure.lines(messages.style, width: messages.widthIfTerminal))
      exit(failure.status.rawValue)
    }
  }

  /// Says what is wrong with the command line, which the parser quotes as it stands; help is printed as it is.
  private static func endWithArguments(_ error: any Error) -> Never {
    let code = Intervalctl.exitCode(for: error)
    guard code != .success else { Intervalctl.exit(withError: error) }
    let lines = Intervalctl.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
    if lines != [""] { try? Console.standard.messages.writeLines(lines.map { String($0).harmless }) }
    exit(code.rawValue)
  }
}

extension Error {
  /// Whether the argument parser has the words for it: help, the version, a wrong command line.
  fileprivate var isOfArguments: Bool {
    Intervalctl.exitCode(for: self) != .failure
  }
}
