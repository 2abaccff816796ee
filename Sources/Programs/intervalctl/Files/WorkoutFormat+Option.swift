import ArgumentParser
import WorkoutFiles

extension WorkoutFormat: ExpressibleByArgument {
  /// Its name, in letters of any case.
  package init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}
