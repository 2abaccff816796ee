package import PlanNotation
package import UserFiles
package import WorkoutModel

/// The settings from a configuration file, which belongs to the user or to the system.
package struct Configuration: Equatable, Sendable {
  package var settings: Settings
  /// The file with the settings; nil if no file exists and the defaults apply.
  package var path: String?
  /// The number of the line that names the default plan, counted from 1.
  package var defaultPlanLine: Int?

  package init(settings: Settings = Settings(), path: String? = nil, defaultPlanLine: Int? = nil) {
    self.settings = settings
    self.path = path
    self.defaultPlanLine = defaultPlanLine
  }

  /// Reads the first of `folders.configurationFiles` that exists.
  ///
  /// - Throws: An error if a file cannot be read, is invalid or is not trusted. A missing file is not an error.
  package static func read(in folders: XDGFolders) throws(LibraryFileError) -> Configuration {
    for path in folders.configurationFiles {
      guard let text = try text(at: path) else { continue }
      let settings: Settings
      do {
        settings = try readConfiguration(text)
      } catch {
        throw .invalid(path: path, error)
      }
      return Configuration(
        settings: settings, path: path,
        defaultPlanLine: settings.defaultPlan.flatMap { _ in line(of: .defaultPlan, in: text) })
    }
    return Configuration()
  }

  /// The text of a file; nil if the file does not exist.
  private static func text(at path: String) throws(LibraryFileError) -> String? {
    do {
      return try TextFile.read(path, requireTrusted: true)
    } catch {
      guard error.isMissing else { throw .unreadable(error) }
      return nil
    }
  }

  private static func line(of name: SettingName, in text: String) -> Int? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.firstIndex { $0.split(whereSeparator: \.isWhitespace).first == name.rawValue[...] }.map { $0 + 1 }
  }
}

/// Paths of plans, settings and history in the folders of the user and of the system.
extension XDGFolders {
  /// Paths of configuration files; only the first file that exists is read.
  package var configurationFiles: [String] {
    ([configHome] + configDirs).map { "\($0)/intervald/intervald.conf" }
  }

  /// Folders of plans; if several folders contain a plan of the same name, the plan in the first folder is used.
  package var planFolders: [String] {
    ([configHome] + dataFolders).map { "\($0)/intervald/plans" }
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
  /// A plan is beside a program of the same name, so the name is ambiguous.
  case planAndProgram(path: String, program: String)

  package var path: String {
    switch self {
    case .unreadable(let error): error.path
    case .invalid(let path, _), .planAndProgram(let path, _): path
    }
  }
}
