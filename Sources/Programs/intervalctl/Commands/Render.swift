import ArgumentParser
import PlanNotation
import TerminalUI
import WorkoutModel

struct Render: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Write a workout as a sound file.",
    discussion: """
      Writes all cues of the workout as one sound file for any player, and beside it a cue sheet with chapters. \
      No daemon is needed:

        intervalctl render tabata -o tabata.opus
        intervalctl render long-run -o long-run.flac --voice
        intervalctl render 'forever 30s' -o beeps.ogg --for 1h --over music.ogg
      """)

  @OptionGroup var plan: PlanOptions
  @OptionGroup var overrides: OverrideOptions

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Sound file to write: .opus, .ogg, .flac or .wav.", valueName: "file"),
    completion: .file(extensions: ["opus", "ogg", "flac", "wav"]))
  var output: String?

  @Flag(help: "Overwrite the file and its cue sheet.")
  var overwrite = false

  @Option(
    help: ArgumentHelp("Background music, repeated if necessary and softer during each cue.", valueName: "file"),
    completion: .file())
  var over: String?

  @Flag(help: "Add spoken cues, by espeak-ng.")
  var voice = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Length without the lead-in (default: the whole plan).", valueName: "time"))
  var length: String?

  @Flag(help: "Print one line of JSON.")
  var json = false

  mutating func validate() throws {
    guard plan.isGiven else { throw Failure.noPlanGiven(example: Self.example) }
    guard output != nil else { throw Failure.noOutputGiven(example: Self.example) }
  }

  private static let example = "intervalctl render tabata -o tabata.opus"

  func run() async throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let text = try library.requiredText(of: plan)
    guard let output else { preconditionFailure("an output is required") }
    try console.messages.writeWarnings(text.warnings)
    let configuration = try library.settings()
    let request = try SoundRequest(
      text.overridden(by: overrides.overrides(), over: configuration), configuration: configuration,
      environment: console.environment, cut: RunValues.read(length, of: "--for", readTime), isSpoken: voice)
    let rendering = try SoundRendering(request, to: output, overwrite: overwrite, over: over)
    let rendered = try await rendering.run(on: console.messages)
    if json { try console.output.writeLine(rendered.json) } else { try console.output.writeLine(rendered.line) }
  }
}
