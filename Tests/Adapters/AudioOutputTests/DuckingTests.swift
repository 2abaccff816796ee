import AudioOutput
import Concurrency
import Glibc
import TestSupport
import TestTraits
import Testing
import ToneSynthesis
import UserFiles

/// The volume of music during cues, on real sound servers.
@Suite(.ownProcess, .serialized, .timeLimit(.minutes(3))) struct DuckingTests {
  private static let twelve = Lowering(decibels: 12, includesSounds: false)

  @Test(arguments: SoundServer.Kind.allCases)
  func `music is lowered when lower returns, and has its volume again after restore`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.mixer.prepare(Self.twelve)
        scenario.mixer.lower(for: .sound, within: generousLimit)
        #expect(try await scenario.volume == 65_536)
        for _ in 0..<2 {
          scenario.mixer.lower(for: .speech, within: generousLimit)
          // 12 dB is a factor of 10^(-12/60) on the cubic scale of volumes.
          #expect(try await abs(scenario.volume - 41_350) <= 300)
          scenario.mixer.restore(after: .speech)
          try await scenario.wait(for: 65_536)
        }
        #expect(!SystemCalls.canAccess(scenario.path))
      }
    }
  }

  @Test(arguments: SoundServer.Kind.allCases)
  func `a volume that the user changes during a cue is kept`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.mixer.prepare(Lowering(decibels: 12, includesSounds: true))
        scenario.mixer.lower(for: .sound, within: generousLimit)
        try await scenario.setVolume("50%")
        try await scenario.wait(for: 32_768)
        scenario.mixer.restore(after: .sound)
        await scenario.mixer.shutDown(within: generousLimit)
        #expect(try await abs(scenario.volume - 32_768) <= 300)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.allCases)
  func `after a crash during a cue, the next process restores the volume`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.mixer.prepare(Self.twelve)
        scenario.mixer.lower(for: .speech, within: generousLimit)
        let copy = try TextFile.read(scenario.path)
        await scenario.mixer.shutDown(within: generousLimit)
        try await scenario.wait(for: 65_536)
        // A killed process leaves the volume and the file.
        try await scenario.setVolume("41350")
        try AtomicFile.write(copy, to: scenario.path)
        let next = PulseSoundMixer(applicationName: "intervald", recordPath: scenario.path)
        try await scenario.wait(for: 65_536)
        await next.shutDown(within: generousLimit)
        #expect(!SystemCalls.canAccess(scenario.path))
      }
    }
  }

  @Test(arguments: SoundServer.Kind.allCases)
  func `a stream that begins during a cue is lowered, and the next stream of an ended one is restored`(
    kind: SoundServer.Kind
  ) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.mixer.prepare(Self.twelve)
        scenario.mixer.lower(for: .speech, within: generousLimit)
        try await scenario.stopMusic()
        try await scenario.startMusic()
        try await scenario.wait(for: 41_350)
        try await scenario.stopMusic()
        scenario.mixer.restore(after: .speech)
        try await scenario.startMusic()
        try await scenario.wait(for: 65_536)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.allCases)
  func `after a restart of the sound server during a cue, the volume is restored`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.mixer.prepare(Self.twelve)
        scenario.mixer.lower(for: .speech, within: generousLimit)
        // PipeWire's session manager saves volumes after a second.
        try await Task.sleep(for: .seconds(kind == .pipeWire ? 1.5 : 0))
        try await scenario.restartServer()
        scenario.mixer.restore(after: .speech)
        try await scenario.startMusic()
        try await scenario.wait(for: 65_536)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.allCases, [CuePart.speech, .sound])
  func `music is 10 dB lower before a cue begins, and has its level again half a second after the cue`(
    kind: SoundServer.Kind, part: CuePart
  ) async {
    await #expect(processExitsWith: .success) { [kind, part] in
      await DuckingScenario.run(kind) { scenario in
        let desktop = scenario.desktop
        _ = try await SpeechServer.start(on: desktop)
        let path = desktop.folder.path(of: "recording")
        let recorder = try await scenario.server.record(on: desktop, to: path)
        scenario.mixer.prepare(Lowering(decibels: 12, includesSounds: true))
        let speaker = SpeechDispatcherSpeaker(applicationName: "intervald", mixer: scenario.mixer)
        let folder = SoundFolder(
          path: desktop.folder.path(of: SoundScenario.soundFolder),
          folders: XDGFolders(environment: desktop.environment))
        let player = CanberraPlayer(
          applicationName: "intervald", desktopEntry: "intervald", folder: folder, mixer: scenario.mixer)
        switch part {
        case .speech:
          speaker.prepare(VoiceSettings(volume: 50))
          #expect(await speaker.availability(within: generousLimit) != nil)
          speaker.say("Run thirty seconds")
        case .sound:
          player.prepare([.own(.finish)], volume: 100)
          #expect(await player.availability(within: generousLimit) != nil)
          let due = ContinuousClock.now + .seconds(1)
          player.expectSound(in: .seconds(1))
          try await Task.sleep(until: due)
          player.play(.own(.finish), fallback: nil)
        }
        try await scenario.wait(for: 41_350)
        try await scenario.wait(for: 65_536)
        // The recording has two more seconds of the music.
        try await Task.sleep(for: .seconds(2))
        try await scenario.server.process.killAndWait()
        try await recorder.end()
        let script = "\(packageRoot)/Tests/foreign/ducking.py"
        let analysis = try await Invocation.run("python3", [script, path, "10", "500"], within: .seconds(60))
        #expect(analysis.status == 0, "\(analysis.output)\(analysis.errors)")
      }
    }
  }
}

