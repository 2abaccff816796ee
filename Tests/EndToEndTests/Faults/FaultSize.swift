import FoundationEssentials

/// How large fault tests are: seconds within the other tests, full size by `.ci/faults`.
enum FaultSize {
  static let isFull = ProcessInfo.processInfo.environment["INTERVALD_FAULTS"] == "full"

  static func of<Value>(_ small: Value, full: Value) -> Value { isFull ? full : small }
}
