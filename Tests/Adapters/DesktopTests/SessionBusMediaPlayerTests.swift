import Concurrency
import Desktop
import Glibc
import TestSupport
import TestTraits
import Testing

@Suite(.ownProcess, .serialized, .hangLimit) struct SessionBusMediaPlayerTests {
  @Test func `playerctl shows the current interval`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        await scenario.show(.run)
        #expect(try await scenario.playerctl("--list-all") == "intervald")
        #expect(try await scenario.playerctl("status") == "Playing")
        let format = "{{title}}|{{artist}}|{{album}}|{{mpris:length}}|{{mpris:trackid}}|{{mpris:artUrl}}|{{playerName}}"
        #expect(
          try await scenario.playerctl("metadata", "--format", format)
            == "Run 30 s|Round 3 of 8|Tabata|30000000|'/org/intervald/track/7'|file:///run.svg|intervald")
        await scenario.show(.run.with { $0.isPlaying = false })
        #expect(try await scenario.playerctl("status") == "Paused")
        #expect(try await scenario.playerctl("position") == "5.000000")
      }
    }
  }

  @Test
  func `the position advances while playing, does not advance while paused, and stops at the end of the interval`()
    async
  {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        func position() async throws -> Int64? {
          let answer = try await scenario.busctl("get-property", "org.mpris.MediaPlayer2.Player", "Position")
          return Int64(answer.dropFirst("x ".count))
        }
        let before = SuspendingClock.now
        await scenario.show(.run)
        let shown = SuspendingClock.now
        var earliest = Duration.seconds(5)
        for _ in 0..<3 {
          let queried = SuspendingClock.now
          let answer = Duration.microseconds(try #require(try await position()))
          #expect(answer >= earliest)
          #expect(answer >= .seconds(5) + (queried - shown) - .microseconds(1))
          #expect(answer <= .seconds(5) + (SuspendingClock.now - before))
          earliest = answer + .microseconds(1)
        }
        await scenario.show(.run.with { $0.isPlaying = false })
        for _ in 0..<2 { #expect(try await position() == 5_000_000) }
        await scenario.show(.run.with { $0.position = .seconds(100) })
        #expect(try await position() == 30_000_000)
        await scenario.show(
          .run.with {
            $0.position = .seconds(100)
            $0.length = nil
            $0.isPlaying = false
          })
        #expect(try await position() == 100_000_000)
      }
    }
  }

  @Test func `only changes are signalled`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        // The track is paused, so that the time between two states does not change the position.
        let paused = MediaState.run.with { $0.isPlaying = false }
        let later = paused.with { $0.position = .seconds(15) }
        let longer = later.with { $0.length = .seconds(60) }
        let walk = MediaState(trackID: "8", title: "Walk 40 s")
        for state in [
          paused, paused, later, longer, longer.with { $0.isPlaying = true }, walk, walk.with { $0.trackID = "9" },
          MediaState(trackID: "10", title: "end", position: .seconds(10)),
        ] {
          await scenario.show(state)
        }
        let signals = try await scenario.signals(until: "Seeked 10000000")
        #expect(
          signals == [
            "Seeked 15000000", "Metadata", "PlaybackStatus", "Metadata", "Metadata", "Metadata", "Seeked 10000000",
          ])
      }
    }
  }

  @Test func `the player's name is on the bus only while a state is shown`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        #expect(try await !scenario.hasOwner())
        for _ in 0..<3 {
          await scenario.show(.run)
          #expect(try await scenario.hasOwner())
          await scenario.show(.run.with { $0.isPlaying = false })
          #expect(try await scenario.hasOwner())
          scenario.player.close()
          #expect(await scenario.player.check(within: generousLimit) == nil)
          #expect(try await !scenario.hasOwner())
        }
        await scenario.show(.run)
        await scenario.player.shutDown(within: generousLimit)
        #expect(try await !scenario.hasOwner())
      }
    }
  }

  @Test func `a bus name that another program owns is reported, and is acquired by the next state when it is free`()
    async
  {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        let mark = scenario.desktop.monitor.mark
        let other = try await scenario.desktop.processes.start(
          "python3", ["-m", "dbusmock", MediaPlayerScenario.name, "/", "org.example"],
          environment: scenario.desktop.environment)
        try await scenario.desktop.monitor.owner(of: MediaPlayerScenario.name, from: mark)
        scenario.player.show(.run)
        #expect(await scenario.player.check(within: generousLimit) == MediaPlayerFailure(.nameTaken))
        try await other.killAndWait()
        await scenario.show(.run)
        #expect(try await scenario.playerctl("status") == "Playing")
      }
    }
  }

  @Test func `a lost bus is reported, and the next state is shown on the new bus`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        await scenario.show(.run)
        try await scenario.desktop.bus.killAndWait()
        scenario.player.show(.run.with { $0.isPlaying = false })
        #expect(await scenario.player.check(within: generousLimit)?.code == .noSessionBus)
        _ = try await scenario.desktop.restartBus()
        await scenario.show(.run)
        #expect(try await scenario.playerctl("metadata", "xesam:title") == "Run 30 s")
        _ = try await scenario.playerctl("stop")
        _ = try await scenario.commands.first("the key") { $0 == .stop }
      }
    }
  }

  @Test func `a bus that hangs blocks no caller, and is reported`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        scenario.desktop.bus.send(SIGSTOP)
        let duration = ContinuousClock().measure {
          for second in 1...100 { scenario.player.show(.run.with { $0.title = "Run \(second) s" }) }
        }
        #expect(duration < promptLimit)
        #expect(await scenario.player.check(within: .milliseconds(100))?.code == .notResponding)
        scenario.desktop.bus.send(SIGCONT)
        #expect(await scenario.player.check(within: generousLimit) == nil)
        #expect(try await scenario.playerctl("metadata", "xesam:title") == "Run 100 s")
        scenario.desktop.bus.send(SIGSTOP)
        let end = await ContinuousClock().measure { await scenario.player.shutDown(within: .milliseconds(200)) }
        #expect(end < promptLimit)
        scenario.desktop.bus.send(SIGCONT)
      }
    }
  }

  /// The method `Stop` ends the workout, which closes the player before the reply has been sent.
  @Test func `a caller receives the reply even if the call makes the player invisible`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        for time in 1...50 {
          await scenario.show(.run)
          async let answer = scenario.call("org.mpris.MediaPlayer2.Player.Stop")
          _ = try await scenario.commands.first("stop \(time)") { _ in scenario.commands.elements.count == time }
          scenario.player.close()
          #expect(try await answer == "()")
        }
      }
    }
  }

  /// libnotify waits 25 s for a server that hangs; this wait is longer than any limit of this test.
  @Test func `a notification server that hangs does not delay the media player`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        let server = try await NotificationServer.start(on: scenario.desktop)
        let notifier = LibnotifyNotifier(applicationName: "intervald", desktopEntry: "intervald")
        notifier.prepare()
        notifier.show(.cue("Run 30 s"))
        let first = try await scenario.desktop.monitor.notification("Run 30 s")
        _ = try await scenario.desktop.monitor.number(of: first)
        server.hang()
        notifier.show(.cue("Walk 40 s"))
        _ = try await scenario.desktop.monitor.notification("Walk 40 s")
        await scenario.show(.run)
        #expect(try await scenario.playerctl("status") == "Playing")
        _ = try await scenario.playerctl("next")
        _ = try await scenario.commands.first("the key") { $0 == .next }
        scenario.player.close()
        #expect(await scenario.player.check(within: generousLimit) == nil)
        #expect(try await !scenario.hasOwner())
        server.resume()
        await notifier.shutDown(within: generousLimit)
      }
    }
  }

  @Test func `control characters are removed from metadata, and long text is cut`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario async throws in
        await scenario.show(
          MediaState(
            trackID: "/../é\u{0}", title: String(repeating: "a\u{202E}", count: 10_000), artist: "\u{0}b\nc",
            length: .seconds(Int64.max), position: .seconds(Int64.max)))
        #expect(try await scenario.playerctl("metadata", "xesam:title") == String(repeating: "a", count: 119) + "…")
        #expect(try await scenario.playerctl("metadata", "xesam:artist") == "b c")
        #expect(
          try await scenario.playerctl("metadata", "mpris:trackid") == "'/org/intervald/track/_2f_2e_2e_2f_c3_a9_00'")
      }
    }
  }
}
