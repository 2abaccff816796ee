import FoundationEssentials

/// Size of the fault tests: a few seconds for each test, or minutes with `INTERVALD_FAULTS=full .ci/test faults`.
enum FaultSize {
  static let isFull = ProcessInfo.processInfo.environment["INTERVALD_FAULTS"] == "full"

  static func of<Value>(_ small: Value, full: Value) -> Value { isFull ? full : small }
}
