import Concurrency
import Desktop
import TestSupport
import TestTraits
import Testing

/// Tests that both the real media player and the in-memory player of other tests must pass.
@Suite(.ownProcess, .serialized, .hangLimit) struct MediaPlayerTests {
  /// Checks the visible title of a player, and the player's reaction to keys.
  static func expectConformance(
    _ player: some MediaPlayer, title: () async throws -> String?, press: (MediaCommand) async throws -> Void
  ) async throws {
    #expect(await player.check(within: generousLimit) == nil)
    var shown = try await title()
    #expect(shown == nil)
    player.show(.run)
    player.show(.run.with { $0.title = "Walk 40 s" })
    #expect(await player.check(within: generousLimit) == nil)
    shown = try await title()
    #expect(shown == "Walk 40 s")
    var commands = player.commands.makeAsyncIterator()
    for command in MediaCommand.allCases {
      try await press(command)
      let received = await commands.next()
      #expect(received == command)
    }
    player.close()
    #expect(await player.check(within: generousLimit) == nil)
    shown = try await title()
    #expect(shown == nil)
    player.show(.run)
    await player.shutDown(within: generousLimit)
    shown = try await title()
    #expect(shown == nil)
    let last = await commands.next()
    #expect(last == nil)
  }

  @Test func `the in-memory media player meets the requirements`() async throws {
    let player = InMemoryMediaPlayer()
    try await Self.expectConformance(player, title: { player.shown?.title }, press: { player.press($0) })
    #expect(player.calls.elements.suffix(3) == [.close, .show(.run), .shutDown])
  }

  @Test func `an in-memory media player with a failure shows nothing, and reports the failure`() async {
    let player = InMemoryMediaPlayer(MediaPlayerFailure(.noSessionBus))
    player.show(.run)
    #expect(player.shown == nil)
    #expect(await player.check(within: generousLimit)?.code == .noSessionBus)
  }

  @Test func `the media player on a session bus meets the requirements`() async {
    await #expect(processExitsWith: .success) {
      do {
        try await Desktop.with { desktop in
          desktop.adopt()
          try await MediaPlayerTests.expectConformance(
            SessionBusMediaPlayer(
              identity: "Interval timer", busName: "intervald", desktopEntry: "intervald",
              sessionBus: desktop.busAddress),
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
