import Concurrency

/// Checks whether buses answer, without blocking.
package actor BusProbe {
  private nonisolated let thread: GLibThread
  /// The limit on simultaneous checks; a further check reports that the bus does not respond.
  private let checks = RequestLimit()

  package init(on thread: GLibThread = .shared) {
    self.thread = thread
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  /// Connects to a bus and waits for the greeting of the bus; returns the failure, or nil if the bus answers.
  package func check(_ address: String, within limit: Duration) async -> BusError? {
    guard checks.begin() else { return BusError(.notResponding) }
    defer { checks.end() }
    do throws(BusError) {
      _ = try await BusConnection.open(address, on: thread, within: limit)
      return nil
    } catch {
      return error
    }
  }
}
