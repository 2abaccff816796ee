import Dispatch

/// Gives what waits in system calls a thread, so that no task has to wait for that: a serial queue gets one at once.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue(label: "org.intervald.benchmark").async { continuation.resume(with: Result(catching: body)) }
  }
}
