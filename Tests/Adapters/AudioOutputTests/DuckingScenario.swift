import FoundationEssentials
import TestSupport
import Testing

@testable import AudioOutput

/// A sound server with music.
final class DuckingScenario: Sendable {
  let desktop: Desktop
  let mixer: PulseSoundMixer
  let path: String
  let diskPath: String
  private let kind: SoundServer.Kind
  private let role: String?
  private let servers = Recording<SoundServer>()
  private let started = Recording<Music>()
  private let initialSocketCount = DuckingScenario.socketCount

  private init(_ kind: SoundServer.Kind, role: String?, on desktop: Desktop) {
    self.kind = kind
    self.role = role
    self.desktop = desktop
    path = desktop.folder.path(of: "run/lowered")
    diskPath = desktop.folder.path(of: "state/intervald/lowered-streams")
    mixer = PulseSoundMixer(applicationName: "intervald", recordPath: path, diskPath: diskPath)
  }

  var server: SoundServer { servers.elements[servers.count - 1] }
  var music: Music { started.elements[started.count - 1] }

  static func run(
    _ kind: SoundServer.Kind, role: String? = nil, _ body: @escaping @Sendable (DuckingScenario) async throws -> Void
  ) async {
    do {
      try await Desktop.with { desktop in
        desktop.adopt()
        let scenario = DuckingScenario(kind, role: role, on: desktop)
        scenario.servers.append(try await SoundServer.start(kind, on: desktop))
        try await scenario.startMusic()
        try await body(scenario)
        await scenario.mixer.shutDown(within: .seconds(1))
      }
    } catch {
      Issue.record("\(error)")
    }
  }

  func startMusic() async throws { started.append(try await Music.start(role: role, on: desktop)) }

  func restartServer() async throws {
    try await server.process.killAndWait()
    try? await music.process.killAndWait()
    servers.append(try await server.restart(kind, on: desktop))
  }

  /// Begins a workout, and lowers the music by 12 dB for words.
  func lowerForWords() {
    mixer.prepare(Lowering(decibels: 12, includesSounds: false))
    mixer.lower(for: .speech, within: generousLimit)
  }

  /// Ends the workout and its last words, and returns when the mixer has closed its connection.
  func endWorkout() async throws {
    mixer.release()
    mixer.restore(after: .speech)
    try await wait(forConnection: false)
  }

  /// Whether this process has a connection to the sound server: one more socket than at the beginning.
  var hasConnection: Bool { Self.socketCount > initialSocketCount }

  /// Waits until the mixer has opened or closed its connection; the kernel reports no event for this.
  func wait(forConnection isWanted: Bool) async throws {
    try await withTimeLimit("a change of the connection") { [self] in
      while hasConnection != isWanted { try await Task.sleep(for: .milliseconds(10)) }
    }
  }

  private static var socketCount: Int {
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return numbers.count { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
      return target?.hasPrefix("socket:") == true
    }
  }

  /// Waits until the server has saved the volume of music, as the beginning of an amplitude.
  ///
  /// PipeWire's session manager saves volumes after a second. PulseAudio stores volumes at once.
  func waitForSavedVolume(_ amplitude: String = "") async throws {
    guard kind == .pipeWire else { return }
    let folder = desktop.folder.path(of: "state/wireplumber")
    // WirePlumber 0.4 saves a key and a value for each property of a stream, and WirePlumber 0.5 a JSON object. PipeWire
    // changes the role `music` to `Music`.
    let volumes = #"music(:channelVolumes=|=.*"channelVolumes":\[)"#
    let script = "until grep -Eiqs \"$2\" \"$1\"/restore-stream \"$1\"/stream-properties; do sleep 0.1; done"
    try await desktop.run("sh", ["-c", script, "sh", folder, volumes + amplitude])
  }
}
