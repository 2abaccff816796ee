import ArgumentParser
import ControlInterface
import Dates
import Glibc
import TerminalUI
import Text
import UserFiles
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
      Writes FIT or TCX files with the laps, pauses and distances of the workouts, and the values of the sensors:

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
    guard let recorded = try console.history(), !recorded.isEmpty else { throw Failure.emptyHistory }
    let indices = try indices(in: recorded)
    let target = try ActivityTarget(output, format: type, workouts: indices.count, isSince: day != nil)
    guard !target.isStandardOutput || target.format != .fit || isatty(STDOUT_FILENO) == 0 else {
      throw Failure.notText(.fit)
    }
    var names: [String] = []
    for index in indices {
      names.append(
        ActivityTarget.name(
          of: try recorded.recordedSummary(at: index),
          started: try Failure.readingHistory(try recorded.workout(at: index)).started))
    }
    let paths = target.paths(of: names)
    let configuration = try library.settings()
    // All paths are checked before the first file is written.
    var unchanged: Set<String> = []
    for (index, path) in zip(indices, paths) {
      if !overwrite, target.isFolder, let content = Self.content(ofFileAt: path),
        try convert(index, in: recorded, as: target.format, configuration, console)?.bytes == content
      {
        unchanged.insert(path)
      } else {
        try OutputFile.check(path, overwrite: overwrite)
      }
    }
    var (count, saved) = (0, [String]())
    let result = Result {
      // One workout is converted at a time, because a file can have many megabytes.
      for (index, path) in zip(indices, paths) {
        if unchanged.contains(path) {
          count += 1
          try console.output.writeLine("Unchanged: \(path.safeForTerminal)")
        } else if let file = try convert(index, in: recorded, as: target.format, configuration, console) {
          count += 1
          guard !target.isStandardOutput else { return try console.output.write(file.bytes) }
          try OutputFile.write(file.bytes, to: path, overwrite: overwrite, syncsFolder: !target.isFolder)
          if target.isFolder { saved.append(path) }
          try console.output.writeLine(
            "Saved as \(target.format.title), \(file.laps.counted("lap")): \(path.safeForTerminal)")
        }
      }
    }
    // After an error, too, the files that were saved survive a power failure.
    let synced = Result { try OutputFile.syncFolders(of: saved) }
    try result.get()
    try synced.get()
    guard count > 0 else { throw Failure.nothingExported }
  }

  /// The content of a file, up to 256 MiB; nil if the file cannot be read.
  private static func content(ofFileAt path: String) -> [UInt8]? { try? OpenFile.regular(path).read(atMost: 1 << 28) }

  /// The value of `--since`, which the parser may have given to the parent command.
  private var day: String? { since ?? history.since }

  /// The indices of the workouts to export, the oldest first, each once.
  private func indices(in recorded: RecordedHistory) throws -> [Int] {
    guard let day else {
      let indices = try (which.isEmpty ? ["1"] : which).map { which in
        guard let index = try Failure.readingHistory(try recorded.index(of: which)) else {
          throw Failure.noRecordedWorkout(which, of: recorded.count)
        }
        return index
      }
      return Set(indices).sorted()
    }
    guard which.isEmpty else { throw Failure.numbersWithSince }
    let first = try CalendarDay(option: "--since", day, today: LocalTime.now.day)
    let indices = try Failure.readingHistory(try recorded.indices(since: first))
    guard !indices.isEmpty else { throw Failure.noWorkoutsSince(day) }
    return indices
  }

  /// Converts a workout; with `--since`, a workout that cannot be converted causes a warning, and the result is nil.
  private func convert(
    _ index: Int, in recorded: RecordedHistory, as format: ActivityFormat, _ configuration: Settings, _ console: Console
  ) throws -> ActivityFile? {
    let started = try Failure.readingHistory(try recorded.workout(at: index)).started
    let options = ActivityFile.Options(
      sport: sport, isIndoor: place == .indoor, utcOffset: started.offset,
      configuration: configuration, version: intervaldVersion)
    do {
      let summary = try recorded.recordedSummary(at: index, hasLaps: true)
      let records = try console.sensorRecords(of: summary.workoutId)
      return try ActivityFile(summary, records: records, as: format, options)
    } catch let error as WorkoutFileError {
      let failure = Failure.activityNotExported(error, number: recorded.count - index)
      guard day != nil else { throw failure }
      try console.messages.writeWarnings([failure.message])
      return nil
    }
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
