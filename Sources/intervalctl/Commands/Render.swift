import ArgumentParser
import PlanNotation
import WorkoutModel

struct Render: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Write a workout as a sound file.",
    discussion: """
      The whole workout for any player, with the daemon's cues and its sounds, each at its very sample, and a cue \
      sheet with chapters beside it. No daemon is needed:

        intervalctl render tabata -o tabata.opus
        intervalctl render long-run -o long-run.flac --voice
        intervalctl render 'forever 30s' -o beeps.ogg --for 1h --over music.ogg
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var overrides: OverrideOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Where to write it; the name ends in .opus, .ogg, .flac or .wav.", valueName: "file"),
    completion: .file(extensions: ["opus", "ogg", "flac", "wav"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A sound file to be heard behind the cues, again and again, and softer under each of them.", valueName: "file"),
    completion: .file())
  var over: String?

  @Flag(help: "Have espeak-ng say the words of cues.")
  var voice = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("How much of the workout; a plan without an end needs it.", valueName: "time"))
  var length: String?

  @Flag(help: "Print one line of JSON.")
  var json = false

  mutating func validate() throws {
    guard plan.isGiven else { throw ValidationError("Which PLAN?") }
    guard output != nil else { throw ValidationError("Where to? Say it with -o FILE.") }
  }

  func run() async throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    guard let output, let text = try library.text(of: plan) else { throw ValidationError("Which PLAN?") }
    try console.messages.writeRemarks(text.remarks)
    let request = try SoundRequest(
      try text.overridden(by: overrides.settings()), configuration: library.settings(),
      environment: console.environment, cut: RunValues.read(length, of: "--for", readTime), isSpoken: voice)
    let rendered = try await SoundRendering(request, to: output, over: over).run(on: console.messages)
    if json { try console.output.writeLine(rendered.json) } else { try console.output.writeLine(rendered.line) }
  }
}
