package import UserFiles
package import Varlink
import WorkoutReports

/// The interface `org.intervald.Workout`, as described in `org.intervald.Workout.varlink`.
package enum WorkoutInterface {
  /// The description that clients receive.
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
    case listSensors = "ListSensors"
    case pairSensor = "PairSensor"
    case forgetSensor = "ForgetSensor"
    case testSensor = "TestSensor"

    /// The full name of the method, as in calls: the name of the interface, a dot, and the name of the method.
    var fullName: String { "org.intervald.Workout.\(rawValue)" }

    /// Whether the method changes nothing, so that a call may be repeated even if the daemon has read it.
    var changesNothing: Bool {
      switch self {
      case .getStatus, .watch, .listPlans, .diagnose, .listSensors, .testSensor: true
      case .start, .startNamed, .stop, .pause, .resume, .toggle, .next, .previous, .extend, .correct, .reload, .testCue,
        .pairSensor, .forgetSensor:
        false
      }
    }
  }
}

/// The parameters of the methods, and the results for which `Report` has no type.
extension WorkoutInterface {
  struct StartParameters: Codable, Equatable {
    var plan: String
    var planName: String?
    var replace: Bool?
    var session: Report.Session?
  }

  struct StartNamedParameters: Codable, Equatable {
    var name: String?
    var replace: Bool?
    var session: String?
  }

  struct NextParameters: Codable, Equatable {
    var out: Bool?
  }

  struct ExtendParameters: Codable, Equatable {
    var byMs: Int
  }

  struct CorrectParameters: Codable, Equatable {
    var distanceM: Double
  }

  struct TestCueParameters: Codable, Equatable {
    var cue: String
    var channels: [String]?
  }

  struct ListSensorsParameters: Codable, Equatable {
    var searchMs: Int?
  }

  /// The parameters of the methods that use one sensor.
  struct SensorParameters: Codable, Equatable {
    var name: String
  }

  /// The empty parameters or results of a method.
  struct Nothing: Codable, Equatable {}

  /// The results of the methods that return a status, and the parameters of `AlreadyRunning`.
  struct StatusResult: Codable, Equatable {
    var status: Report.Status
  }

  /// The results of `Stop`.
  struct SummaryResult: Codable, Equatable {
    var summary: Report.Summary
  }

  /// The results of each reply to `Watch`.
  struct EventResult: Codable, Equatable {
    var event: Report.Event
  }

  /// The results of `Reload`; an earlier version of the daemon sends no warnings.
  struct ReloadResult: Codable, Equatable {
    var warnings: [String]?
  }

  /// The results of `ListPlans`.
  struct PlansResult: Codable, Equatable {
    var plans: [Report.Plan]
  }

  /// The results of `Diagnose`.
  struct DiagnosisResult: Codable, Equatable {
    var findings: [Report.Finding]
  }

  /// The results of `ListSensors`.
  struct SensorsResult: Codable, Equatable {
    var sensors: [Report.Sensor]
  }

  /// The results of `PairSensor` and `ForgetSensor`.
  struct SensorResult: Codable, Equatable {
    var sensor: Report.Sensor
  }

  /// The results of each reply to `TestSensor`.
  struct SensorValuesResult: Codable, Equatable {
    var values: Report.SensorValues
  }
}

/// The path of the daemon's control socket: `$XDG_RUNTIME_DIR/intervald/control.sock`.
package struct ControlSocket: Equatable, Sendable {
  /// The folder that contains the socket; the daemon creates this folder.
  package let folder: String

  package var path: String { folder + "/control.sock" }

  /// Whether a daemon has started or ended here within the limit.
  ///
  /// The lock file remains until the end of the session. A daemon that ends removes its socket, and a daemon that starts
  /// creates the socket.
  func hasChanged(within limit: Duration) -> Bool {
    SystemCalls.canAccess("\(folder)/lock") && Folder.hasChanged(folder, within: limit)
  }

  /// Determines the path from environment variables.
  package init(environment: [String: String]) throws(XDGFolders.RuntimeError) {
    folder = try XDGFolders(environment: environment).runtimePath("intervald")
  }
}
