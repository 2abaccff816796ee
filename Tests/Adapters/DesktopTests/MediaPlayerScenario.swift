import Desktop
import TestSupport
import TestTraits
import Testing

/// A real media player on its own desktop, with the commands that the player receives.
///
/// GLib reads the environment once, so each scenario runs in its own process, as the body of an exit test.
struct MediaPlayerScenario: Sendable {
  static let name = "org.mpris.MediaPlayer2.intervald"
  static let path = "/org/mpris/MediaPlayer2"

  let desktop: Desktop
  let player: SessionBusMediaPlayer
  let commands = Recording<MediaCommand>()

  /// Runs a scenario; at its beginning, a bus is running, and the player has not been called.
  static func run(_ body: @escaping @Sendable (MediaPlayerScenario) async throws -> Void) async {
    await Desktop.runScenario(
      recording: \.commands, events: \.player.commands, shutDown: { await $0.player.shutDown(within: .seconds(1)) },
      make: { desktop in
        MediaPlayerScenario(
          desktop: desktop,
          player: SessionBusMediaPlayer(
            identity: "Interval timer", busName: "intervald", desktopEntry: "intervald", sessionBus: desktop.busAddress)
        )
      }, body: body)
  }

  /// Shows a state, and returns when the state is visible.
  func show(_ state: MediaState) async {
    player.show(state)
    #expect(await player.check(within: generousLimit) == nil)
  }

  /// Runs `playerctl`, and returns its output.
  func playerctl(_ arguments: String...) async throws -> String {
    let result = try await Invocation.run("playerctl", ["--player=intervald"] + arguments)
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    return result.answer
  }

  /// Runs `busctl` on the player's object, and returns its output.
  func busctl(_ verb: String, _ arguments: String...) async throws -> String {
    let result = try await Invocation.run("busctl", ["--user", verb, Self.name, Self.path] + arguments)
    #expect(result.status == 0, "\(verb) \(arguments): \(result.errors)")
    return result.answer
  }

  /// Calls a method of the player's object with `gdbus`, and returns the result or the error message.
  func call(_ method: String, _ arguments: String...) async throws -> String {
    let result = try await Invocation.run(
      "gdbus", ["call", "--session", "--dest", Self.name, "--object-path", Self.path, "--method", method] + arguments)
    return result.status == 0 ? result.answer : result.errors
  }

  /// Returns the player's signals up to the signal `last`: the changed properties, or `Seeked` and the position.
  func signals(until last: String) async throws -> [String] {
    _ = try await desktop.monitor.first(last) { Self.signal($0) == last }
    return desktop.monitor.messages.compactMap(Self.signal)
  }

  private static func signal(_ message: BusMessage) -> String? {
    guard message.kind == .signal, let first = message.arguments.first else { return nil }
    switch message.member {
    case "PropertiesChanged" where first.string == "org.mpris.MediaPlayer2.Player":
      guard case .dictionary(let changed)? = message.arguments.dropFirst().first else { return nil }
      return changed.keys.sorted().joined(separator: " ")
    case "Seeked":
      return first.integer.map { "Seeked \($0)" }
    default:
      return nil
    }
  }

  /// Returns whether a program owns the player's name.
  func hasOwner() async throws -> Bool {
    let lines = try await desktop.run(
      "busctl",
      [
        "--user", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "NameHasOwner", "s", Self.name,
      ])
    return lines == ["b true"]
  }
}

extension MediaState {
  /// An interval in the middle of a workout.
  static let run = MediaState(
    trackID: "7", title: "Run 30 s", artist: "Round 3 of 8", album: "Tabata", length: .seconds(30),
    position: .seconds(5), artURL: "file:///run.svg")

  func with(_ change: (inout MediaState) -> Void) -> MediaState {
    var state = self
    change(&state)
    return state
  }
}
