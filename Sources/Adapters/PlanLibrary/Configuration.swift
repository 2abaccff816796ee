import Glibc
import PlanNotation
package import WorkoutModel

/// The settings of a person, or of the machine.
package struct Configuration: Equatable, Sendable {
  package var settings: Settings
  /// The file they come from; nil where there is none and the defaults hold.
  package var path: String?
  /// The line of the file, counted from 1, that names the default plan; nil where none does.
  package var defaultPlanLine: Int?

  package init(settings: Settings = Settings(), path: String? = nil, defaultPlanLine: Int? = nil) {
    self.settings = settings
    self.path = path
    self.defaultPlanLine = defaultPlanLine
  }

  /// Reads the first of `folders.configurationFiles` that exists.
  ///
  /// - Throws: for a file that is there and cannot be read, is wrong, or can be written to by others; not for none at
  ///   all.
  package static func read(in folders: Folders) throws(SettingsFileError) -> Configuration {
    for path in folders.configurationFiles {
      do {
        let text = try TextFile.read(path, isObeyed: true)
        let settings = try settings(in: text, at: path)
        return Configuration(
          settings: settings, path: path,
          defaultPlanLine: settings.defaultPlan.flatMap { _ in line(of: .defaultPlan, in: text) })
      } catch {
        guard error.isMissing else { throw error }
      }
    }
    return Configuration()
  }

  private static func line(of name: SettingName, in text: String) -> Int? {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.firstIndex { $0.split(whereSeparator: \.isWhitespace).first == name.rawValue[...] }.map { $0 + 1 }
  }

  private static func settings(in text: String, at path: String) throws(SettingsFileError) -> Settings {
    do {
      return try readConfiguration(text)
    } catch {
      throw SettingsFileError(path: path, reason: .notation(error))
    }
  }
}

extension SettingsFileError {
  /// Whether there is no such file.
  package var isMissing: Bool {
    reason == .system(ENOENT) || reason == .system(ENOTDIR)
  }
}
