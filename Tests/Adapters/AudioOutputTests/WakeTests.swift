import AudioOutput
import Concurrency
import Synchronization
import TestSupport
import TestTraits
import Testing
import ToneSynthesis
import UserFiles

@testable import AudioOutput

/// Real sound servers whose output is suspended during silence, and is woken before a cue.
@Suite(.ownProcess, .serialized, .hangLimit) struct WakeTests {
  @Test(arguments: SoundServer.Kind.installed)
  func `a suspended output runs before the expected sound, until the sound begins`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await SoundScenario.run { scenario in
        let server = try await Self.start(kind, on: scenario.desktop)
        scenario.player.setWakeTime(.milliseconds(800))
        scenario.player.prepare([.own(.walk), .own(.run)], volume: 100)
        let mark = server.stateMark
        #expect(await scenario.player.test(.own(.walk), within: generousLimit) == nil)
        try await server.suspension(from: mark)
        let delay = WakeUpDelay()
        let due = ContinuousClock.now + .seconds(3)
        scenario.player.expectCue(in: .seconds(3), hasSound: true)
        // The end of this sleep is the moment of the cue.
        try await Task.sleep(until: due)
        // On a busy machine, the test plays the sound late.
        let lateness = ContinuousClock.now - due
        scenario.player.play(.own(.run), fallback: nil)
        let lead = try #require(await server.lead(of: SoundSource.own(.run).eventID(at: .full))) - lateness
        let allowance = delay.allowance
        #expect(lead > .milliseconds(300) - allowance && lead < .milliseconds(900) + allowance, "\(lead)")
      }
    }
  }

  @Test(arguments: [Duration?.some(.zero), nil], [false, true])
  func `without a wake time, only a Bluetooth output is woken, also before the first cue`(
    time: Duration?, isBluetooth: Bool
  ) async {
    await #expect(processExitsWith: .success) { [time, isBluetooth] in
      await SoundScenario.run { scenario in
        let server = try await Self.start(.pulseAudio, on: scenario.desktop)
        if isBluetooth { try await Self.connectHeadphones(on: scenario.desktop) }
        let player = Self.player(of: scenario)
        player.setWakeTime(time)
        player.expectCue(in: .milliseconds(900), hasSound: false)
        if time == nil && isBluetooth {
          try await server.sound(Self.silence)
        } else {
          await #expect(throws: TimedOut.self) { try await server.sound(Self.silence, within: .seconds(1)) }
        }
      }
    }
  }

  @Test func `a Bluetooth output that appears during a workout is woken`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await Self.start(.pulseAudio, on: scenario.desktop)
        let player = Self.player(of: scenario)
        player.setWakeTime(nil)
        player.prepare([.own(.run)], volume: 100)
        #expect(await player.test(.own(.run), within: generousLimit) == nil)
        try await Self.connectHeadphones(on: scenario.desktop)
        player.expectCue(in: .milliseconds(900), hasSound: true)
        try await server.sound(Self.silence)
      }
    }
  }

  @Test func `if the server hangs, only one detection of the output waits`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await Self.start(.pulseAudio, on: scenario.desktop)
        try await Self.connectHeadphones(on: scenario.desktop)
        let mixer = Self.mixer(of: scenario)
        server.hang()
        let mark = server.mark
        let results = Recording<Bool>()
        for _ in 0..<100 { mixer.detectOutput { results.append(mixer.hasBluetoothOutput) } }
        server.resume()
        #expect(try await results.first("the result") { _ in true })
        // Further detections would also connect while these programs run.
        for _ in 0..<10 { try await scenario.desktop.run("pactl", ["info"]) }
        // A program can end before its line in the log of the server is read.
        let read = Mutex(0)
        _ = try await server.process.errors.first("the last client", from: mark) { line in
          line.contains("client.c: Created")
            && read.withLock { count in
              count += 1
              return count == 1 + 10
            }
        }
        let clients = server.process.errors.elements.dropFirst(mark).count { $0.contains("client.c: Created") }
        #expect(clients == 1 + 10)
        #expect(results.count == 1)
      }
    }
  }

  @Test func `an update of the wake time does not discard a detection before a cue`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await Self.start(.pulseAudio, on: scenario.desktop)
        let mixer = Self.mixer(of: scenario)
        let player = Self.player(of: scenario, with: mixer)
        server.hang()
        let results = Recording<Void>()
        mixer.detectOutput { results.append(()) }
        player.setWakeTime(nil)
        server.resume()
        _ = try await results.first("the result") { true }
      }
    }
  }

  @Test func `after a shutdown, the output is not woken for a cue that was expected`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let server = try await Self.start(.pulseAudio, on: scenario.desktop)
        let player = Self.player(of: scenario)
        player.setWakeTime(.seconds(1))
        player.expectCue(in: .seconds(2), hasSound: true)
        await player.shutDown(within: generousLimit)
        await #expect(throws: TimedOut.self) { try await server.sound("intervald.silence.1200", within: .seconds(2)) }
        #expect(Folder.names(in: scenario.desktop.folder.path(of: SoundScenario.soundFolder)) == [])
      }
    }
  }

  @Test func `a failed attempt to wake the output does not prevent the attempt of the sound`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        var connection = CanberraConnection(
          applicationName: "intervald", desktopEntry: "intervald", folder: scenario.player.folder,
          hangs: HangDetector())
        do throws(SoundFailure) {
          try connection.playSilence(of: .milliseconds(100))
          Issue.record("no sound server runs, but the silence was played")
        } catch {
          #expect(error.code == .noOutput)
        }
        let server = try await SoundServer.start(on: scenario.desktop)
        #expect(try connection.play(.own(.run)) { _ in })
        try await server.sound(SoundSource.own(.run).eventID(at: .full))
      }
    }
  }

  /// The event ID of the silence for the wake time of a Bluetooth output.
  private static let silence = "intervald.silence.1000"

  private static func mixer(of scenario: SoundScenario) -> PulseSoundMixer {
    PulseSoundMixer(applicationName: "intervald", recordPath: scenario.desktop.folder.path(of: "run/lowered"))
  }

  private static func player(of scenario: SoundScenario, with mixer: PulseSoundMixer? = nil) -> CanberraPlayer {
    CanberraPlayer(
      applicationName: "intervald", desktopEntry: "intervald", folder: scenario.player.folder,
      mixer: mixer ?? Self.mixer(of: scenario))
  }

  /// Makes an output with the name of a Bluetooth device the default output.
  private static func connectHeadphones(on desktop: Desktop) async throws {
    try await desktop.run("pactl", ["load-module", "module-null-sink", "sink_name=bluez_sink.test"])
    try await desktop.run("pactl", ["set-default-sink", "bluez_sink.test"])
  }

  private static func start(_ kind: SoundServer.Kind, on desktop: Desktop) async throws -> SoundServer {
    let server = try await SoundServer.start(kind, on: desktop)
    // WirePlumber suspends an output after five seconds.
    if kind == .pulseAudio {
      try await desktop.run("pactl", ["load-module", "module-suspend-on-idle", "timeout=1"])
    }
    return server
  }
}
