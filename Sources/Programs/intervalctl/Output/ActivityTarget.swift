import Dates
import Text
import UserFiles
import WorkoutFiles
import WorkoutReports

/// The file or the folder to which activities are exported.
struct ActivityTarget: Equatable {
  let format: ActivityFormat
  private let path: String
  private let folder: OutputFolder?

  /// Reads the option `-o`.
  ///
  /// - Parameters:
  ///   - path: a file, a folder, or `-`.
  ///   - format: the value of `--type`.
  ///   - workouts: the number of workouts to export.
  ///   - isSince: whether the workouts are chosen by a day; they then require a folder, even if there is only one.
  /// - Throws: `Failure` for a missing folder, for several workouts in a file, and for a file of an unknown type.
  init(_ path: String, format: ActivityFormat?, workouts: Int, isSince: Bool) throws(Failure) {
    self.path = path
    folder = try OutputFolder(path)
    guard folder != nil || workouts == 1 && !isSince else { throw .severalWorkoutsInFile(path) }
    if let slash = path.lastIndex(of: "/"), folder == nil, slash != path.startIndex,
      !Folder.exists(String(path[..<slash]))
    {
      throw .missingFolder(String(path[..<slash]))
    }
    if folder != nil || OutputFile.isStandardOutput(path) {
      self.format = format ?? .fit
    } else {
      guard let known = format ?? ActivityFormat(path: path) else { throw .unknownActivityType(path) }
      self.format = known
    }
  }

  var isFolder: Bool { folder != nil }

  var isStandardOutput: Bool { !isFolder && OutputFile.isStandardOutput(path) }

  /// Returns the paths of files with these names, which become unique.
  func paths(of names: [String]) -> [String] {
    guard let folder else { return names.map { _ in path } }
    var used: Set<String> = []
    return names.map { name in
      var (unique, number) = (name, 1)
      while !used.insert(unique).inserted {
        number += 1
        unique = "\(name)-\(number)"
      }
      return folder.path(of: "\(unique).\(format.rawValue)")
    }
  }

  /// Makes the name of a file, without its extension, from the local start and the title: `2026-11-27-0630-tempo`.
  static func name(of summary: Report.Summary, started: LocalTime) -> String {
    let time = "\(started.day.iso)-\(twoDigits(started.hour))\(twoDigits(started.minute))"
    return OutputFolder.fileName(time, summary.title ?? summary.planName ?? "")
  }
}
