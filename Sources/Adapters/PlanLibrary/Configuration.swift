import PlanNotation
package import UserFiles
package import WorkoutModel

/// The settings of a user, or of the machine.
package struct Configuration: Equatable, Sendable {
  package var settings: Settings
  /// The file with the settings; nil if there is none, and the defaults apply.
  package var path: String?
  /// The line of the file, counted from 1, that names the default plan.
  package var defaultPlanLine: Int?

  package init(settings: Settings = Settings(), path: String? = nil, defaultPlanLine: Int? = nil) {
    self.settings = settings
    self.path = path
    self.defaultPlanLine = defaultPlanLine
  }

  /// Reads the first of `folders.configurationFiles` that exists.
  ///
  /// - Throws: For a file that cannot be read, contains a mistake or is not trusted; a missing file is not an error.
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

  /// The text of a file; nil if it does not exist.
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
