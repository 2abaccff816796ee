import DaemonRuntime
import FoundationEssentials

/// Runs a hook, and prints its failure or `done`.
///
/// The arguments are, in this order:
///
/// - the time limit of the hook, in milliseconds
/// - the time in which the hook can end after the limit, in milliseconds
/// - the number of environment variables
/// - the environment variables, in the form `NAME=value`
/// - the program of the hook, and its arguments
@main
struct Program {
  static func main() async {
    var arguments = CommandLine.arguments.dropFirst()
    let limits = HookLimits(
      time: .milliseconds(Int(arguments.removeFirst()) ?? 0), end: .milliseconds(Int(arguments.removeFirst()) ?? 0))
    let count = Int(arguments.removeFirst()) ?? 0
    let variables = arguments.prefix(count).map { variable in
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (parts[0], parts[1])
    }
    arguments = arguments.dropFirst(count)
    let program = arguments.removeFirst()
    let runner = SystemHookRunner(environment: ProcessInfo.processInfo.environment, limits: limits)
    let failure = await runner.test(
      HookCall(
        cue: "start", program: program, arguments: Array(arguments),
        environment: Dictionary(variables, uniquingKeysWith: { $1 })))
    print(failure.map { "\($0)" } ?? "done")
    await runner.shutDown(within: .seconds(1))
  }
}
