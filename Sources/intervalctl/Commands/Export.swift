import ArgumentParser
import FoundationEssentials
import Glibc
import PlanNotation
import Varlink
import WorkoutFiles
import WorkoutModel

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a plan as a workout file: FIT, ZWO, TCX, or the text of intervals.icu.",
    discussion: """
      What the file does not have of the plan is said. Where the plan has no end, it is given one:

        intervalctl export long-run -o long-run.fit
        intervalctl export long-run -o long-run.fit --flatten
        intervalctl export tabata -o - --format icu
      """)

  @OptionGroup var plan: PlanOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; '-' is standard output.", valueName: "file"),
    completion: .file(extensions: WorkoutFormat.allCases.map(\.rawValue)))
  var output: String

  @Option(help: "What to write, where the file's name does not end in it.")
  var format: WorkoutFormat?

  @Flag(help: "Write out repeats in repeats, and count those until a goal: for watches that have none.")
  var flatten = false

  @OptionGroup var losses: LossOptions
  @OptionGroup var overrides: OverrideOptions

  @Flag(help: "Print one line of JSON: the file, its format, how many steps it has, and what is lost.")
  var json = false

  mutating func validate() throws {
    guard plan.isGiven else { throw ValidationError("Which PLAN?") }
    guard output != "-" || !json else { throw ValidationError("--json goes with a file, not with standard output.") }
  }

  func run() throws {
    let console = Console.standard
    let library = Library(environment: console.environment)
    let format = try WorkoutFormat(of: output, named: format)
    guard output != "-" || format != .fit || isatty(STDOUT_FILENO) == 0 else { throw Failure.noText(format) }
    guard let text = try library.text(of: plan) else { throw ValidationError("Which PLAN?") }
    let read = try text.overridden(by: overrides.settings()).read(over: library.settings())
    let options = ExportedWorkout.Options(title: read.title, isFlat: flatten, created: Self.now)
    let exported: ExportedWorkout
    do {
      exported = try ExportedWorkout(read.workout, own: read.file.settings, as: format, options)
    } catch {
      throw Failure.notExported(error, as: format)
    }
    let losses = (text.losses ?? []) + exported.report.losses
    try self.losses.report(losses, on: console.messages)
    guard output != "-" else { return try console.output.write(exported.bytes) }
    try OutputFile.write(exported.bytes, to: output, option: "--output -")
    guard !json else {
      return try console.output.writeLine(
        .object([
          "path": .string(output), "format": .string(format.rawValue), "steps": .int(exported.steps),
          "losses": losses.json,
        ]))
    }
    let steps = exported.steps == 1 ? "1 step" : "\(exported.steps) steps"
    try console.output.writeLine("Saved as \(format.title), \(steps): \(output.harmless)")
  }

  /// Now, in seconds since the beginning of FIT's time, 1989-12-31 00:00 UTC.
  private static var now: UInt32 {
    UInt32(clamping: Int(Date.now.timeIntervalSince1970) - 631_065_600)
  }
}
