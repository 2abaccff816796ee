import SystemPackage
import UserFiles
import TerminalUI
import Glibc
import PlanLibrary

/// A file that a result is written to.
enum OutputFile {
  /// Whether a path is standard output.
  static func isStandardOutput(_ path: String) -> Bool { path == "-" || path == "/dev/stdout" }

  /// Throws the failure that writing a file would end with, as far as it can be seen before.
  static func check(_ path: String, overwrite: Bool) throws(Failure) {
    guard !isStandardOutput(path) else { return }
    _ = try ResultPlace(path, overwrite: overwrite, canBeStream: true)
  }

  /// Writes a file whole, or not at all; a pipe or a device is written to as it is.
  ///
  /// - Throws: `Failure` for a place where the file cannot be, and for a file that is not to be overwritten;
  ///   `OutputError` of a pipe or a device.
  static func write(_ bytes: [UInt8], to path: String, overwrite: Bool) throws {
    let place = try ResultPlace(path, overwrite: overwrite, canBeStream: true)
    guard !place.isStream else { return try write(bytes, toStream: place) }
    let file = try place.file()
    do {
      try file.write(bytes)
      try file.commit()
    } catch {
      throw place.failure(error)
    }
  }

  /// Opens with open(2), which waits for the reader of a pipe.
  private static func write(_ bytes: [UInt8], toStream place: ResultPlace) throws {
    let file: OpenFile
    do {
      file = try OpenFile(place.absolutePath, .writeOnly, options: .noControllingTerminal)
    } catch {
      throw place.failure(error)
    }
    try TextStream(descriptor: file.descriptor.rawValue, environment: [:]).write(bytes)
    extendLifetime(file)
  }
}
