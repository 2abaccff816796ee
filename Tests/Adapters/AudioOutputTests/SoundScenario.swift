import AudioOutput
import TestSupport
import Testing

/// A real player on a desktop of its own, with all that it tells.
///
/// The sound libraries read the environment once: each scenario is the only one of its process, the body of an exit
/// test.
struct SoundScenario: Sendable {
  let desktop: Desktop
  let player = CanberraPlayer(applicationName: "intervald", desktopEntry: "intervald")
  let events = Recording<SoundEvent>()

  static let output = SoundOutput(name: "libcanberra")

  /// Runs a scenario that begins without a sound server, and without any call of the player.
  ///
  /// An error is recorded here, as the parent of an exit test would not learn which it was.
  static func run(_ body: @escaping @Sendable (SoundScenario) async throws -> Void) async {
    do {
      try await Desktop.with { desktop in
        desktop.adopt()
        let scenario = SoundScenario(desktop: desktop)
        try await withThrowingTaskGroup { group in
          group.addTask {
            for await event in scenario.player.events { scenario.events.append(event) }
            scenario.events.finish()
          }
          group.addTask {
            do {
              try await body(scenario)
            } catch {
              Issue.record("\(error)")
            }
            await scenario.player.shutDown(within: .seconds(1))
          }
          try await group.waitForAll()
        }
      }
    } catch {
      Issue.record("\(error)")
    }
  }
}
