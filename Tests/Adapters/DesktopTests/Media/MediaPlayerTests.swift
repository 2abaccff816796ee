import Desktop
import Concurrency
import TestSupport
import TestTraits
import Testing

/// What holds for every media player: the real one, asked by playerctl, and the one in memory that other tests use.
@Suite(.ownProcess, .serialized, .timeLimit(.minutes(2))) struct MediaPlayerTests {
  /// Drives a player, looks at the title that is to be seen from outside, and presses keys.
  static func expectToBehave(
    _ player: some MediaPlayer, title: () async throws -> String?, press: (MediaCommand) async throws -> Void
  ) async throws {
    #expect(await player.test(within: generousLimit) == nil)
    var shown = try await title()
    #expect(shown == nil)
    player.show(.run)
    player.show(.run.with { $0.title = "Walk 40 s" })
    #expect(await player.test(within: generousLimit) == nil)
    shown = try await title()
    #expect(shown == "Walk 40 s")
    var commands = player.commands.makeAsyncIterator()
    for command in MediaCommand.allCases {
      try await press(command)
      let told = await commands.next()
      #expect(told == command)
    }
    player.show(.run.with { $0.canGoPrevious = false })
    #expect(await player.test(within: generousLimit) == nil)
    try await press(.previous)
    try await press(.stop)
    let told = await commands.next()
    #expect(told == .stop)
    player.close()
    #expect(await player.test(within: generousLimit) == nil)
    shown = try await title()
    #expect(shown == nil)
    player.show(.run)
    await player.shutDown(within: generousLimit)
    shown = try await title()
    #expect(shown == nil)
    let last = await commands.next()
    #expect(last == nil)
  }

  @Test func `in memory`() async throws {
    let player = InMemoryMediaPlayer()
    try await Self.expectToBehave(player, title: { player.shown?.title }, press: { player.press($0) })
    #expect(player.calls.elements.suffix(3) == [.close, .show(.run), .shutDown])
  }

  @Test func `in memory, where it cannot be visible`() async {
    let player = InMemoryMediaPlayer(MediaPlayerFailure(.noSessionBus))
    player.show(.run)
    #expect(player.shown == nil)
    #expect(await player.test(within: generousLimit)?.code == .noSessionBus)
  }

  @Test func `on a session bus, with playerctl`() async {
    await #expect(processExitsWith: .success) {
      do {
        try await Desktop.with { desktop in
          desktop.adopt()
          try await MediaPlayerTests.expectToBehave(
            SessionBusMediaPlayer(
              applicationName: "intervald", desktopEntry: "intervald", sessionBus: desktop.busAddress),
            title: {
              let result = try await Invocation.run("playerctl", ["--player=intervald", "metadata", "xesam:title"])
              return result.status == 0 ? result.answer : nil
            },
            press: { command in
              let verb = command == .playPause ? "play-pause" : "\(command)"
              _ = try await Invocation.run("playerctl", ["--player=intervald", verb])
            })
        }
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
