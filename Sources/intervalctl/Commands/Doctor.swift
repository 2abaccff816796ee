import ArgumentParser
import WorkoutControl

struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out what does not work, and what helps.",
    discussion: """
      Looks at the daemon and at all that it works with; nothing is shown or heard, and a workout goes on undisturbed.
      Each thing has a line: ✔ works, ! works less well, ✘ does not work, – is not in use, ? could not be asked. \
      Under it is what helps. If something does not work it is exit status 1.

        intervalctl doctor
        intervalctl doctor --json | jq '.findings[] | select(.verdict == "fault")'
      """)

  @Flag(help: "Print one line of JSON.")
  var json = false

  func run() async throws {
    let console = Console.standard
    let report = await DoctorReport.make(environment: console.environment)
    try console.output.write(report.json(), or: report.lines, asJSON: json)
    if report.hasFault { throw ExitCode(ExitStatus.refused.rawValue) }
  }
}
