import ArgumentParser
import Varlink
import WorkoutControl
import WorkoutModel

struct TestCues: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test-cues",
    abstract: "Give one of each cue, and say what works and what does not.",
    discussion: """
      Each comes as in a workout, on the channels that the settings name for it.
      A CUE is a cue's word, or a kind's for the start of one. Then each channel has
      a line: whether it works and, if not, why. If one in use does not, it is exit
      status 69.

        intervalctl test-cues
        intervalctl test-cues run walk --channel voice
      """)

  @Argument(help: ArgumentHelp("The cues to give; all without any.", valueName: "cue"), completion: Completion.cues)
  var cues: [String] = []

  @Option(
    help: ArgumentHelp(
      "Give them on this channel, whatever the settings say: notification, sound, voice or hook; may be repeated."),
    completion: Completion.channels)
  var channel: [String] = []

  @Flag(help: "Print one line of JSON for each cue.")
  var json = false

  /// One of each, in the order of a workout; of the kinds those that sound different.
  private static let allCues = [
    "lead-in", "countdown", "run", "walk", "rest", "next", "halfway", "split", "remaining", "last", "paused", "resumed",
    "finish", "stopped",
  ]

  func run() async throws {
    let console = Console.standard
    let client = try await console.connect(timeout: WorkoutClient.cueTimeout)
    do {
      try await run(with: client, on: console)
    } catch ControlError.alreadyRunning(let status) {
      throw Failure.notTested(status)
    }
  }

  private func run(with client: WorkoutClient, on console: Console) async throws {
    var report = CueReport()
    for cue in cues.isEmpty ? Self.allCues : cues {
      let test = try await client.testCue(cue, channels: channel.isEmpty ? nil : channel)
      report.add(test)
      try console.output.writeLine(test, of: cue, asJSON: json)
    }
    let isComplete = cues.isEmpty && channel.isEmpty
    if isComplete, !report.isUsed(.voice) {
      // Nothing has been said, so whether the voice would work is not known yet.
      report.add(try await client.testCue("run", channels: ["voice"]), isUsed: false)
    }
    if !json {
      let lines = report.lines(isComplete: isComplete, console.output.style, width: console.output.widthIfTerminal)
      try console.output.writeLines([""] + lines)
    }
    if report.hasFailed { throw ExitCode(ExitStatus.unavailable.rawValue) }
  }
}

extension TextStream {
  fileprivate func writeLine(_ test: Wire.CueTest, of cue: String, asJSON: Bool) throws {
    guard asJSON else { return try writeLine(CueReport.line(of: test, cue: cue, style, width: widthIfTerminal)) }
    guard case .object(var members) = try JSONValue(encoding: test) else { return }
    members["cue"] = .string(cue)
    try writeLine(.object(members))
  }
}
