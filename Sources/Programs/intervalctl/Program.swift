import ArgumentParser
import Concurrency
import ControlInterface
import Glibc
import TerminalUI
import UserFiles
import Varlink

/// The entry point: runs one command and exits.
@main
enum Program {
  /// Runs the command on a `TaskQueue`, because the threads of the default executor would wake the process each second.
  @MainActor static func main() async {
    // Because SIGPIPE is ignored, a write to a closed pipe fails with EPIPE, and the program exits silently.
    _ = signal(SIGPIPE, SIG_IGN)
    await withTaskExecutorPreference(TaskQueue(label: "org.intervald.tasks")) { await run() }
  }

  private static func run() async {
    let environment = Console.standard.environment
    do {
      var arguments = try arguments()
      try Intervalctl.rejectCombiningMarks(in: arguments)
      try Intervalctl.rejectUnknownCommand(in: arguments)
      try Intervalctl.rejectNegativePlan(in: arguments)
      try Intervalctl.rejectSession(in: arguments, plans: Library(environment: environment).plans)
      arguments = try Intervalctl.addingProgram(to: arguments, in: Library(environment: environment))
      var command = try await parse(Intervalctl.protectingNegativeValues(in: arguments))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      await end(with: error, in: environment)
    }
  }

  private static func arguments() throws(Failure) -> [String] {
    do {
      return try CommandLine.readArguments()
    } catch {
      throw .unknownArguments(error)
    }
  }

  private static func parse(_ arguments: [String]) async throws -> any ParsableCommand {
    do {
      return try await Intervalctl.asyncParseAsRoot(arguments)
    } catch {
      // The parser throws help and version texts as errors.
      guard Intervalctl.exitCode(for: error) != .success, let mistake = ArgumentError(error) else { throw error }
      throw Failure(mistake, in: arguments)
    }
  }

  /// Ends the program with an error; if the daemon is missing, the message contains the command that starts it here.
  private static func end(with error: any Error, in environment: [String: String]) async -> Never {
    guard let error = error as? TransportError, [.noSocket, .connectionRefused].contains(error.code) else {
      end(with: error)
    }
    let units = await UnitStates.current(within: .seconds(3), environment: environment)
    fail(Failure(error).hinting("start it with: \(units.startCommand)"))
  }

  private static func end(with error: any Error) -> Never {
    switch error {
    case let error as OutputError where error.isClosedPipe: exit(ExitStatus.success.rawValue)
    case let code as ExitCode: exit(code.rawValue)
    case let error as Interrupted: error.signal.endProcess()
    // `exitCode` describes the error, which takes quadratic time if the error contains certain texts of plans.
    case is Failure, is ControlError, is VarlinkError: fail(Failure(error))
    case _ where Intervalctl.exitCode(for: error) == .success: end(withText: Intervalctl.fullMessage(for: error))
    default: fail(Failure(error))
    }
  }

  /// Prints a help text, the version or a completion script.
  private static func end(withText text: String) -> Never {
    do {
      try Console.standard.output.writeLine(CompletionScript.completingHelp(text))
    } catch {
      end(with: error)
    }
    exit(ExitStatus.success.rawValue)
  }

  private static func fail(_ failure: Failure) -> Never {
    let messages = Console.standard.messages
    // If standard error cannot be written to, the exit status still reports the failure.
    try? messages.writeLines(failure.lines(messages.style, width: messages.widthIfTerminal))
    exit(failure.status.rawValue)
  }
}
