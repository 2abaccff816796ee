/// The error for an event that did not occur within a time limit.
package struct TimedOut: Error, CustomStringConvertible {
  /// Description of the event.
  package let what: String
  package let limit: Duration

  package var description: String {
    "\(what): not within \(limit)"
  }
}

/// Time limit for an event or a program that a test waits for.
///
/// The limit only ends tests that hang, so it is long enough for a machine under full load.
package let generousLimit: Duration = .seconds(180)

/// Upper bound for a call that must not wait for a service that hangs.
///
/// A call that waits exceeds this bound, because the libraries wait at least 25 s for a service. A call that does not
/// wait takes less time even on a machine under full load.
package let promptLimit: Duration = .seconds(20)

/// Runs an operation, and cancels it at a time limit.
///
/// - Throws: `TimedOut`, or the error of the operation.
package func withTimeLimit<Value: Sendable>(
  _ event: String, limit: Duration = generousLimit, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask { try await body() }
    group.addTask {
      try await Task.sleep(for: limit)
      return nil
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() ?? nil else { throw TimedOut(what: event, limit: limit) }
    return value
  }
}
