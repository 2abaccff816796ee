import ArgumentParser
import ControlInterface
import TerminalUI
import Text
import WorkoutEngine
import WorkoutModel
import WorkoutReports
import WorkoutViews

struct TestCues: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test-cues",
    abstract: "Test cues and channels.",
    discussion: """
      Gives each cue as in a workout, on the channels in the settings, and reports which channels work. \
      Exits with status 69 if a channel in use fails. Examples:

        intervalctl test-cues
        intervalctl test-cues run walk --channel voice
      """)

  @Argument(
    help: ArgumentHelp("Cues to test, or kinds of interval for their starts (default: all).", valueName: "cue"),
    completion: Completion.cues)
  var cues: [String] = []

  @Option(
    help: ArgumentHelp(
      "Channel to use, regardless of the settings: notification, sound, voice or hook; may be repeated."),
    completion: Completion.channels)
  var channel: [String] = []

  @Flag(help: "Print one line of JSON for each cue.")
  var json = false

  /// One sample of each cue: first the cues during an interval, then the cues that announce a change.
  ///
  /// The start of an interval has three samples, because a run, a walk and a rest have different sounds.
  static let allCues = (Cue.allCases.filter { !$0.isTransition } + Cue.allCases.filter(\.isTransition).reversed())
    .flatMap { $0 == .start ? [Kind.run, .walk, .rest].map(\.rawValue) : [$0.rawValue] }

  func run() async throws {
    try Self.check(cues, "cue", SoundSubject.allCases.map(\.word))
    try Self.check(channel, "channel", Channel.allCases.map(\.rawValue))
    let console = Console.standard
    let client = try await console.connect(timeout: WorkoutClient.cueTimeout)
    do {
      try await run(with: client, on: console)
    } catch ControlError.alreadyRunning(let status) {
      throw Failure.notTested(status)
    }
  }

  private static func check(_ words: [String], _ what: String, _ known: [String]) throws(Failure) {
    guard let word = words.first(where: { !known.contains($0.lowercased()) }) else { return }
    throw .noSuchCue(word, what, known: known)
  }

  private func run(with client: WorkoutClient, on console: Console) async throws {
    var report = CueTestTable()
    let settings = (try? Library(environment: console.environment).settings()) ?? Settings()
    let rules = CueRules(settings, units: settings.units(inLocaleOf: console.environment), title: nil)
    for cue in cues.isEmpty ? Self.allCues : cues {
      let test = try await console.waiting(for: services(of: cue, rules)) {
        try await client.testCue(cue, channels: channel.isEmpty ? nil : channel)
      }
      report.add(test)
      if json {
        try console.output.writeJSON(NamedCueTest(cue: cue, test: test))
      } else {
        let output = console.output
        try output.writeLine(CueTestTable.line(of: test, cue: cue, output.style, width: output.widthIfTerminal))
      }
    }
    let isComplete = cues.isEmpty && channel.isEmpty
    if isComplete, !report.isUsed(.voice) {
      // No cue has used the voice yet, so the voice is tested separately.
      let test = try await console.waiting(for: Self.services(of: [.voice])) {
        try await client.testCue("run", channels: ["voice"])
      }
      report.add(test, isUsed: false)
    }
    if !json {
      let lines = report.lines(isComplete: isComplete, console.output.style, width: console.output.widthIfTerminal)
      try console.output.writeLines([""] + lines)
    }
    if report.hasFailed { throw ExitCode(ExitStatus.unavailable.rawValue) }
  }

  /// The names of the services that a cue uses.
  ///
  /// Without `--channel`, the settings of this program determine the services. The daemon may have other settings.
  private func services(of word: String, _ rules: CueRules) -> String {
    let asked = channel.compactMap { Channel(rawValue: $0.lowercased()) }
    let cue = Cue(rawValue: word.lowercased()) ?? .start
    return Self.services(of: asked.isEmpty ? rules.channels[cue] ?? [] : Set(asked))
  }

  private static func services(of channels: Set<Channel>) -> String {
    Channel.allCases.filter(channels.contains).map { channel in
      switch channel {
      case .notification: "the notification server"
      case .sound: "the sound server"
      case .voice: "the speech service (speech-dispatcher)"
      case .hook: "the hooks"
      }
    }.listed("and")
  }

  /// The result of a test, with the cue as an additional member.
  private struct NamedCueTest: Encodable {
    let cue: String
    let test: Report.CueTest

    private enum Key: CodingKey {
      case cue
    }

    func encode(to encoder: any Encoder) throws {
      try test.encode(to: encoder)
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(cue, forKey: .cue)
    }
  }
}
