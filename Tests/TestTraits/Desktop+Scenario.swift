package import TestSupport
import Testing

extension Desktop {
  /// Runs a scenario of a test of an adapter, in a process of its own as the body of an exit test.
  ///
  /// It records the adapter's events, and shuts the adapter down after the body. An error is recorded here, because the
  /// parent of an exit test does not receive it.
  ///
  /// - Parameters:
  ///   - recording: receives the events, until the adapter ends them.
  ///   - events: the stream of events of a scenario's adapter.
  ///   - shutDown: shuts the adapter down.
  ///   - make: makes the scenario on its desktop, which the environment then names.
  ///   - body: the test.
  package static func runScenario<Scenario: Sendable, Event: Sendable>(
    recording: @escaping @Sendable (Scenario) -> Recording<Event>,
    events: @escaping @Sendable (Scenario) -> AsyncStream<Event>,
    shutDown: @escaping @Sendable (Scenario) async -> Void,
    make: @escaping @Sendable (Desktop) async throws -> Scenario,
    body: @escaping @Sendable (Scenario) async throws -> Void
  ) async {
    do {
      try await Desktop.with { desktop in
        desktop.adopt()
        let scenario = try await make(desktop)
        let recording = recording(scenario)
        try await withThrowingTaskGroup { group in
          group.addTask {
            for await event in events(scenario) { recording.append(event) }
            recording.finish()
          }
          group.addTask {
            do {
              try await body(scenario)
            } catch {
              Issue.record(error, "events so far: \(recording.elements)")
            }
            await shutDown(scenario)
          }
          try await group.waitForAll()
        }
      }
    } catch {
      Issue.record("\(error)")
    }
  }
}
