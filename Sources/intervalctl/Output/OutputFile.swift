import WorkoutSettings

/// A file that a result is written to, in place of one that is there.
enum OutputFile {
  /// Writes it whole, or not at all.
  ///
  /// - Throws: For a place where it cannot be, as `ResultPlace` says; `option` is what was to be given for standard
  ///   output.
  static func write(_ bytes: [UInt8], to path: String, option: String) throws(Failure) {
    let place = try ResultPlace(path, hint: "for standard output: \(option)")
    let file = try place.file()
    do {
      try file.write(bytes)
      try file.commit()
    } catch {
      throw place.failure(error)
    }
  }
}
