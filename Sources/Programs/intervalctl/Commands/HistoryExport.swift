import ArgumentParser
import ControlInterface
import Dates
import FoundationEssentials
import Glibc
import TerminalUI
import Text
import WorkoutFiles
import WorkoutHistory
import WorkoutModel
import WorkoutReports
import WorkoutViews

struct HistoryExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export past workouts as activity files, for a training diary.",
    discussion: """
      Writes FIT or TCX files with the laps, pauses and distances of the workouts:

        intervalctl history export -o run.fit
        intervalctl history export 3 -o run.tcx
        intervalctl history export --since 2w -o runs/
      """)

  @ParentCommand var history: History

  @Argument(
    help: ArgumentHelp(
      "Numbers of workouts in the list, or their workoutIds (default: 1, the last one).", valueName: "number"))
  var which: [String] = []

  @Option(
    help: ArgumentHelp("Export all workouts since a day; see 'intervalctl history --help'.", valueName: "day"),
    completion: Completion.days)
  var since: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "File or folder to write; '-' is standard output. In a folder, files are named by date and title.",
      valueName: "file"),
    completion: .file(extensions: ActivityFormat.allCases.map(\.rawValue)))
  var output: String?

  @Option(help: "File type (default: from the file name, otherwise fit).")
  var type: ActivityFormat?

  @Option(help: "Sport of the activity.")
  var sport = ActivityFile.Sport.running

  @Flag(help: "Place of the workout.")
  var place = Place.indoor

  @Flag(help: "Overwrite files.")
  var overwrite = false

  enum Place: String, EnumerableFlag {
    case indoor
    case outdoor

    static func help(for value: Place) -> ArgumentHelp? {
      switch value {
      case .indoor: "Mark the workout as done on a treadmill."
      case .outdoor: "Mark the workout as done outdoors."
      }
    }
  }

  mutating func validate() throws {
    guard output != nil else { throw Failure.noOutputGiven(example: "intervalctl history export -o run.fit") }
  }

  func run() throws {
    try history.requirePlain(with: "export", exceptSince: true)
    let console = Console.standard
    let library = Library(environment: console.environment)
    guard let output else { preconditionFailure("an output is required") }
    guard let recorded = try library.history(), !recorded.workouts.isEmpty else { throw Failure.emptyHistory }
    let indices = try indices(in: recorded)
    let target = try ActivityTarget(output, format: type, workouts: indices.count, isSince: day != nil)
    guard !target.isStandardOutput || target.format != .fit || isatty(STDOUT_FILENO) == 0 else {
      throw Failure.notText(.fit)
    }
    let exports = try convert(indices, in: recorded, as: target.format, library.settings(), console)
    let paths = target.paths(of: exports.map(\.name))
    // All files are checked before the first file is written.
    for path in paths { try OutputFile.check(path, overwrite: overwrite) }
    for (export, path) in zip(exports, paths) {
      guard !target.isStandardOutput else { return try console.output.write(export.file.bytes) }
      try OutputFile.write(export.file.bytes, to: path, overwrite: overwrite)
      let laps = export.file.laps.counted("lap")
      try console.output.writeLine("Saved as \(target.format.title), \(laps): \(path.safeForTerminal)")
    }
    try console.messages.writeWarnings(recorded.warnings)
  }

  /// The value of `--since`, which the parser may have given to the parent command.
  private var day: String? { since ?? history.since }

  /// The indices of the workouts to export, the oldest first.
  private func indices(in recorded: RecordedHistory) throws -> [Int] {
    guard let day else {
      return try (which.isEmpty ? ["1"] : which).map { which in
        guard let index = recorded.index(of: which) else {
          throw Failure.noRecordedWorkout(which, of: recorded.workouts.count)
        }
        return index
      }
    }
    guard which.isEmpty else { throw Failure.numbersWithSince }
    let indices = recorded.indices(since: try CalendarDay(option: "--since", day, today: LocalTime.now.day))
    guard !indices.isEmpty else { throw Failure.noWorkoutsSince(day) }
    return indices
  }

  /// Converts workouts; with `--since`, workouts that cannot be converted are left out with a warning.
  private func convert(
    _ indices: [Int], in recorded: RecordedHistory, as format: ActivityFormat, _ configuration: Settings,
    _ console: Console
  ) throws -> [(name: String, file: ActivityFile)] {
    var exports: [(name: String, file: ActivityFile)] = []
    for index in indices {
      let (summary, started) = (try recorded.recordedSummary(at: index), recorded.workouts[index].started)
      let options = ActivityFile.Options(
        sport: sport, isIndoor: place == .indoor, utcOffset: started.offset, configuration: configuration,
        version: intervaldVersion)
      do {
        let file = try ActivityFile(summary, as: format, options)
        exports.append((ActivityTarget.name(of: summary, started: started), file))
      } catch {
        let failure = Failure.activityNotExported(error, number: recorded.workouts.count - index)
        guard day != nil else { throw failure }
        try console.messages.writeWarnings([failure.message])
      }
    }
    return exports
  }
}

extension ActivityFormat: ExpressibleByArgument {
  /// Reads the name of a format in any letter case.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension ActivityFile.Sport: ExpressibleByArgument {
  /// Reads the name of a sport in any letter case.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
