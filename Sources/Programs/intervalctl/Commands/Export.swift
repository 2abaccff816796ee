import ArgumentParser
import FoundationEssentials
import Glibc
import JSON
import PlanNotation
import TerminalUI
import Text
import UserFiles
import WorkoutFiles
import WorkoutModel
import WorkoutPresentation

struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export a plan as a workout file, or a training program as a calendar.",
    discussion: """
      Writes FIT, ZWO, TCX or intervals.icu text, and warns about anything that the file cannot express. An end is \
      added to a plan without an end. A training program is exported as a calendar, or as a folder with a dated \
      workout file for each session:

        intervalctl export long-run -o long-run.fit
        intervalctl export long-run -o long-run.fit --flatten
        intervalctl export tabata -o - --type icu
        intervalctl export c25k -o c25k.ics --from 2026-12-01 --days mon,wed,sat
        intervalctl export c25k -o watch/ --type fit
      """)

  @OptionGroup var plan: PlanOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File to write ('-' is standard output); for a program, a file or a folder.", valueName: "file"),
    completion: .file(extensions: ExportType.allCases.map(\.rawValue)))
  var output: String?

  @Flag(help: "Overwrite the file.")
  var overwrite = false

  @Option(help: "File type (default: from the file name; fit in a folder)")
  var type: ExportType?

  @Flag(help: "Unroll nested repeats, and replace 'until' by a count, for watches that support neither.")
  var flatten = false

  @OptionGroup var dates: DateOptions
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
    guard let output else { preconditionFailure("an output is required") }
    let folder = try OutputFolder(output)
    let type = type ?? ExportType(path: output) ?? (folder == nil ? nil : .fit)
    if let program = try library.program(of: plan) {
      if let type, folder != nil || type == .ics {
        return try export(program, to: output, folder, as: type, library, on: console)
      }
      let isMissing = plan.session == nil && Self.isMissingFolder(output)
      guard type != nil, !isMissing else {
        throw (isMissing ? Failure.missingFolder(output) : .unknownOutputType(output)).hinting(Failure.outputOfProgram)
      }
    }
    guard dates.isEmpty else { throw Failure.datesWithoutProgram }
    guard type != .ics else { throw Failure.calendarWithoutProgram }
    guard folder == nil else { throw Failure.folder(output, isNot: "a plan", example: "plan.fit") }
    guard let format = type?.format else { throw Failure.unknownOutputType(output) }
    try export(library.requiredText(of: plan), to: output, as: format, library, on: console)
  }

  /// Whether the output is probably a folder that does not exist: a name without an extension.
  private static func isMissingFolder(_ output: String) -> Bool {
    output.fileExtension == nil && !OutputFile.isStandardOutput(output) && !SystemCalls.canAccess(output)
  }

  private func export(
    _ text: PlanText, to output: String, as format: WorkoutFormat, _ library: Library, on console: Console
  ) throws {
    let isStandardOutput = OutputFile.isStandardOutput(output)
    guard !isStandardOutput || format != .fit || isatty(STDOUT_FILENO) == 0 else { throw Failure.notText(format) }
    try OutputFile.check(output, overwrite: overwrite)
    let configuration = try library.settings()
    let plan = try text.overridden(by: overrides.overrides(), over: configuration)
    let read = try plan.read(over: configuration)
    let options = ExportedWorkout.Options(title: read.title, isFlat: flatten, created: Self.now)
    let exported: ExportedWorkout
    do {
      exported = try ExportedWorkout(read.workout, own: plan.settingsForExport, as: format, options)
    } catch let error as WorkoutFileError {
      throw Failure.notExported(error, as: format)
    }
    let losses = (text.losses ?? []) + exported.report.losses
    try self.losses.report(losses.map(\.words), on: console.messages)
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

  /// Exports the sessions of a program to a calendar, or to a folder if `folder` is not nil.
  private func export(
    _ program: ProgramText, to output: String, _ folder: OutputFolder?, as type: ExportType, _ library: Library,
    on console: Console
  ) throws {
    let export = try ProgramExport(
      program, session: plan.session, dates: dates, isCalendar: folder == nil, overrides: overrides.overrides(),
      library: library)
    if let folder {
      guard let format = type.format else { throw Failure.folder(output, isNot: "a calendar", example: "program.ics") }
      guard dates.at == nil, dates.alarm == nil else { throw Failure.timeWithoutCalendar }
      let options = ExportedWorkout.Options(isFlat: flatten, created: Self.now)
      try export.write(
        to: folder, as: format, options, overwrite: overwrite, losses: losses, json: json, on: console)
    } else {
      guard !flatten, !losses.strict else { throw Failure.conversionOfCalendar }
      try export.writeCalendar(
        to: output, dates: dates, zone: .local(environment: console.environment), overwrite: overwrite, json: json,
        on: console)
    }
  }

  /// The current time in seconds since the FIT epoch, 1989-12-31 00:00 UTC.
  private static var now: UInt32 {
    UInt32(clamping: Int(Date.now.timeIntervalSince1970) - 631_065_600)
  }
}

/// A type of file that `export` writes.
enum ExportType: String, CaseIterable, FileFormat, ExpressibleByArgument {
  case fit
  case zwo
  case tcx
  case icu
  /// A calendar with the sessions of a program.
  case ics

  /// Reads the name of a type in any letter case.
  init?(argument: String) { self.init(rawValue: argument.lowercased()) }

  /// The format of workout files; nil for a calendar.
  var format: WorkoutFormat? { WorkoutFormat(rawValue: rawValue) }
}
