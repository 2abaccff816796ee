import FoundationEssentials

/// Size of the fault tests: by default, a few seconds for each test; with `INTERVALD_FAULTS=full`, minutes.
enum FaultSize {
  static let isFull = ProcessInfo.processInfo.environment["INTERVALD_FAULTS"] == "full"

  static func of<Value>(_ small: Value, full: Value) -> Value { isFull ? full : small }
}
