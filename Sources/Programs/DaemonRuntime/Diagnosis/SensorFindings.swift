import Sensors
import Text
import WorkoutReports

/// Hints for sensors and the Bluetooth service.
extension Hints {
  /// The hints for an error, the most useful first.
  func forSensors(_ error: SensorError) -> [String] {
    switch error {
    case .noService:
      [
        "start it: \(hasSystemManager ? "sudo systemctl start bluetooth" : "sudo service bluetooth start")",
        "if it is not installed: sudo apt install bluez",
      ]
    case .notResponding, .serviceError:
      ["restart it: \(hasSystemManager ? "sudo systemctl restart bluetooth" : "sudo service bluetooth restart")"]
    case .noAdapter: ["plug in an adapter for Bluetooth 4.0 or later, then check: bluetoothctl list"]
    case .adapterOff: ["switch it on: bluetoothctl power on", "if that fails: rfkill unblock bluetooth"]
    case .refused: ["join the group bluetooth, and log in again: sudo usermod --append --groups bluetooth $USER"]
    case .unknownSensor(let name, let known):
      [
        nearestWord(to: name, in: known).map { "did you mean '\($0)'?" }
          ?? (known.isEmpty ? nil : "use one of \(known.prefix(Self.maxNames).joined(separator: ", "))"),
        Self.wakeSensor,
      ].compactMap(\.self)
    case .ambiguous(_, let addresses):
      ["use the address: \(addresses.prefix(Self.maxNames).joined(separator: " or "))"]
    case .notASensor: ["list the sensors: intervalctl sensors"]
    case .failed: [Self.wakeSensor]
    case .notPaired: ["find its name with 'intervalctl sensors', then: intervalctl sensors pair NAME"]
    }
  }

  /// The hint if a sensor is not found, or does not accept a connection.
  static let wakeSensor =
    "move the sensor to wake it, and end its connection to a watch, a phone or another computer"

  /// The maximum number of names in a hint.
  private static let maxNames = 5
}

extension Report.Finding {
  /// The finding about the sensors that the settings require.
  static func sensors(
    _ result: Result<[Sensor], SensorError>, requiring kinds: Set<SensorKind>, _ hints: Hints
  ) -> Self {
    do throws(SensorError) {
      let paired = try result.get().filter(\.isPaired)
      if let missing = SensorKind.allCases.first(where: { kind in
        kinds.contains(kind) && !paired.contains { $0.kinds.contains(kind) }
      }) {
        throw SensorError.notPaired(missing)
      }
      let used = paired.filter { !$0.kinds.isDisjoint(with: kinds) }
      return Self("sensors", .ok, "paired: \(used.map(\.name).joined(separator: ", "))")
    } catch {
      return Self("sensors", .fault, error.words, remedy: hints.forSensors(error).first)
    }
  }
}
