import AudioOutput
import Concurrency
import Dispatch
import FoundationEssentials
import Glibc
import TestSupport
import TestTraits
import Testing
import UserFiles

@testable import AudioOutput

/// The volume of music during cues, on real sound servers.
@Suite(.ownProcess, .serialized, .hangLimit) struct DuckingTests {
  private static let twelve = Lowering(decibels: 12, includesSounds: false)

  @Test(arguments: SoundServer.Kind.installed)
  func `music is lowered when lower returns, and has its volume again after restore`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.mixer.prepare(Self.twelve)
        scenario.mixer.lower(for: .sound, within: generousLimit)
        #expect(try await scenario.music.has(Music.full))
        for _ in 0..<2 {
          scenario.mixer.lower(for: .speech, within: generousLimit)
          #expect(try await scenario.music.has(Music.lowered))
          scenario.mixer.restore(after: .speech)
          try await scenario.music.wait(for: Music.full)
        }
        #expect(!SystemCalls.canAccess(scenario.path))
      }
    }
  }

  @Test func `music is restored only when each of two texts has ended`() async {
    await #expect(processExitsWith: .success) {
      await DuckingScenario.run(.pulseAudio) { scenario in
        scenario.mixer.prepare(Self.twelve)
        for _ in 0..<2 { scenario.mixer.lower(for: .speech, within: generousLimit) }
        scenario.mixer.restore(after: .speech)
        await #expect(throws: TimedOut.self) {
          try await withTimeLimit("full volume", limit: .milliseconds(500)) {
            try await scenario.music.wait(for: Music.full)
          }
        }
        scenario.mixer.restore(after: .speech)
        try await scenario.music.wait(for: Music.full)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `if no program was lowered, later changes of streams cause no work`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        try await scenario.music.stop()
        scenario.lowerForWords()
        scenario.mixer.restore(after: .speech)
        let (start, used) = (ContinuousClock.now, clock())
        for _ in 0..<5 {
          try await scenario.startMusic()
          try await scenario.music.stop()
        }
        // CLOCKS_PER_SEC is one million.
        let processorTime = Duration.microseconds(clock() - used)
        #expect(processorTime < (ContinuousClock.now - start) / 2)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `a volume that the user changes during a cue is not restored`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.mixer.prepare(Lowering(decibels: 12, includesSounds: true))
        scenario.mixer.lower(for: .sound, within: generousLimit)
        try await scenario.music.setVolume("50%")
        try await scenario.music.wait(for: 32_768)
        scenario.mixer.restore(after: .sound)
        await scenario.mixer.shutDown(within: generousLimit)
        #expect(try await scenario.music.has(32_768))
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `after a crash during a cue, the next process restores the volume`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.lowerForWords()
        let copy = try TextFile.read(scenario.path)
        await scenario.mixer.shutDown(within: generousLimit)
        try await scenario.music.wait(for: Music.full)
        // A killed process leaves the volume and the file.
        try await scenario.music.setVolume("\(Music.lowered)")
        try AtomicFile.write(copy, to: scenario.path)
        let next = PulseSoundMixer(applicationName: "intervald", recordPath: scenario.path)
        try await scenario.music.wait(for: Music.full)
        await next.shutDown(within: generousLimit)
        #expect(!SystemCalls.canAccess(scenario.path))
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `a stream that begins during a cue is lowered, and the next stream of an ended one is restored`(
    kind: SoundServer.Kind
  ) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.lowerForWords()
        try await scenario.music.stop()
        try await scenario.startMusic()
        try await scenario.music.wait(for: Music.lowered)
        try await scenario.music.stop()
        scenario.mixer.restore(after: .speech)
        try await scenario.startMusic()
        try await scenario.music.wait(for: Music.full)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `after a workout, no connection remains, also if a lowered stream has ended`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        scenario.lowerForWords()
        #expect(scenario.hasConnection)
        try await scenario.music.stop()
        try await scenario.endWorkout()
        // The last words of a workout may follow its end.
        try await scenario.startMusic()
        scenario.mixer.lower(for: .speech, within: generousLimit)
        #expect(scenario.hasConnection)
        scenario.mixer.restore(after: .speech)
        try await scenario.music.wait(for: Music.full)
        try await scenario.wait(forConnection: false)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed, [false, true])
  func `a workout connects before its first sound if sounds lower other programs`(
    kind: SoundServer.Kind, isReload: Bool
  ) async {
    await #expect(processExitsWith: .success) { [kind, isReload] in
      await DuckingScenario.run(kind) { scenario in
        if isReload { scenario.mixer.prepare(Self.twelve) }
        scenario.mixer.prepare(Lowering(decibels: 12, includesSounds: true))
        try await scenario.wait(forConnection: true)
        scenario.mixer.release()
        try await scenario.wait(forConnection: false)
      }
    }
  }

  @Test func `if the end of a sound is not reported, other programs are restored at the limit`() async throws {
    let mixer = InMemorySoundMixer(lowersDuringSounds: true)
    let queue = DispatchQueue(label: "test")
    #expect(SoundLowering(by: mixer, for: .milliseconds(10), on: queue) != nil)
    _ = try await mixer.calls.first("the limit") { $0 == .restore(.sound) }
  }

  @Test func `after the end of a sound, its limit does not restore other programs again`() throws {
    let mixer = InMemorySoundMixer(lowersDuringSounds: true)
    let queue = DispatchQueue(label: "test")
    let lowering = try #require(SoundLowering(by: mixer, for: .zero, on: queue))
    lowering.end()
    // The limit has passed, so its block precedes this block.
    queue.sync {}
    #expect(mixer.calls.elements == [.lower(.sound), .restore(.sound)])
  }

  @Test func `if sounds lower no program, a sound does not call the mixer`() {
    let mixer = InMemorySoundMixer()
    #expect(SoundLowering(by: mixer, for: .zero, on: DispatchQueue(label: "test")) == nil)
    #expect(mixer.calls.elements == [])
  }

  @Test func `a sound wakes no thread if only words lower other programs`() {
    let wakeUps = Recording<Void>()
    let waker = PulseWaker()
    waker.set { wakeUps.append(()) }
    let ducker = StreamDucker(applicationName: "test", path: "/nowhere/lowered", waker: waker)
    ducker.prepare(Self.twelve)
    let count = wakeUps.count
    // The loop takes longer than the queue needs to handle the preparation.
    for _ in 0..<100_000 {
      #expect(!ducker.lower(for: .sound, within: .zero))
      ducker.restore(after: .sound)
    }
    #expect(wakeUps.count == count)
  }

  @Test func `each wake-up of a connection to the sound server needs the same part of the stack`() {
    let addresses = Recording<UInt>()
    let waker = PulseWaker()
    waker.set {
      let local = 0
      addresses.append(unsafe withUnsafePointer(to: local) { UInt(bitPattern: $0) })
    }
    for _ in 0..<10 { waker.wake() }
    #expect(Set(addresses.elements).count == 1, "\(addresses.elements)")
  }
}
