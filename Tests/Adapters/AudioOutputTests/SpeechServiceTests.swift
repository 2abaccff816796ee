import AudioOutput
import Concurrency
import Dispatch
import Glibc
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Tests with real speech services that are missing, hang, end or return.
@Suite(.ownProcess, .serialized, .hangLimit) struct SpeechServiceTests {
  @Test func `a service that hangs delays no caller, and speaks the latest text when it resumes`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        let server = try await SpeechServer.start(on: scenario.desktop)
        server.hang()
        let duration = ContinuousClock().measure {
          scenario.speaker.prepare(VoiceSettings())
          for _ in 0..<1000 { scenario.speaker.say(SpeechScenario.longText) }
          scenario.speaker.say("Walk")
        }
        #expect(duration < promptLimit)
        #expect(await scenario.speaker.availability(within: .milliseconds(50)) == nil)
        #expect(await scenario.speaker.test("Walk", within: .milliseconds(50))?.code == .noAnswer)
        let mark = scenario.levels.mark
        server.resume()
        #expect(await scenario.speaker.availability(within: generousLimit) == .available(SpeechScenario.service))
        let length = try await scenario.utterance(from: mark)
        #expect(length < promptLimit, "\(length)")
      }
    }
  }

  @Test func `a service that begins to hang is reported, and is used again when it resumes`() async {
    await #expect(processExitsWith: .success) {
      // The answer limit is the time until the hang is reported. A service under full load answers within this time.
      var limits = SpeechScenario.generousLimits
      limits.answer = .seconds(5)
      await SpeechScenario.run(limits: limits) { scenario in
        let server = try await scenario.begin()
        server.hang()
        scenario.speaker.say("Run")
        #expect(try await scenario.serviceUnavailable()?.code == .noAnswer)
        let mark = scenario.levels.mark
        server.resume()
        _ = try await scenario.utterance(from: mark)
        _ = try await scenario.events.first("the service", from: 2) { $0 == .serviceAppeared(SpeechScenario.service) }
      }
    }
  }

  @Test func `a shutdown does not wait for the end of a text that is still waiting for the queue`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        _ = try await SpeechServer.start(on: scenario.desktop)
        let gate = DispatchSemaphore(value: 0)
        let mixer = InMemorySoundMixer(onLower: { gate.wait() })
        let speaker = SpeechDispatcherSpeaker(
          applicationName: "intervald", limits: SpeechScenario.generousLimits, mixer: mixer)
        speaker.prepare(VoiceSettings(rate: 0))
        #expect(await speaker.availability(within: generousLimit) == .available(SpeechScenario.service))
        // The delayed text blocks the queue in the mixer.
        speaker.say("Run") { .milliseconds(10) }
        _ = try await mixer.calls.first("the first text") { $0 == .lower(.speech) }
        speaker.say(SpeechScenario.longText)
        await speaker.shutDown(within: .milliseconds(10))
        gate.signal()
        _ = try await mixer.calls.first("the end of the shutdown", within: promptLimit) { $0 == .restore(.speech) }
      }
    }
  }

  @Test func `the next text is spoken by the service that replaces a killed service`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        let first = try await scenario.begin()
        try await first.process.killAndWait()
        _ = try await SpeechServer.start(on: scenario.desktop)
        let mark = scenario.levels.mark
        scenario.speaker.say("Run thirty seconds")
        _ = try await scenario.utterance(from: mark)
        _ = try await scenario.events.first("the service", from: 2) { $0 == .serviceAppeared(SpeechScenario.service) }
        #expect(scenario.events.count == 3)
      }
    }
  }

  @Test func `only a new workout, not a new text, searches for a lost service at once`() async {
    await #expect(processExitsWith: .success) {
      var limits = SpeechScenario.generousLimits
      limits.search = .seconds(3600)
      await SpeechScenario.run(limits: limits) { scenario in
        let first = try await scenario.begin()
        try await first.process.killAndWait()
        _ = try await SpeechServer.start(on: scenario.desktop)
        let mark = scenario.levels.mark
        scenario.speaker.say("Run thirty seconds")
        #expect(try await scenario.serviceUnavailable()?.code == .noAnswer)
        scenario.speaker.say("Run thirty seconds")
        await #expect(throws: TimedOut.self) { try await scenario.levels.sound(from: mark, within: .seconds(1)) }
        scenario.speaker.prepare(VoiceSettings())
        scenario.speaker.say("Run thirty seconds")
        _ = try await scenario.utterance(from: mark)
      }
    }
  }

  @Test func `a service that the library starts inherits no sockets`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        try SpeechServer.configure(scenario.desktop)
        var pair: [CInt] = [0, 0]
        // `pair` has room for two descriptors; socketpair(2) creates them without FD_CLOEXEC.
        #expect(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        scenario.speaker.prepare(VoiceSettings())
        #expect(await scenario.speaker.availability(within: generousLimit) == .available(SpeechScenario.service))
        let script = """
          pid=$(cat $XDG_RUNTIME_DIR/speech-dispatcher/pid/speech-dispatcher.pid)
          readlink /proc/$pid/fd/* | grep --fixed-strings --line-regexp "$(readlink /proc/\(getpid())/fd/\(pair[0]))"
          """
        #expect(try await scenario.desktop.run("sh", ["-c", script]) == [])
        scenario.speaker.say("Run thirty seconds")
        _ = try await scenario.utterance(from: 0)
      }
    }
  }

  @Test func `a missing service is started once`() async {
    await #expect(processExitsWith: .success) {
      let calls = Mutex(0)
      await SpeechScenario.run(startService: { calls.withLock { $0 += 1 } }) { scenario in
        try SpeechServer.configure(scenario.desktop)
        for _ in 0..<2 {
          scenario.speaker.prepare(VoiceSettings())
          #expect(await scenario.speaker.availability(within: generousLimit) == .available(SpeechScenario.service))
        }
        #expect(await scenario.speaker.test("Walk", within: generousLimit) == nil)
        #expect(calls.withLock { $0 } == 1)
      }
    }
  }

  @Test func `a service that ends while it accepts a connection is started again`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        let server = try await SpeechServer.start(on: scenario.desktop)
        server.hang()
        scenario.speaker.prepare(VoiceSettings())
        scenario.speaker.say("Run thirty seconds")
        // /proc/net/unix has one line for the server's listening socket, and one line for the accepted connection.
        let sockets = "grep -c $XDG_RUNTIME_DIR/speech-dispatcher/ /proc/net/unix"
        let wait = "until [ $(\(sockets)) = 2 ]; do sleep 0.05; done"
        try await scenario.desktop.run("sh", ["-c", wait])
        try await server.process.killAndWait()
        _ = try await scenario.utterance(from: 0)
        _ = try await scenario.events.first("the service") { _ in true }
        #expect(scenario.events.elements == [.serviceAppeared(SpeechScenario.service)])
      }
    }
  }

  @Test func `a missing service is reported once, and the next workout finds a new service`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        try scenario.desktop.folder.write("DisableAutoSpawn\n", to: "config/speech-dispatcher/speechd.conf")
        for _ in 0..<2 {
          scenario.speaker.prepare(VoiceSettings())
          guard case .unavailable(let failure) = await scenario.speaker.availability(within: generousLimit) else {
            Issue.record("the service is available")
            return
          }
          #expect(failure.code == .noService)
        }
        #expect(await scenario.speaker.test("Walk", within: generousLimit)?.code == .noService)
        _ = try await scenario.begin()
        _ = try await scenario.events.first("the service") { $0 == .serviceAppeared(SpeechScenario.service) }
        #expect(scenario.events.count == 2)
      }
    }
  }

  @Test func `a service without a synthesizer is unavailable`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        _ = try await SpeechServer.start(on: scenario.desktop, hasVoice: false)
        scenario.speaker.prepare(VoiceSettings())
        #expect(
          await scenario.speaker.availability(within: generousLimit) == .unavailable(SpeechFailure(.noVoice)))
        #expect(await scenario.speaker.test("Walk", within: generousLimit)?.code == .noVoice)
      }
    }
  }

  @Test func `if the service hangs, shutting down ends at its time limit`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        let server = try await SpeechServer.start(on: scenario.desktop)
        server.hang()
        scenario.speaker.prepare(VoiceSettings())
        // The shutdown begins while the search for the service hangs.
        #expect(await scenario.speaker.availability(within: .milliseconds(50)) == nil)
        let duration = await ContinuousClock().measure { await scenario.speaker.shutDown(within: .milliseconds(200)) }
        #expect(duration >= .milliseconds(200))
        #expect(duration < promptLimit)
      }
    }
  }
}
