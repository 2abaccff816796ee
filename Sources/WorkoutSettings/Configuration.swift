import Glibc
import PlanNotation
package import WorkoutModel

/// The settings of a person, or of the machine.
package struct Configuration: Equatable, Sendable {
  package var settings: Settings
  /// The file they come from; nil where there is none and the defaults hold.
  package var path: String?

  package init(settings: Settings = Settings(), path: String? = nil) {
    self.settings = settings
    self.path = path
  }

  /// Reads the first of `folders.configurationFiles` that exists.
  ///
  /// - Throws: for a file that is there and cannot be read, is wrong, or can be written to by others; not for none at
  ///   all.
  package static func read(in folders: Folders) throws(SettingsFileError) -> Configuration {
    for path in folders.configurationFiles {
      do {
        return Configuration(settings: try settings(in: TextFile.read(path, isObeyed: true), at: path), path: path)
      } catch {
        guard error.isMissing else { throw error }
      }
    }
    return Configuration()
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
