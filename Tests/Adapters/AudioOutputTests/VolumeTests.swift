import AudioOutput
import Concurrency
import Glibc
import TestSupport
import TestTraits
import Testing
import ToneSynthesis
import UserFiles

/// The levels of sounds at different volumes, measured on real sound servers.
@Suite(.ownProcess, .serialized, .hangLimit) struct VolumeTests {
  @Test(arguments: SoundServer.Kind.installed)
  func `a sound has the level of its volume, and nothing is audible before the first sound`(
    kind: SoundServer.Kind
  ) async {
    await #expect(processExitsWith: .success) { [kind] in
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(kind, on: scenario.desktop)
        let levels = try await SinkLevels.start(on: scenario.desktop)
        let file = "\(packageRoot)/share/sounds/intervald/stereo/run.wav"
        for sound in [SoundSource.own(.run), .file(file), .theme("bell")] {
          var full = 0
          for volume in [100, 50, 25, 0, 150] {
            let (mark, begin) = (server.mark, levels.mark)
            scenario.player.prepare([sound], volume: volume)
            try await server.end(of: "intervald.silence.100", from: mark)
            #expect(levels.peak(from: begin) == 0)
            #expect(await scenario.player.test(sound, within: generousLimit) == nil)
            // The levels arrive later than the report of the sound's end.
            _ = try await levels.silence(from: levels.mark)
            let peak = levels.peak(from: begin)
            if volume == 100 { full = peak }
            let expected = Double(full) * Loudness(percent: volume).factor
            // The measurement uses 8 kHz, so a peak is exact only to about 5 %; a volume of 0 has no sample above 0.
            #expect(abs(Double(peak) - expected) <= expected / 10)
          }
        }
      }
    }
  }

  @Test func `files of built-in sounds are written only for volumes other than 100, and removed at the end`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        _ = try await SoundServer.start(on: scenario.desktop)
        let folder = scenario.desktop.folder.path(of: SoundScenario.soundFolder)
        func files() -> [String] { Folder.names(in: folder).filter { $0.hasSuffix(".wav") }.sorted() }
        for (volume, names) in [
          (50, ["intervald.run.50.wav", "intervald.silence.100.wav"]), (100, ["intervald.silence.100.wav"]),
        ] {
          scenario.player.prepare([.own(.run)], volume: volume)
          #expect(await scenario.player.test(.own(.run), within: generousLimit) == nil)
          // A test precedes the silence and the uploads. The second test follows all of these.
          #expect(await scenario.player.test(.own(.run), within: generousLimit) == nil)
          #expect(files() == names)
          let modes = try await scenario.desktop.run("stat", ["--format=%a", folder] + names.map { "\(folder)/\($0)" })
          #expect(modes == ["700"] + names.map { _ in "600" })
        }
        await scenario.player.shutDown(within: generousLimit)
        #expect(files() == [])
      }
    }
  }

  @Test func `a sound of more than ten seconds is reported at every volume, and its fallback is played`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        func file(_ name: String, seconds: Int) throws -> SoundSource {
          let samples = [Int16](repeating: 0, count: 8000 * seconds)
          let bytes = WaveFile(rate: 8000, samples: samples).bytes
          return .file(try scenario.desktop.folder.write(bytes: bytes, to: name))
        }
        let (long, short) = (try file("long.wav", seconds: 11), try file("short.wav", seconds: 10))
        for volume in [100, 50] {
          let failures = try await scenario.player.check([long, short], volume: volume, within: generousLimit).get()
          #expect(failures.mapValues(\.code) == [long: .tooLong])
          scenario.player.prepare([], volume: volume)
          let failure = await scenario.player.test(long, within: generousLimit)
          #expect(failure?.description == "the sound is longer than 10 s: \(long)")
          let mark = server.mark
          scenario.player.play(long, fallback: .run)
          try await server.sound(SoundSource.own(.run).eventID(at: Loudness(percent: volume)), from: mark)
        }
        // The lengths are known without a preparation, so that the words of the first cue follow its sound.
        #expect(scenario.player.length(of: short) == .seconds(10))
        #expect(scenario.player.length(of: long) == nil)
      }
    }
  }

  @Test func `each format is played at every volume, and no check reports it`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        let levels = try await SinkLevels.start(on: scenario.desktop)
        let formats = [
          ("u8.wav", "pcm_u8"), ("16.wav", "pcm_s16le"), ("24.wav", "pcm_s24le"), ("32.wav", "pcm_s32le"),
          ("float.wav", "pcm_f32le"), ("a.aiff", "pcm_s16be"), ("a.flac", "flac"), ("a.ogg", "libvorbis"),
          ("a.opus", "libopus"), ("a.mp3", "libmp3lame"),
        ]
        for (name, codec) in formats {
          let path = scenario.desktop.folder.path(of: name)
          try await scenario.desktop.run(
            "ffmpeg",
            [
              "-v", "error", "-f", "lavfi", "-i", "sine=frequency=500:duration=0.4:sample_rate=48000", "-c:a", codec,
              path,
            ])
          let sound = SoundSource.file(path)
          for volume in [100, 60, 130] {
            #expect(try await scenario.player.check([sound], volume: volume, within: generousLimit).get() == [:])
            let (mark, begin) = (server.mark, levels.mark)
            scenario.player.prepare([], volume: volume)
            try await server.end(of: "intervald.silence.100", from: mark)
            #expect(await scenario.player.test(sound, within: generousLimit) == nil, "\(name) at \(volume)")
            _ = try await levels.silence(from: levels.mark)
            // ffmpeg's sine has an eighth of the maximum amplitude. A lossy format changes the peak by some percent.
            let expected = 32_768 / 8 * Loudness(percent: volume).factor
            #expect(abs(Double(levels.peak(from: begin)) - expected) <= expected / 5, "\(name) at \(volume)")
          }
        }
        let video = try scenario.desktop.folder.write("<svg/>", to: "a.svg")
        let failures = try await scenario.player.check([.file(video)], volume: 100, within: generousLimit).get()
        #expect(
          failures[.file(video)]?.description
            == "the sound cannot be read: not in a format that libsndfile supports")
      }
    }
  }

  @Test func `a sound that cannot be written does not affect the other sounds`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        // The folder of sounds cannot be created.
        try scenario.desktop.folder.write("", to: "run/intervald")
        scenario.player.prepare([.own(.run)], volume: 50)
        let failure = await scenario.player.test(.own(.run), within: generousLimit)
        #expect(failure?.code == .unwritable)
        #expect(failure?.context.contains("Not a directory") == true, "\(failure?.context ?? "")")
        #expect(await scenario.player.availability(within: generousLimit) == .available(SoundScenario.output))
        scenario.player.prepare([.own(.run)], volume: 100)
        let mark = server.mark
        scenario.player.play(.own(.run), fallback: nil)
        try await server.sound(SoundSource.own(.run).eventID(at: .full), from: mark)
      }
    }
  }

  @Test func `a missing or unreadable sound is reported at every volume`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        _ = try await SoundServer.start(on: scenario.desktop)
        let noise = try scenario.desktop.folder.write("This is not a sound.", to: "noise.wav")
        let sounds: [SoundSource] = [
          .own(.run), .theme("bell"), .theme("nothing"), .file("/nowhere/x.wav"), .file(noise),
        ]
        for volume in [100, 50] {
          let failures = try await scenario.player.check(Set(sounds), volume: volume, within: generousLimit).get()
          #expect(
            failures.mapValues(\.code) == [
              sounds[2]: .noSuchSound, sounds[3]: .noSuchSound, sounds[4]: .unreadable,
            ])
          scenario.player.prepare([], volume: volume)
          for (sound, failure) in failures {
            #expect(await scenario.player.test(sound, within: generousLimit)?.code == failure.code)
          }
        }
      }
    }
  }
}
