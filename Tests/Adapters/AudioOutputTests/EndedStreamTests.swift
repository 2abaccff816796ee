import TestSupport
import TestTraits
import Testing
import UserFiles

@testable import AudioOutput

/// The volume of music whose stream ends while it is lowered, on real sound servers.
@Suite(.ownProcess, .serialized, .hangLimit) struct EndedStreamTests {
  @Test(arguments: SoundServer.Kind.installed, [nil, "music"])
  func `if a stream ends during the last words, a stream after the workout has the original volume, twice in a row`(
    kind: SoundServer.Kind, role: String?
  ) async {
    await #expect(processExitsWith: .success) { [kind, role] in
      await DuckingScenario.run(kind, role: role) { scenario in
        for _ in 0..<2 {
          scenario.lowerForWords()
          try await scenario.music.wait(for: Music.lowered)
          // 12 dB is a factor of 0.251.
          try await scenario.waitForSavedVolume("0.25")
          try await scenario.music.stop()
          try await scenario.endWorkout()
          #expect(!SystemCalls.canAccess(scenario.path))
          try await scenario.waitForSavedVolume("1")
          try await scenario.startMusic()
          try await scenario.music.wait(for: Music.full)
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `after a power failure during words, the next process repairs the stored volume, unless the user changed it`(
    isChanged: Bool
  ) async {
    await #expect(processExitsWith: .success) { [isChanged] in
      await DuckingScenario.run(.pulseAudio) { scenario in
        scenario.lowerForWords()
        try await scenario.music.wait(for: Music.lowered)
        try await withTimeLimit("the copy on disk") {
          while !SystemCalls.canAccess(scenario.diskPath) { try Task.checkCancellation() }
        }
        let copy = try TextFile.read(scenario.diskPath)
        await scenario.mixer.shutDown(within: generousLimit)
        #expect(!SystemCalls.canAccess(scenario.diskPath))
        // After a power failure, the server has stored the volume, only the copy on disk is left, and no music plays.
        let stored = isChanged ? 20_000 : Music.lowered
        try await scenario.music.setVolume("\(stored)")
        try await scenario.music.wait(for: stored)
        try await scenario.music.stop()
        try AtomicFile.write(copy, to: scenario.diskPath)
        let next = PulseSoundMixer(
          applicationName: "intervald", recordPath: scenario.path, diskPath: scenario.diskPath)
        try await withTimeLimit("the repair") {
          while SystemCalls.canAccess(scenario.diskPath) { try Task.checkCancellation() }
        }
        await next.shutDown(within: generousLimit)
        try await scenario.startMusic()
        try await scenario.music.wait(for: isChanged ? stored : Music.full)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `if the user changes the volume of a stream that then ends, the next stream has the user's volume`(
    kind: SoundServer.Kind
  ) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.lowerForWords()
        try await scenario.music.setVolume("50%")
        try await scenario.music.wait(for: 32_768)
        try await scenario.music.stop()
        try await scenario.endWorkout()
        try await scenario.startMusic()
        try await scenario.music.wait(for: 32_768)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `if a stream that the user has moved to another output ends, the next stream has this output`(
    kind: SoundServer.Kind
  ) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        let other = "$(pactl list short sinks | awk '$2 == \"other\" { print $1 }')"
        let isMoved = "pactl list sink-inputs | grep -q \"Sink: \(other)$\""
        let move = "pactl move-sink-input $(pactl list short sink-inputs | cut -f 1) other"
        try await scenario.desktop.run("pactl", ["load-module", "module-null-sink", "sink_name=other"])
        // PipeWire may not have connected the new output yet, so the move may fail.
        try await scenario.desktop.run("sh", ["-c", "until \(isMoved); do \(move); sleep 0.1; done"])
        scenario.lowerForWords()
        try await scenario.music.wait(for: Music.lowered)
        try await scenario.waitForSavedVolume("0.25")
        try await scenario.music.stop()
        try await scenario.endWorkout()
        try await scenario.waitForSavedVolume("1")
        try await scenario.startMusic()
        try await scenario.desktop.run("sh", ["-c", "until \(isMoved); do sleep 0.1; done"])
        try await scenario.music.wait(for: Music.full)
      }
    }
  }
}
