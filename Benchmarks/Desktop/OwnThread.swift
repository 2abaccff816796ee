import Dispatch

/// Runs a body with blocking system calls in its own thread, so that it does not block tasks.
///
/// A serial queue gets a thread at once.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "org.intervald.benchmark").async { continuation.resume(with: Result(catching: body)) }
  }
}
