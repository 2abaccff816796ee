import ArgumentParser
import WorkoutFiles

extension WorkoutFormat: ExpressibleByArgument {
  /// Its name, in letters of any case.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension WorkoutFormat {
  /// The format of a file: the one that was named, or else the one that its name ends with.
  ///
  /// - Parameters:
  ///   - path: the file's; `-` is a standard stream.
  ///   - named: what was given as `--format`.
  /// - Throws: `Failure` where neither tells.
  init(of path: String, named: WorkoutFormat?) throws(Failure) {
    guard let format = named ?? WorkoutFormat(path: path) else { throw .unknownFormat(path) }
    self = format
  }
}
