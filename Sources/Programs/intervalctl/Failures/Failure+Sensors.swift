import ControlInterface

/// The messages for sensors.
extension Failure {
  /// A sensor that the daemon cannot use, or several calls at once.
  static func unavailableSensor(_ sensor: ControlError.SensorUnavailable) -> Failure {
    let status: ExitStatus =
      switch sensor.reason {
      case "unknownSensor", "ambiguous", "notASensor": .noPlan
      case "busy": .refused
      default: .unavailable
      }
    return Failure(status: status, message: sensor.message, hints: sensor.hints)
  }

  /// A sensor that is connected, but sends no values.
  static func silentSensor(_ name: String) -> Failure {
    Failure(status: .unavailable, message: "no values from '\(name)'", hints: silenceHints)
  }

  /// The usual reasons why a sensor is not found, or sends no values.
  static let silenceHints = [
    "many sensors sleep until they move: walk with a foot pod, start the belt, or wear the strap",
    "end the connection of the sensor to a watch, a phone or another computer",
  ]

  static func longSearch(_ text: String) -> Failure {
    Failure(status: .usage, message: "--search: '\(text)' is too long", hints: ["use at most 30s"])
  }

  static func searchOption(with subcommand: String) -> Failure {
    Failure(status: .usage, message: "--search cannot be combined with '\(subcommand)'")
  }
}
