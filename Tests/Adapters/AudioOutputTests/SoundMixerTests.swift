import AudioOutput
import TestSupport
import TestTraits
import Testing

/// Obstacles, and the streams of the server, on real sound servers.
@Suite(.ownProcess, .serialized, .hangLimit) struct SoundMixerTests {
  @Test(arguments: SoundServer.Kind.installed)
  func `a muted output or stream, and a volume of zero, are detected without a sound`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await SoundScenario.run { scenario in
        let desktop = scenario.desktop
        _ = try await SoundServer.start(kind, on: desktop)
        let levels = try await SinkLevels.start(on: desktop)
        let mixer = PulseSoundMixer(
          applicationName: "intervald", recordPath: scenario.desktop.folder.path(of: "run/lowered"))
        let output = MixerControl.output(name: "null", isPipeWire: kind == .pipeWire)
        #expect(await mixer.obstacles(within: generousLimit) == [])
        for (arguments, obstacle) in [
          (["set-sink-mute", "null", "1"], SoundObstacle.muted(output)), (["set-sink-mute", "null", "0"], nil),
          (["set-sink-volume", "null", "0"], .silent(output)), (["set-sink-volume", "null", "100%"], nil),
        ] {
          try await desktop.run("pactl", arguments)
          #expect(await mixer.obstacles(within: generousLimit) == [obstacle].compactMap(\.self))
        }
        // The remedy of the hints plays such a stream, so that the volume control shows its slider.
        let stream = try await desktop.processes.start(
          "pacat", ["--property=media.role=workout", "--property=application.id=intervald", "/dev/zero"],
          environment: desktop.environment)
        for (setting, value, obstacle) in [
          ("mute", "1", SoundObstacle.muted(.cues)), ("mute", "0", nil), ("volume", "0", .silent(.cues)),
          ("volume", "100%", nil),
        ] {
          let script = """
            until index=$(pactl list short sink-inputs | cut -f 1 | grep .); do sleep 0.1; done
            pactl set-sink-input-\(setting) $index \(value)
            """
          try await desktop.run("sh", ["-c", script])
          #expect(await mixer.obstacles(within: generousLimit) == [obstacle].compactMap(\.self))
        }
        try await stream.killAndWait()
        #expect(levels.peak(from: 0) == 0)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `a mute of intervald's sounds is remembered by the server, and System Sounds do not matter`(
    kind: SoundServer.Kind
  ) async {
    await #expect(processExitsWith: .success) { [kind] in
      await SoundScenario.run { scenario in
        let desktop = scenario.desktop
        _ = try await SoundServer.start(kind, on: desktop)
        let mixer = PulseSoundMixer(
          applicationName: "intervald", recordPath: scenario.desktop.folder.path(of: "run/lowered"))
        for (role, application, obstacles) in [
          ("event", "bell", []), ("workout", "intervald", [SoundObstacle.muted(.cues)]),
        ] {
          let script = """
            pacat --property=media.role=\(role) --property=application.id=\(application) /dev/zero & pid=$!
            until index=$(pactl list short sink-inputs | cut -f 1 | grep .); do sleep 0.1; done
            pactl set-sink-input-mute $index 1
            until pactl list sink-inputs | grep 'Mute: yes'; do sleep 0.1; done
            kill $pid; wait
            while pactl list short sink-inputs | grep .; do sleep 0.1; done
            """
          try await desktop.run("sh", ["-c", script])
          #expect(await mixer.obstacles(within: generousLimit) == obstacles)
        }
      }
    }
  }

  @Test func `a muted speech service is detected`() async {
    await #expect(processExitsWith: .success) {
      await SpeechScenario.run { scenario in
        let service = try await scenario.begin()
        scenario.speaker.say("Walk")
        _ = try await scenario.utterance(from: 0)
        let script = """
          # speech-dispatcher 0.12 has another stream, for its dummy synthesizer.
          name='.properties."application.name" == "speech-dispatcher-espeak-ng"'
          index=$(pactl --format=json list sink-inputs | jq ".[] | select($name) | .index")
          pactl set-sink-input-mute $index 1
          echo $index
          """
        let index = try await scenario.desktop.run("sh", ["-c", script]).first.flatMap { UInt32($0) }
        let mixer = PulseSoundMixer(
          applicationName: "intervald", recordPath: scenario.desktop.folder.path(of: "run/lowered"))
        #expect(await mixer.obstacles(within: generousLimit) == [.muted(.speech(index ?? 0))])
        try await service.process.killAndWait()
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `a stream of the server itself, which may carry the cues, is not lowered`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await DuckingScenario.run(kind) { scenario in
        let desktop = scenario.desktop
        try await desktop.run("pactl", ["load-module", "module-null-sink", "sink_name=filter"])
        try await desktop.run("pactl", ["load-module", "module-loopback", "source=filter.monitor", "sink=null"])
        let count = "LANG=C pactl list sink-inputs | grep -c 'Volume: .* 100%'"
        try await desktop.run("sh", ["-c", "until [ $(\(count)) = 2 ]; do sleep 0.1; done"])
        scenario.lowerForWords()
        try await scenario.music.wait(for: Music.lowered)
        #expect(try await desktop.run("sh", ["-c", count]) == ["1"])
        scenario.mixer.restore(after: .speech)
        try await scenario.music.wait(for: Music.full)
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `a server that has only the dummy output is detected`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await SoundScenario.run { scenario in
        let mixer = PulseSoundMixer(
          applicationName: "intervald", recordPath: scenario.desktop.folder.path(of: "run/lowered"))
        let server = try await SoundServer.start(kind, on: scenario.desktop)
        // PipeWire's session manager makes the dummy output without this module.
        if kind == .pulseAudio { try await scenario.desktop.run("pactl", ["load-module", "module-always-sink"]) }
        try await scenario.desktop.run("pactl", ["unload-module", "module-null-sink"])
        let isDummy = "until pactl get-default-sink | grep -q auto_null; do sleep 0.1; done"
        try await scenario.desktop.run("sh", ["-c", isDummy])
        #expect(await mixer.obstacles(within: generousLimit) == [.dummyOutput])
        withExtendedLifetime(server) {}
      }
    }
  }

  @Test(.pipeWire) func `PipeWire without a session manager is detected`() async {
    await #expect(processExitsWith: .success) {
      await SoundScenario.run { scenario in
        let mixer = PulseSoundMixer(
          applicationName: "intervald", recordPath: scenario.desktop.folder.path(of: "run/lowered"))
        _ = try await SoundServer.startPipeWire(on: scenario.desktop, hasSessionManager: false)
        #expect(await mixer.obstacles(within: generousLimit) == [.noSessionManager])
      }
    }
  }

  @Test(arguments: SoundServer.Kind.installed)
  func `if no server responds, the obstacles are unknown within the limit`(kind: SoundServer.Kind) async {
    await #expect(processExitsWith: .success) { [kind] in
      await SoundScenario.run { scenario in
        let mixer = PulseSoundMixer(
          applicationName: "intervald", recordPath: scenario.desktop.folder.path(of: "run/lowered"))
        #expect(await mixer.obstacles(within: generousLimit) == nil)
        let server = try await SoundServer.start(kind, on: scenario.desktop)
        server.hang()
        let duration = await ContinuousClock().measure {
          #expect(await mixer.obstacles(within: .milliseconds(200)) == nil)
        }
        #expect(duration < promptLimit)
        server.resume()
        #expect(await mixer.obstacles(within: generousLimit) == [])
      }
    }
  }
}
