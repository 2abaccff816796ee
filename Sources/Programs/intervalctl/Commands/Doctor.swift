import ArgumentParser
import ControlInterface
import TerminalUI

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Diagnose problems, and suggest fixes.",
    discussion: """
      Checks the daemon and everything that it uses. Shows and plays nothing, and does not disturb a workout. \
      Exits with status 1 if something does not work.

      ✔ works, ! works with limitations, ✘ does not work, – is not used, ? could not be checked. Examples:

        intervalctl doctor
        intervalctl doctor --json | jq '.findings[] | select(.verdict == "fault")'
      """)

  @OptionGroup var answer: JSONOptions

  private static let services = "intervald, the notification server, the sound server, the speech service and logind"

  func run() async throws {
    let console = Console.standard
    let report = try await console.waiting(for: Self.services) {
      await DoctorReport.make(environment: console.environment)
    }
    try console.output.write(report.json(), or: report.lines, asJSON: answer.json)
    if report.hasFault { throw ExitCode(ExitStatus.refused.rawValue) }
  }
}
