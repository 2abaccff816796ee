import FoundationEssentials

/// How large fault tests are: seconds in `make verify`, full size by `INTERVALD_FAULTS=full .ci/test faults`.
enum FaultSize {
  static let isFull = ProcessInfo.processInfo.environment["INTERVALD_FAULTS"] == "full"

  static func of<Value>(_ small: Value, full: Value) -> Value { isFull ? full : small }
}
