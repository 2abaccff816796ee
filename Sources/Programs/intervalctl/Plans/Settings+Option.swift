import PlanNotation
import WorkoutModel

extension Settings {
  /// Reads the value of an option as that of the setting which it stands for; `prefix` is the setting's beginning.
  ///
  /// An equals sign in the value does for a space.
  init(option name: String, _ value: String, prefix: String) throws(Failure) {
    do {
      self = try readConfiguration(prefix + String(value.map { $0 == "=" ? " " : $0 }))
    } catch {
      throw .invalidArgument(name, value, error, prefix: prefix)
    }
  }
}
