import Dates
import FoundationEssentials
import Text
import UserFiles
import WorkoutFiles
import WorkoutReports

/// The file or the folder to which activities are exported.
struct ActivityTarget: Equatable {
  let format: ActivityFormat
  private let path: String
  let isFolder: Bool

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
    var isDirectory = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
    isFolder = path.hasSuffix("/") || exists && isDirectory
    guard isFolder || workouts == 1 && !isSince else { throw .severalWorkoutsInFile(path) }
    guard !isFolder || isDirectory else {
      var file = path
      while file.hasSuffix("/") { file.removeLast() }
      throw SystemCalls.canAccess(file) ? .notAFolder(path) : .missingFolder(path)
    }
    if let slash = path.lastIndex(of: "/"), !isFolder, slash != path.startIndex, !Folder.exists(String(path[..<slash]))
    {
      throw .missingFolder(String(path[..<slash]))
    }
    if isFolder || OutputFile.isStandardOutput(path) {
      self.format = format ?? .fit
    } else {
      guard let known = format ?? ActivityFormat(path: path) else { throw .unknownActivityType(path) }
      self.format = known
    }
  }

  var isStandardOutput: Bool { !isFolder && OutputFile.isStandardOutput(path) }

  /// Returns the paths of files with these names, which become unique.
  func paths(of names: [String]) -> [String] {
    guard isFolder else { return names.map { _ in path } }
    var used: Set<String> = []
    return names.map { name in
      var (unique, number) = (name, 1)
      while !used.insert(unique).inserted {
        number += 1
        unique = "\(name)-\(number)"
      }
      return "\(path)\(path.hasSuffix("/") ? "" : "/")\(unique).\(format.rawValue)"
    }
  }

  /// Makes the name of a file, without its extension, from the local start and the title: `2026-11-27-0630-tempo`.
  static func name(of summary: Report.Summary, started: LocalTime) -> String {
    let title = (summary.title ?? summary.planName ?? "").lowercased()
    let words = title.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    let time = "\(started.day.iso)-\(twoDigits(started.hour))\(twoDigits(started.minute))"
    var name = time + (words.isEmpty ? "" : "-")
    for character in words {
      // A name has at most 255 bytes, which include a number and the extension.
      guard name.utf8.count + character.utf8.count <= 100 else { break }
      name.append(character)
    }
    return name
  }
}
