import AudioOutput
import Dispatch
import TestSupport
import TestTraits
import Testing
import ToneSynthesis
import UserFiles

@testable import AudioOutput

/// The level of music before, during and after a cue, recorded from real sound servers.
@Suite(.ownProcess, .serialized, .hangLimit) struct DuckingLevelTests {
  @Test(arguments: SoundServer.Kind.installed, [false, true])
  func `music is 10 dB lower before a cue begins, and has its level again half a second after the cue`(
    kind: SoundServer.Kind, isSpoken: Bool
  ) async {
    await #expect(processExitsWith: .success) { [kind, isSpoken] in
      await DuckingScenario.run(kind) { scenario in
        let desktop = scenario.desktop
        _ = try await SpeechServer.start(on: desktop)
        let path = desktop.folder.path(of: "recording")
        let recorder = try await scenario.server.record(on: desktop, to: path)
        scenario.mixer.prepare(Lowering(decibels: 12, includesSounds: true))
        // On a busy machine, the server may take longer than the words usually wait.
        let speaker = SpeechDispatcherSpeaker(
          applicationName: "intervald", limits: .init(lowering: generousLimit), mixer: scenario.mixer)
        let folder = SoundFolder(
          path: desktop.folder.path(of: SoundScenario.soundFolder),
          folders: XDGFolders(environment: desktop.environment))
        let player = CanberraPlayer(
          applicationName: "intervald", desktopEntry: "intervald", folder: folder, mixer: scenario.mixer)
        if isSpoken {
          speaker.prepare(VoiceSettings(volume: 50))
          #expect(await speaker.availability(within: generousLimit) != nil)
          speaker.say("Run thirty seconds")
        } else {
          player.prepare([.own(.finish)], volume: 100)
          #expect(await player.availability(within: generousLimit) != nil)
          player.expectCue(in: .seconds(1), hasSound: true)
          // A timer plays the sound, as in the daemon.
          DispatchQueue.global().asyncAfter(deadline: .now() + 1) { player.play(.own(.finish), fallback: nil) }
        }
        try await scenario.music.wait(for: Music.lowered)
        try await scenario.music.wait(for: Music.full)
        // Waits until the recording is two seconds longer; a second of the recording has 88200 bytes.
        try await desktop.run(
          "sh",
          [
            "-c",
            "end=$(($(stat -c %s \"$1\") + 176400)); until [ $(stat -c %s \"$1\") -ge $end ]; do sleep 0.1; done",
            "sh", path,
          ])
        try await scenario.server.process.killAndWait()
        try await recorder.end()
        let script = "\(packageRoot)/Tests/foreign/ducking.py"
        let analysis = try await Invocation.run("python3", [script, path, "10", "500"])
        #expect(analysis.status == 0, "\(analysis.output)\(analysis.errors)")
      }
    }
  }
}
