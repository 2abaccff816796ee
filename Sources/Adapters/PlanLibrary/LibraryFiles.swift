package import PlanNotation
package import UserFiles

/// The files of plans, settings and history in the user's and the system's folders.
extension XDGFolders {
  /// Paths of the configuration; the first file that exists counts.
  package var configurationFiles: [String] {
    ([configHome] + configDirs).map { "\($0)/intervald/intervald.conf" }
  }

  /// Folders of plans; if several contain a plan of the same name, the first counts.
  package var planFolders: [String] {
    ([configHome, dataHome] + dataDirs).map { "\($0)/intervald/plans" }
  }

  /// Folder of the daemon's state.
  package var stateFolder: String { "\(stateHome)/intervald" }

  /// File with the plan that was started last.
  package var lastPlanFile: String { "\(stateFolder)/last-plan.json" }

  /// File with all workouts that have ended.
  package var historyFile: String { "\(stateFolder)/history.jsonl" }
}

/// A plan or settings file that cannot be used.
package enum LibraryFileError: Error, Equatable, Sendable {
  case unreadable(FileReadError)
  /// The text is not a plan, or not a configuration.
  case invalid(path: String, NotationError)

  package var path: String {
    switch self {
    case .unreadable(let error): error.path
    case .invalid(let path, _): path
    }
  }
}
