/// How a service's program ended.
package enum UnitEnding: Equatable, Sendable {
  case exited(CInt)
  case signalled(CInt)
  /// It ran longer than it may.
  case timedOut
  /// The manager could not run it; its word for why, such as `resources`.
  case failed(String)
}
