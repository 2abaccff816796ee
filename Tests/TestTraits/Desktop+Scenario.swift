package import TestSupport
import Testing

extension Desktop {
  /// Runs the test of an adapter in a scenario; the body of an exit test calls this function.
  ///
  /// The events of the adapter are recorded, and the adapter is shut down after `body`. Errors are recorded as issues,
  /// because the parent process of an exit test does not receive errors.
  ///
  /// - Parameters:
  ///   - recording: Returns the scenario's recording, which receives the events.
  ///   - events: Returns the events of the scenario's adapter.
  ///   - shutDown: Shuts the scenario's adapter down.
  ///   - make: Creates the scenario on a desktop; the environment of this process contains the desktop's variables.
  ///   - body: The test.
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
