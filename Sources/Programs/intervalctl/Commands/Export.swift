import ArgumentParser
import FoundationEssentials
import Glibc
import JSON
import PlanNotation
import TerminalUI
import Text
import WorkoutFiles
import WorkoutModel
import WorkoutPresentation

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a plan as a workout file: FIT, ZWO, TCX or intervals.icu text.",
    discussion: """
      Warns about anything that the file cannot express. A plan without an end gets one:

        intervalctl export long-run -o long-run.fit
        intervalctl export long-run -o long-run.fit --flatten
        intervalctl export tabata -o - --type icu
      """)

  @OptionGroup var plan: PlanOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("File to write; '-' is standard output.", valueName: "file"),
    completion: .file(extensions: WorkoutFormat.allCases.map(\.rawValue)))
  var output: String?

  @Flag(help: "Overwrite the file.")
  var overwrite = false

  @Option(help: "File type (default: from the file name)")
  var type: WorkoutFormat?

  @Flag(help: "Unroll nested repeats, and replace 'until' by a count, for watches that support neither.")
  var flatten = false

  @OptionGroup var losses: LossOptions
  @OptionGroup var overrides: OverrideOptions

  @Flag(help: "Print one line of JSON: path, type, number of steps, losses.")
  var json = false

  mutating func validate() throws {
    guard plan.isGiven else { throw Failure.noPlanGiven(example: Self.example) }
    guard output != nil else { throw Failure.noOutputGiven(example: Self.example) }
    guard output.map(OutputFile.isStandardOutput) != true || !json else {
      throw ValidationError("--json and '-o -' cannot be combined")
    }
  }

  private static let example = "intervalctl export tabata -o tabata.fit"

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let text = try library.requiredText(of: plan)
    guard let output else { preconditionFailure("an output is required") }
    guard let format = type ?? WorkoutFormat(path: output) else { throw Failure.unknownOutputType(output) }
    let isStandardOutput = OutputFile.isStandardOutput(output)
    guard !isStandardOutput || format != .fit || isatty(STDOUT_FILENO) == 0 else { throw Failure.notText(format) }
    try OutputFile.check(output, overwrite: overwrite)
    let configuration = try library.settings()
    let read = try text.overridden(by: overrides.overrides(), over: configuration).read(over: configuration)
    let options = ExportedWorkout.Options(title: read.title, isFlat: flatten, created: Self.now)
    let exported: ExportedWorkout
    do {
      exported = try ExportedWorkout(read.workout, own: read.file.settings, as: format, options)
    } catch {
      throw Failure.notExported(error, as: format)
    }
    let losses = (text.losses ?? []) + exported.report.losses
    try self.losses.report(losses, on: console.messages)
    guard !isStandardOutput else { return try console.output.write(exported.bytes) }
    try OutputFile.write(exported.bytes, to: output, overwrite: overwrite)
    guard !json else {
      return try console.output.writeLine(
        .object([
          "path": .string(output), "type": .string(format.rawValue), "steps": .int(exported.steps),
          "losses": losses.json,
        ]))
    }
    let steps = exported.steps.counted("step")
    try console.output.writeLine("Saved as \(format.title), \(steps): \(output.safeForTerminal)")
  }

  /// The current time in seconds since the FIT epoch, 1989-12-31 00:00 UTC.
  private static var now: UInt32 {
    UInt32(clamping: Int(Date.now.timeIntervalSince1970) - 631_065_600)
  }
}
