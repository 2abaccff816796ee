import AudioOutput
import TestSupport
import TestTraits
import Testing
import ToneSynthesis

@testable import AudioOutput

/// Real sound servers whose output is suspended during silence, and is woken before a sound.
@Suite(.ownProcess, .serialized, .timeLimit(.minutes(2))) struct WakeTests {
  @Test(arguments: SoundServer.Kind.allCases)
  func `a suspended output runs before the expected sound`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await SoundScenario.run { scenario in
        try await Self.start(kind, on: scenario.desktop)
        // The time is so long that the output is seen in time, even if the machine is busy.
        scenario.player.setWakeTime(.seconds(4))
        scenario.player.prepare([.own(.run)], volume: 100)
        #expect(await scenario.player.test(.own(.run), within: generousLimit) == nil)
        try await Self.wait(for: "SUSPENDED", on: scenario.desktop)
        let due = ContinuousClock.now + .seconds(5)
        scenario.player.expectSound(in: .seconds(5))
        try await Self.wait(for: "RUNNING", on: scenario.desktop)
        let lead = due - .now
        #expect(lead > .zero && lead < .seconds(4), "\(lead)")
      }
    }
  }

  @Test(arguments: [Duration?.some(.zero), nil], [false, true])
  func `without a wake time, only a Bluetooth output is woken`(time: Duration?, isBluetooth: Bool) async {
    await #expect(processExitsWith: .success) { [time, isBluetooth] in
      await SoundScenario.run { scenario in
        let server = try await Self.start(.pulseAudio, on: scenario.desktop)
        if isBluetooth {
          try await scenario.desktop.run("pactl", ["load-module", "module-null-sink", "sink_name=bluez_sink.test"])
          try await scenario.desktop.run("pactl", ["set-default-sink", "bluez_sink.test"])
        }
        let mixer = PulseSoundMixer(
          applicationName: "intervald", recordPath: scenario.desktop.folder.path(of: "run/lowered"))
        let player = CanberraPlayer(
          applicationName: "intervald", desktopEntry: "intervald", folder: scenario.player.folder, mixer: mixer)
        player.setWakeTime(time)
        player.prepare([.own(.run)], volume: 100)
        #expect(await player.test(.own(.run), within: generousLimit) == nil)
        let isWoken = time == nil && isBluetooth
        if isWoken { while !mixer.hasBluetoothOutput { try await Task.sleep(for: .milliseconds(10)) } }
        let mark = server.mark
        player.expectSound(in: .milliseconds(900))
        let silence = "intervald.silence.1000"
        if isWoken {
          try await server.sound(silence, from: mark)
        } else {
          await #expect(throws: TimedOut.self) { try await server.sound(silence, from: mark, within: .seconds(1)) }
        }
      }
    }
  }

  @discardableResult
  private static func start(_ kind: SoundServer.Kind, on desktop: Desktop) async throws -> SoundServer {
    let server = try await SoundServer.start(kind, on: desktop)
    // WirePlumber suspends an output after five seconds.
    if kind == .pulseAudio {
      try await desktop.run("pactl", ["load-module", "module-suspend-on-idle", "timeout=1"])
    }
    return server
  }

  private static func wait(for state: String, on desktop: Desktop) async throws {
    try await desktop.run(
      "sh", ["-c", "until pactl list short sinks | grep '\tnull\t' | grep \(state); do sleep 0.01; done"])
  }
}
