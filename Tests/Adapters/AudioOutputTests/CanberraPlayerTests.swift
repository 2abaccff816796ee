import Concurrency
import Glibc
import TestSupport
import TestTraits
import Testing
import ToneSynthesis

@testable import AudioOutput

@Suite(.ownProcess, .serialized, .hangLimit) struct CanberraPlayerTests {
  @Test func `each sound reaches the sound server`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        let file = "\(packageRoot)/share/sounds/intervald/stereo/run.wav"
        let sounds = CueSound.allCases.map(SoundSource.own) + [.theme("bell"), .file(file)]
        scenario.player.prepare(Set(sounds), volume: 100)
        #expect(await scenario.player.availability(within: generousLimit) == .available(SoundScenario.output))
        for sound in sounds {
          let mark = server.mark
          scenario.player.play(sound, fallback: nil)
          try await server.sound(sound.eventID(at: .full), from: mark)
        }
        #expect(scenario.events.elements == [.outputAppeared(SoundScenario.output)])
      }
    }
  }

  @Test func `prepared sounds are uploaded before they are played, and the output is woken`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        scenario.player.prepare([.own(.run), .theme("bell")], volume: 50)
        // The player wakes the output with this silent sound before it uploads the prepared sounds.
        try await server.sound("intervald.silence.100")
        #expect(await scenario.player.test(.own(.rest), within: generousLimit) == nil)
        let samples = try await scenario.desktop.run("pactl", ["list", "samples"])
        for sound in [SoundSource.own(.run), .theme("bell")] {
          #expect(samples.contains("\tName: \(sound.eventID(at: Loudness(percent: 50)))"))
        }
        try await server.sound("intervald.rest.50")
        #expect(server.sounds == ["intervald.silence.100", "intervald.rest.50"])
      }
    }
  }

  @Test func `a test plays a sound to its end, or returns why the sound cannot be played`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let player = scenario.player
        #expect(await player.test(.own(.run), within: generousLimit)?.code == .noOutput)
        let server = try await SoundServer.start(on: scenario.desktop)
        for sound in [SoundSource.own(.run), .theme("bell")] {
          #expect(await player.test(sound, within: generousLimit) == nil)
          try await server.sound(sound.eventID(at: .full))
        }
        let folder = scenario.desktop.folder
        let noise = try folder.write("This is not a sound.", to: "noise.wav")
        let failures: [(SoundSource, SoundFailureCode)] = [
          (.theme("nothing"), .noSuchSound), (.file(folder.path(of: "none.wav")), .noSuchSound),
          (.file(noise), .unreadable), (.file(folder.path), .unreadable),
        ]
        for (sound, code) in failures {
          #expect(await player.test(sound, within: generousLimit)?.code == code, "\(sound)")
        }
        server.hang()
        #expect(await player.test(.own(.run), within: .milliseconds(50))?.code == .noAnswer)
        server.resume()
      }
    }
  }

  @Test func `a missing sound server is reported once, and the next workout finds a new server`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        for _ in 0..<2 {
          scenario.player.prepare([.own(.run)], volume: 100)
          scenario.player.play(.own(.run), fallback: nil)
          let availability = await scenario.player.availability(within: generousLimit)
          guard case .unavailable(let failure) = availability else {
            Issue.record("the availability is \(String(describing: availability))")
            return
          }
          #expect(failure.code == .noOutput)
        }

        let server = try await SoundServer.start(on: scenario.desktop)
        scenario.player.prepare([.own(.run)], volume: 100)
        #expect(await scenario.player.availability(within: generousLimit) == .available(SoundScenario.output))
        scenario.player.play(.own(.walk), fallback: nil)
        try await server.sound(SoundSource.own(.walk).eventID(at: .full))
        _ = try await scenario.events.first("the sound server") { $0 == .outputAppeared(SoundScenario.output) }
        #expect(scenario.events.count == 2)
      }
    }
  }

  @Test func `a lost sound server is reported, and the next server plays the sounds of the same workout`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        scenario.player.prepare([.own(.run), .own(.walk)], volume: 100)
        scenario.player.play(.own(.run), fallback: nil)
        try await server.sound(SoundSource.own(.run).eventID(at: .full))
        try await server.process.killAndWait()
        scenario.player.play(.own(.walk), fallback: nil)
        _ = try await scenario.events.first("the loss") { event in
          if case .outputUnavailable = event { true } else { false }
        }

        let next = try await SoundServer.start(on: scenario.desktop)
        let sound = SoundSource.own(.walk).eventID(at: .full)
        // The cues of this workout are half a second apart.
        repeat {
          scenario.player.play(.own(.walk), fallback: nil)
        } while (try? await next.sound(sound, within: .milliseconds(500))) == nil
        _ = try await scenario.events.first("the new server", from: 2) {
          $0 == .outputAppeared(SoundScenario.output)
        }
        #expect(scenario.events.count == 3)
      }
    }
  }

  @Test func `each missing sound is reported once, and its fallback is played`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        let missing: [SoundSource] = [.theme("nothing"), .file("/nowhere/bell.oga")]
        scenario.player.prepare(Set(missing + [.own(.run)]), volume: 100)
        for _ in 0..<2 {
          for sound in missing {
            let mark = server.mark
            scenario.player.play(sound, fallback: .run)
            try await server.sound(SoundSource.own(.run).eventID(at: .full), from: mark)
          }
        }
        let reported = scenario.events.elements.compactMap { event -> SoundSource? in
          guard case .soundUnavailable(let sound, let failure) = event, failure.code == .noSuchSound else { return nil }
          return sound
        }
        #expect(reported.count == 2)
        #expect(Set(reported) == Set(missing))
        #expect(scenario.events.count == 3)
        #expect(await scenario.player.availability(within: generousLimit) == .available(SoundScenario.output))
      }
    }
  }

  @Test func `a sound whose file appears is played, and is reported again when the file is removed`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        let folder = scenario.desktop.folder
        let sound = SoundSource.file(folder.path(of: "own.wav"))
        scenario.player.prepare([sound], volume: 100)
        _ = try await scenario.events.first("the missing sound") {
          if case .soundUnavailable = $0 { true } else { false }
        }
        let file = WaveFile(rate: 44_100, samples: CueSound.rest.samples(rate: 44_100))
        try folder.write(bytes: file.bytes, to: "own.wav")
        scenario.player.play(sound, fallback: nil)
        try await server.sound(sound.eventID(at: .full))
        #expect(unsafe unlink(folder.path(of: "own.wav")) == 0)
        let mark = scenario.events.count
        scenario.player.prepare([sound], volume: 100)
        _ = try await scenario.events.first("the missing sound", from: mark) {
          if case .soundUnavailable = $0 { true } else { false }
        }
      }
    }
  }

  @Test func `a sound server that hangs blocks no caller, and plays the latest sound when it resumes`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        server.hang()
        scenario.player.prepare([.own(.run), .own(.walk)], volume: 100)
        let duration = ContinuousClock().measure {
          for _ in 0..<1000 { scenario.player.play(.own(.run), fallback: nil) }
          scenario.player.play(.own(.walk), fallback: nil)
        }
        #expect(duration < promptLimit)
        #expect(await scenario.player.availability(within: .milliseconds(50)) == nil)
        server.resume()
        try await server.sound(SoundSource.own(.walk).eventID(at: .full))
        #expect(!server.sounds.contains(SoundSource.own(.run).eventID(at: .full)))
      }
    }
  }

  @Test func `a sound that waited too long for a hung server is not played by the next server`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        scenario.player.prepare([], volume: 100)
        try await server.sound("intervald.silence.100")
        // After the sound `walk`, the server's output is awake, so only the sound `run` waits for the hung server.
        #expect(await scenario.player.test(.own(.walk), within: generousLimit) == nil)
        server.hang()
        scenario.player.play(.own(.run), fallback: nil)
        let stale = ContinuousClock.now + CanberraPlayer.staleness
        try await Desktop.with { other in
          let next = try await SoundServer.start(on: other)
          // Before `server` ends, the socket of `next` replaces the socket of `server`.
          let sockets = [other, scenario.desktop].map { $0.folder.path(of: SoundServer.socket) }
          #expect(unsafe rename(sockets[0], sockets[1]) == 0)
          try await Task.sleep(until: stale)
          try await server.process.killAndWait()
          let failure = await scenario.player.test(.own(.rest), within: generousLimit)
          #expect(failure == nil, "\(String(describing: failure))")
          try await next.sound(SoundSource.own(.rest).eventID(at: .full))
          #expect(next.sounds == [SoundSource.own(.rest).eventID(at: .full)], "\(next.sounds)")
        }
      }
    }
  }

  @Test func `if the sound server hangs, shutting down ends at its time limit`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        server.hang()
        scenario.player.prepare([.own(.run)], volume: 100)
        let duration = await ContinuousClock().measure { await scenario.player.shutDown(within: .milliseconds(200)) }
        #expect(duration >= .milliseconds(200))
        #expect(duration < promptLimit)
      }
    }
  }
}

@Suite struct LoudnessTests {
  /// The gains that `pactl list sinks` of PulseAudio 16 prints after `pactl set-sink-volume`.
  @Test(arguments: [(99, -0.26), (75, -7.50), (50, -18.06), (25, -36.12), (10, -60.0)])
  func `a volume has the same gain as on PulseAudio's sliders`(percent: Int, gain: Double) {
    #expect(abs(20 * log10(Loudness(percent: percent).factor) - gain) < 0.01)
  }

  @Test(arguments: [(101, 0.09), (120, 1.58), (150, 3.52), (1000, 3.52)])
  func `above full volume, the amplitude is proportional to the percentage, up to 150`(percent: Int, gain: Double) {
    #expect(abs(20 * log10(Loudness(percent: percent).factor) - gain) < 0.01)
  }

  @Test func `full volume leaves the samples unchanged, and a volume of zero is silent`() {
    #expect(Loudness(percent: 100).factor == 1)
    #expect(Loudness(percent: 0).factor == 0)
    #expect(Loudness(percent: -1) == Loudness(percent: 0))
  }
}
