import UserFiles

/// The words for what is wrong with the history, and with what is asked of it.
extension Failure {
  /// A history that cannot be read, or not be believed.
  static func unusableHistory(_ error: FileReadError) -> Failure {
    switch error {
    case .system(let error): Failure(status: .noPlan, message: "cannot read \(error)")
    case .notRegular(let path): Failure(status: .noPlan, message: "cannot read \(path): not a regular file")
    case .untrusted(let error): untrusted(error)
    case .notUTF8(let path): Failure(status: .noPlan, message: "cannot read \(path)")
    }
  }

  /// The value of an option that is not a date.
  static func noDate(option: String, _ value: String, hint: String) -> Failure {
    Failure(
      status: .usage, message: "\(option): '\(value)' is not a date", excerpt: Excerpt(lineText: value, column: 1),
      hints: [hint])
  }

  /// Options that choose from the list, where a workout of it is to be started.
  static let listOptionsWithAgain = Failure(
    status: .usage, message: "--since, --json and --csv cannot be combined with 'again'",
    hints: ["name a workout by its number in the list: intervalctl history again 2"])

  /// There is nothing that could be started again.
  static let emptyHistory = Failure(
    status: .noPlan, message: "no workout is recorded yet", hints: ["start one with: intervalctl start"])

  /// A number or an id that no recorded workout has.
  static func noRecordedWorkout(_ which: String, of count: Int) -> Failure {
    let recorded = count == 1 ? "only one is recorded" : "\(count) are recorded"
    return Failure(
      status: .noPlan, message: "there is no workout '\(which)': \(recorded)",
      hints: ["list their numbers with: intervalctl history"])
  }
}
