import Desktop
import Glibc
import TestSupport
import TestTraits
import Testing

/// Media keys while another media player is open; playerctl and playerctld send the keys.
@Suite(.ownProcess, .serialized, .hangLimit) struct MediaKeyTests {
  @Test func `keys go to a player that plays, also after it was paused, and to the workout once it has ended`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        let music = try await scenario.startMusic("Playing")
        await scenario.show(.run.with { $0.keys = .unlessOthersPlay })
        _ = try await scenario.playerctl("play-pause")
        _ = try await music.output.first("the pause") { $0 == "PlayPause" }
        _ = try await scenario.playerctl("play-pause")
        _ = try await music.output.first("the end of the pause", from: 1) { $0 == "PlayPause" }
        #expect(scenario.commands.count == 0)
        try await music.killAndWait()
        await scenario.show(.run.with { ($0.title, $0.keys) = ("Walk 40 s", .unlessOthersPlay) })
        _ = try await scenario.playerctl("play-pause")
        _ = try await scenario.commands.first("the key") { $0 == .playPause }
      }
    }
  }

  @Test func `keys go to a player that starts to play during the workout`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        let music = try await scenario.startMusic("Paused")
        await scenario.show(.run.with { $0.keys = .unlessOthersPlay })
        _ = try await scenario.playerctl("play-pause")
        _ = try await scenario.commands.first("the key") { $0 == .playPause }
        try await scenario.desktop.run("playerctl", ["--player=music", "play"])
        _ = try await scenario.signals(until: "CanGoNext CanGoPrevious CanPause")
        _ = try await scenario.playerctl("play-pause")
        _ = try await music.output.first("the key") { $0 == "PlayPause" }
        #expect(scenario.commands.count == 1)
      }
    }
  }

  @Test func `when a player that plays ends, keys go to another player that still plays`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        let music = try await scenario.startMusic("Playing")
        await scenario.show(.run.with { $0.keys = .unlessOthersPlay })
        let video = try await scenario.startMusic("Paused", name: "video")
        try await scenario.desktop.run("playerctl", ["--player=video", "play"])
        _ = try await scenario.call("org.mpris.MediaPlayer2.Player.Next")
        _ = try await video.output.first("the key for the latest player") { $0 == "Next" }
        try await video.killAndWait()
        await scenario.show(.run.with { ($0.title, $0.keys) = ("Walk 40 s", .unlessOthersPlay) })
        _ = try await scenario.call("org.mpris.MediaPlayer2.Player.Next")
        _ = try await music.output.first("the key") { $0 == "Next" }
        #expect(scenario.commands.count == 0)
      }
    }
  }

  @Test func `a change to keys on ends the subscriptions to other players`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        let rules: @Sendable (String) -> Int = { member in
          scenario.desktop.monitor.messages.count {
            $0.kind == .call && $0.member == member && $0.arguments.first?.string?.contains("arg0namespace") == true
          }
        }
        for _ in 0..<3 {
          await scenario.show(.run.with { $0.keys = .unlessOthersPlay })
          await scenario.show(.run)
        }
        try await withTimeLimit("the end of the subscriptions") {
          while rules("RemoveMatch") < 6 {
            try Task.checkCancellation()
            await Task.yield()
          }
        }
        #expect(rules("AddMatch") == 6)
      }
    }
  }

  @Test func `with keys off, the workout is shown, and passes keys to the other player`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        let music = try await scenario.startMusic("Paused")
        await scenario.show(.run.with { $0.keys = .never })
        #expect(try await scenario.playerctl("metadata", "xesam:title") == "Run 30 s")
        _ = try await scenario.call("org.mpris.MediaPlayer2.Player.Next")
        _ = try await music.output.first("the key") { $0 == "Next" }
        #expect(scenario.commands.count == 0)
      }
    }
  }

  @Test func `with keys off and no other player, a key has no effect`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        await scenario.show(.run.with { $0.keys = .never })
        #expect(try await scenario.call("org.mpris.MediaPlayer2.Player.PlayPause") == "()")
        await scenario.show(.run)
        _ = try await scenario.call("org.mpris.MediaPlayer2.Player.Stop")
        _ = try await scenario.commands.first("the key") { $0 == .stop }
        #expect(scenario.commands.elements == [.stop])
      }
    }
  }

  @Test func `keys go to a player that appears during the workout and plays`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        await scenario.show(.run.with { $0.keys = .unlessOthersPlay })
        _ = try await scenario.playerctl("play-pause")
        _ = try await scenario.commands.first("the key") { $0 == .playPause }
        let music = try await scenario.startMusic("Playing")
        _ = try await scenario.signals(until: "CanGoNext CanGoPrevious CanPause")
        _ = try await scenario.playerctl("play-pause")
        _ = try await music.output.first("the key") { $0 == "PlayPause" }
        #expect(scenario.commands.count == 1)
      }
    }
  }

  @Test func `players that never answer delay no check, and delay keys by one time limit in total`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        let count = 4
        for number in 1...count {
          let hung = try await scenario.startMusic("Playing", name: "hung\(number)")
          hung.send(SIGSTOP)
        }
        let (begin, delay) = (ContinuousClock.now, WakeUpDelay())
        await scenario.show(.run.with { $0.keys = .unlessOthersPlay })
        #expect(ContinuousClock.now - begin < .seconds(1) + delay.allowance)
        _ = try await scenario.playerctl("play-pause")
        _ = try await scenario.commands.first("the key") { $0 == .playPause }
        // If the players were asked one after the other, the key would wait for 4 s.
        #expect(ContinuousClock.now - begin < .seconds(3) + delay.allowance)
      }
    }
  }

  @Test func `each player is asked once, and not at each interval`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        _ = try await scenario.startMusic("Paused")
        _ = try await scenario.startMusic("Paused", name: "other")
        for interval in 1...4 {
          await scenario.show(.run.with { ($0.trackID, $0.keys) = ("\(interval)", .unlessOthersPlay) })
        }
        #expect(try await scenario.questionCount() == 2)
      }
    }
  }

  @Test func `with keys on, no player is asked`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        _ = try await scenario.startMusic("Playing")
        await scenario.show(.run)
        #expect(try await scenario.questionCount() == 0)
        _ = try await scenario.playerctl("play-pause")
        _ = try await scenario.commands.first("the key") { $0 == .playPause }
      }
    }
  }

  @Test func `keys that playerctld sends at each interval go to the music`() async {
    await #expect(processExitsWith: .success) {
      await MediaPlayerScenario.run { scenario in
        let mark = scenario.desktop.monitor.mark
        _ = try await scenario.desktop.processes.start("playerctld", [], environment: scenario.desktop.environment)
        try await scenario.desktop.monitor.owner(of: "org.mpris.MediaPlayer2.playerctld", from: mark)
        let music = try await scenario.startMusic("Playing")
        for interval in 1...4 {
          await scenario.show(.run.with { ($0.trackID, $0.keys) = ("\(interval)", .unlessOthersPlay) })
          try await scenario.desktop.run("playerctl", ["--player=playerctld", "play-pause"])
          _ = try await music.output.first("key \(interval)", from: interval - 1) { $0 == "PlayPause" }
        }
        #expect(scenario.commands.count == 0)
      }
    }
  }
}

extension MediaPlayerScenario {
  /// Starts another player, which prints each command that it receives.
  fileprivate func startMusic(_ status: String, name: String = "music") async throws -> TestProcess {
    let mark = desktop.monitor.mark
    let process = try await desktop.processes.start(
      "python3", ["\(packageRoot)/Tests/foreign/music_player.py", name, status], environment: desktop.environment)
    try await desktop.monitor.owner(of: "org.mpris.MediaPlayer2.\(name)", from: mark)
    return process
  }

  /// Returns how many times a player was asked for its state, after all questions so far are on the bus.
  fileprivate func questionCount() async throws -> Int {
    #expect(await player.check(within: generousLimit) == nil)
    let mark = desktop.monitor.mark
    _ = try await hasOwner()
    _ = try await desktop.monitor.first("the last message", from: mark) { $0.member == "NameHasOwner" }
    return desktop.monitor.messages.count {
      $0.kind == .call && $0.member == "Get" && $0.arguments.last?.string == "PlaybackStatus"
    }
  }
}
