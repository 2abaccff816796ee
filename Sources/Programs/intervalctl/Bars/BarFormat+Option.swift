import WorkoutViews

extension BarFormat {
  /// Reads the value of an option.
  init(option name: String, _ value: String) throws(Failure) {
    do {
      try self.init(parsing: value)
    } catch {
      throw .invalidFormat(name, value, error)
    }
  }
}
