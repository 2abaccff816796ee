/// Checks whether buses answer, without blocking.
package actor BusProbe {
  private nonisolated let thread: GLibThread
  private var runningChecks = 0

  /// The maximum number of simultaneous checks, so that they do not accumulate for a bus that hangs; further checks
  /// report that the bus does not respond.
  private static let maxChecks = 8

  package init(on thread: GLibThread = .shared) {
    self.thread = thread
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  /// Connects to a bus, which greets the connection; returns the failure, or nil if the bus answers.
  package func check(_ address: String, within limit: Duration) async -> BusError? {
    guard runningChecks < Self.maxChecks else { return BusError(.notResponding) }
    runningChecks += 1
    defer { runningChecks -= 1 }
    do throws(BusError) {
      _ = try await BusConnection.open(address, on: thread, within: limit)
      return nil
    } catch {
      return error
    }
  }
}
