/// The error of something that did not come in time.
package struct TimedOut: Error, CustomStringConvertible {
  /// What was waited for.
  package let what: String
  package let limit: Duration

  package var description: String {
    "\(what): not within \(limit)"
  }
}

/// How long tests wait for what should take milliseconds: long enough for the busiest machine.
package let generousLimit: Duration = .seconds(60)

/// Waits for what a closure waits for, and cancels it after a limit.
///
/// - Throws: `TimedOut`, or what the closure throws.
package func withTimeLimit<Value: Sendable>(
  _ what: String, limit: Duration = generousLimit, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() ?? nil else { throw TimedOut(what: what, limit: limit) }
    return value
  }
}
