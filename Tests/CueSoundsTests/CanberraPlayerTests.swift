import CueSounds
import Glibc
import Neighbours
import TestSupport
import Testing

@Suite(.ownProcess, .serialized, .timeLimit(.minutes(2))) struct CanberraPlayerTests {
  @Test func `each sound reaches the sound server`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        scenario.player.prepare()
        #expect(await scenario.player.availability(within: generousLimit) == .available(SoundScenario.output))
        for sound in CueSound.allCases {
          let mark = server.mark
          scenario.player.play(sound)
          try await server.sound(sound.eventID, from: mark)
        }
        #expect(scenario.events.elements == [.outputAppeared(SoundScenario.output)])
      }
    }
  }

  @Test func `no sound server is told once, and one that came is found by the next workout`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        for _ in 0..<2 {
          scenario.player.prepare()
          scenario.player.play(.fast)
          let availability = await scenario.player.availability(within: generousLimit)
          guard case .unavailable(let failure) = availability else {
            Issue.record("found \(String(describing: availability))")
            return
          }
          #expect(failure.code == .noOutput)
        }

        let server = try await SoundServer.start(on: scenario.desktop)
        scenario.player.prepare()
        #expect(await scenario.player.availability(within: generousLimit) == .available(SoundScenario.output))
        scenario.player.play(.slow)
        try await server.sound(CueSound.slow.eventID)
        _ = try await scenario.events.first("the sound server") { $0 == .outputAppeared(SoundScenario.output) }
        #expect(scenario.events.count == 2)
      }
    }
  }

  @Test func `a sound server that goes is told, and the next workout finds the new one`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        scenario.player.prepare()
        scenario.player.play(.fast)
        try await server.sound(CueSound.fast.eventID)
        try await server.process.killAndWait()
        scenario.player.play(.slow)
        _ = try await scenario.events.first("the loss") { event in
          if case .outputUnavailable = event { true } else { false }
        }

        let next = try await SoundServer.start(on: scenario.desktop)
        scenario.player.prepare()
        #expect(await scenario.player.availability(within: generousLimit) == .available(SoundScenario.output))
        scenario.player.play(.slow)
        try await next.sound(CueSound.slow.eventID)
      }
    }
  }

  @Test func `a sound that the theme lacks is told once, and the others are heard all the same`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let theme = "sounds/freedesktop"
        let folder = scenario.desktop.folder
        _ = try folder.folder("bare/\(theme)/stereo")
        for file in ["index.theme", "stereo/\(CueSound.fast.eventID).oga"] {
          let path = folder.path(of: "bare/\(theme)/\(file)")
          #expect(unsafe symlink("/usr/share/\(theme)/\(file)", path) == 0)
        }
        // Nothing has read the environment yet, and the string is copied.
        #expect(unsafe setenv("XDG_DATA_DIRS", folder.path(of: "bare"), 1) == 0)
        let server = try await SoundServer.start(on: scenario.desktop)
        scenario.player.prepare()
        for _ in 0..<2 {
          scenario.player.play(.slow)
          _ = try await scenario.events.first("the lack") { event in
            if case .outputUnavailable(let failure) = event { failure.code == .noSuchSound } else { false }
          }
          let mark = server.mark
          scenario.player.play(.fast)
          try await server.sound(CueSound.fast.eventID, from: mark)
        }
        #expect(scenario.events.count == 2)
      }
    }
  }

  @Test func `a sound server that hangs holds nobody up, and plays the latest sound when it goes on`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        server.hang()
        scenario.player.prepare()
        let taken = ContinuousClock().measure {
          for _ in 0..<1000 { scenario.player.play(.fast) }
          scenario.player.play(.slow)
        }
        #expect(taken < .seconds(1))
        #expect(await scenario.player.availability(within: .milliseconds(50)) == nil)
        server.goOn()
        try await server.sound(CueSound.slow.eventID)
        #expect(!server.sounds.contains(CueSound.fast.eventID))
      }
    }
  }

  @Test func `shutting down waits no longer than it may for a sound server that hangs`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await SoundServer.start(on: scenario.desktop)
        server.hang()
        scenario.player.prepare()
        let taken = await ContinuousClock().measure { await scenario.player.shutDown(within: .milliseconds(200)) }
        #expect(taken >= .milliseconds(200))
        #expect(taken < .seconds(10))
      }
    }
  }
}
