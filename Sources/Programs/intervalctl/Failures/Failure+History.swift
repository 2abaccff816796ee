import ControlInterface
import SystemPackage
import Text
import UserFiles
import WorkoutFiles

/// The messages for the history of workouts.
extension Failure {
  /// A history file that cannot be read or is not trusted.
  static func unusableHistory(_ error: FileReadError) -> Failure {
    switch error {
    case .system(let error): Failure(status: .noPlan, message: "cannot read \(error)")
    case .notRegular(let path): Failure(status: .noPlan, message: "cannot read \(path): not a regular file")
    case .untrusted(let error): untrusted(error)
    case .notUTF8(let path): Failure(status: .noPlan, message: "cannot read \(path)")
    }
  }

  /// Reads a part of the history; a history that cannot be read is a failure.
  static func readingHistory<Value>(
    _ read: @autoclosure () throws(FileReadError) -> Value
  ) throws(Failure) -> Value {
    do {
      return try read()
    } catch {
      throw .unusableHistory(error)
    }
  }

  /// An option value that is not a date.
  static func invalidDate(option: String, _ value: String, hint: String) -> Failure {
    Failure(
      status: .usage, message: "\(option): '\(value)' is not a date", excerpt: Excerpt(lineText: value, column: 1),
      hints: [hint])
  }

  /// Options that apply only to the list, combined with a subcommand of `history`.
  static func listOptions(with subcommand: String) -> Failure {
    let hints: [String] =
      switch subcommand {
      case "undo": []
      case "export": ["export several workouts with: intervalctl history export --since 2w -o FOLDER"]
      default: ["name a workout by its number in the list: intervalctl history \(subcommand) 2"]
      }
    let options = subcommand == "export" ? "" : "--since, "
    return Failure(
      status: .usage,
      message: "\(options)-n, --all, --by-program, --json and --csv cannot be combined with '\(subcommand)'",
      hints: hints)
  }

  /// A command for a past workout without any recorded workout.
  static let emptyHistory = Failure(
    status: .noPlan, message: "no workout is recorded yet", hints: ["start one with: intervalctl start"])

  /// An unknown number or id of a recorded workout.
  static func noRecordedWorkout(_ which: String, of count: Int) -> Failure {
    let recorded = count == 1 ? "only one is recorded" : "\(count) are recorded"
    return Failure(
      status: .noPlan, message: "no workout has the number or ID '\(which)': \(recorded)",
      hints: ["list their numbers with: intervalctl history"])
  }

  /// A question that cannot be asked, because the input is not a terminal.
  static let cannotAsk = Failure(
    status: .refused, message: "cannot ask for confirmation: the input is not a terminal",
    hints: ["to remove the workout without confirmation: --yes"])

  /// The answer no to the question whether to remove a workout.
  static let notRemovedFromHistory = Failure(status: .refused, message: "the workout was not removed")

  /// A command without its last argument; `name` is the name of this argument.
  static func missingWords(_ name: String, example: String) -> Failure {
    Failure(status: .usage, message: "missing \(name)", hints: ["for example: \(example)"])
  }

  static func noteTooLong(_ count: Int, max: Int) -> Failure {
    Failure(status: .usage, message: "the note has \(count) characters, more than the limit of \(max)")
  }

  /// An empty note for a workout without a note.
  static func noNote(of workout: String) -> Failure {
    Failure(
      status: .usage, message: "\(workout) has no note to remove",
      hints: ["write one with: intervalctl history note 1 \"legs heavy\""])
  }

  static let nothingToUndo = Failure(
    status: .refused, message: "the history has no change to undo",
    hints: ["make a change with: intervalctl history remove, correct or note, or intervalctl program --at"])

  /// A change that cannot be added to the history.
  static func historyNotChanged(_ error: SystemError) -> Failure {
    Failure(
      status: .outputFailed, message: "cannot write \(error)",
      hints: error.errno == .resourceTemporarilyUnavailable
        ? ["another program is writing the history: try again"] : ["the history is unchanged"])
  }
}

/// The messages for exports of past workouts.
extension Failure {
  /// Numbers of workouts combined with a day.
  static let numbersWithSince = Failure(
    status: .usage, message: "numbers of workouts and --since cannot be combined",
    hints: [
      "export by number: intervalctl history export 1 2 3 -o FOLDER",
      "export by day: intervalctl history export --since 2w -o FOLDER",
    ])

  /// A day since which no workout was recorded.
  static func noWorkoutsSince(_ day: String) -> Failure {
    Failure(
      status: .noPlan, message: "no workouts since \(day.safeForTerminal)",
      hints: ["list all workouts with: intervalctl history --all"])
  }

  /// Several workouts or a day, but a file instead of a folder.
  static func severalWorkoutsInFile(_ path: String) -> Failure {
    Failure(
      status: .usage,
      message: "'\(path.safeForTerminal)' is not a folder, and several workouts or --since require a folder",
      hints: ["specify a folder, for example: -o runs/"])
  }

  /// An export by day without any workout that can be exported.
  static let nothingExported = Failure(status: .invalidPlan, message: "none of these workouts can be exported")

  /// A path that ends in a slash, but is the path of a file.
  static func notAFolder(_ path: String) -> Failure {
    Failure(
      status: .outputFailed, message: "'\(path.safeForTerminal)' is not a folder",
      hints: ["specify another folder, or a file without the last '/'"])
  }

  static func missingFolder(_ path: String) -> Failure {
    Failure(
      status: .outputFailed, message: "the folder '\(path.safeForTerminal)' does not exist",
      hints: ["make it with: mkdir -p \(path.safeForTerminal.shellWord)"])
  }

  /// A file whose name does not determine the type of an activity.
  static func unknownActivityType(_ path: String) -> Failure {
    let types = ActivityFormat.allCases.map(\.rawValue)
    return unknownType(of: path, supported: types, files: "files of past workouts")
      .hinting("name the type, for example: --type \(types[0])")
  }

  /// A workout that cannot be an activity file.
  static func activityNotExported(_ error: WorkoutFileError, number: Int) -> Failure {
    Failure(status: .invalidPlan, message: "cannot export workout \(number): \(error.words)")
  }
}
