package import Varlink

/// The interface `org.intervald.Workout`, from the description that is part of this module.
package enum WorkoutInterface {
  /// The description, as clients get it.
  package static let description = InterfaceDescription(
    builtIn: String(decoding: PackageResources.org_intervald_Workout_varlink, as: UTF8.self))

  /// The methods of the interface.
  enum Method: String, CaseIterable {
    case start = "Start"
    case startNamed = "StartNamed"
    case stop = "Stop"
    case pause = "Pause"
    case resume = "Resume"
    case toggle = "Toggle"
    case next = "Next"
    case previous = "Previous"
    case extend = "Extend"
    case correct = "Correct"
    case getStatus = "GetStatus"
    case watch = "Watch"
    case listPlans = "ListPlans"
    case reload = "Reload"
    case testCue = "TestCue"
    case diagnose = "Diagnose"

    /// The name with the interface's, as calls carry it.
    var fullName: String { "org.intervald.Workout.\(rawValue)" }
  }
}
