/// The description of an error for users, without a full stop.
extension SensorError {
  package var words: String {
    switch self {
    case .noService(let reason): Self.join("the Bluetooth service is not running", reason)
    case .notResponding: "the Bluetooth service does not respond"
    case .noAdapter: "this computer has no Bluetooth adapter"
    case .adapterOff: "the Bluetooth adapter is switched off"
    case .refused(let reason): Self.join("the Bluetooth service refuses access", reason)
    case .serviceError(let reason): Self.join("the Bluetooth service reports an error", reason)
    case .unknownSensor(let name, _): "no sensor '\(name)' is nearby or paired"
    case .ambiguous(let name, _): "several sensors have the name '\(name)'"
    case .notASensor(let name): "'\(name)' is not a foot pod, treadmill or heart-rate sensor"
    case .failed(let name, let reason): Self.join("'\(name)' does not accept the connection", reason)
    case .notPaired(let kind): "no \(kind.words) is paired"
    }
  }

  private static func join(_ message: String, _ reason: String) -> String {
    reason.isEmpty ? message : "\(message): \(reason)"
  }
}

extension SensorKind {
  /// The name of the kind in a sentence.
  package var words: String {
    switch self {
    case .footPod: "foot pod"
    case .treadmill: "treadmill"
    case .heartRate: "heart-rate sensor"
    }
  }
}