/// A sound server with music: a tone of 300 Hz, at a level that leaves room for speech.
private final class DuckingScenario: Sendable {
  let desktop: Desktop
  let mixer: PulseSoundMixer
  let path: String
  private let kind: SoundServer.Kind
  private let servers = Recording<SoundServer>()
  private let music = Recording<TestProcess>()

  private init(_ kind: SoundServer.Kind, on desktop: Desktop) {
    self.kind = kind
    self.desktop = desktop
    path = desktop.folder.path(of: "run/lowered")
    mixer = PulseSoundMixer(applicationName: "intervald", recordPath: path)
  }

  var server: SoundServer { servers.elements[servers.count - 1] }

  static func run(
    _ kind: SoundServer.Kind, _ body: @escaping @Sendable (DuckingScenario) async throws -> Void
  ) async {
    do {
      try await Desktop.with { desktop in
        desktop.adopt()
        let scenario = DuckingScenario(kind, on: desktop)
        scenario.servers.append(try await SoundServer.start(kind, on: desktop))
        try await desktop.run(
          "sox",
          [
            "-n", "-r", "44100", "-b", "16", "-c", "2", desktop.folder.path(of: "music.wav"), "synth", "60",
            "sine", "300", "vol", "0.1",
          ])
        try await scenario.startMusic()
        try await body(scenario)
        await scenario.mixer.shutDown(within: .seconds(1))
      }
    } catch {
      Issue.record("\(error)")
    }
  }

  /// Starts the music, and returns when the server has its stream.
  func startMusic() async throws {
    music.append(
      try await desktop.processes.start(
        "paplay", ["--client-name=music", desktop.folder.path(of: "music.wav")], environment: desktop.environment))
    try await desktop.run("sh", ["-c", "until pactl list short sink-inputs | grep .; do sleep 0.02; done"])
  }

  func stopMusic() async throws {
    try await music.elements[music.count - 1].killAndWait()
    try await desktop.run("sh", ["-c", "while pactl list short sink-inputs | grep .; do sleep 0.02; done"])
  }

  func restartServer() async throws {
    let music = music.elements[music.count - 1]
    try await server.process.killAndWait()
    try? await music.killAndWait()
    switch kind {
    case .pulseAudio: servers.append(try await SoundServer.start(kind, on: desktop))
    case .pipeWire: servers.append(try await SoundServer.startPipeWirePulse(on: desktop))
    }
  }

  /// The volume of the music, where 65536 is 100 %.
  var volume: Int {
    get async throws {
      let lines = try await desktop.run("sh", ["-c", "LANG=C pactl list sink-inputs"])
      let line = lines.first { $0.contains("Volume: ") } ?? ""
      return line.split(separator: " ").compactMap { Int($0) }.first ?? -1
    }
  }

  func setVolume(_ text: String) async throws {
    let script = "pactl set-sink-input-volume $(pactl list short sink-inputs | cut -f 1 | head -n 1) \(text)"
    try await desktop.run("sh", ["-c", script])
  }

  /// Waits until the music has a volume.
  func wait(for wanted: Int) async throws {
    let start = ContinuousClock.now
    while try await abs(volume - wanted) > 300 {
      guard ContinuousClock.now - start < generousLimit else {
        let volume = try await volume
        throw WrongVolume(volume: volume, wanted: wanted)
      }
    }
  }

  struct WrongVolume: Error {
    let volume: Int
    let wanted: Int
  }
}
