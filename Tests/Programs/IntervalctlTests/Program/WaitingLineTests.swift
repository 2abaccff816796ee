import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the line that names the services for which a command waits.
@Suite(.hangLimit, .serialized) struct WaitingLineTests {
  @Test(arguments: [
    ("test-cues run --channel voice", "waiting for the speech service (speech-dispatcher)…"),
    ("test-cues run --channel sound --channel hook", "waiting for the sound server and the hooks…"),
    ("test-cues run", "waiting for the notification server and the sound server…"),
    ("test-cues next", "waiting for the notification server…"), ("sensors", "waiting for sensors nearby…"),
    (
      "doctor",
      "waiting for intervald, the notification server, the sound server, the speech service and logind…"
    ),
  ])
  func `on a terminal, a line names the services until the daemon answers`(command: String, line: String) async throws {
    let (delay, end) = AsyncStream<Never>.makeStream()
    try await ProgramHome.with(daemon: ScriptedController(.init(delay: delay))) { home in
      try home.folder.write("cue start notification sound\n", to: "config/intervald/intervald.conf")
      let terminal = try await ProgramTerminal(in: home, columns: 120)
      try await terminal.enter("intervalctl \(command)")
      try await terminal.screen("the line") { $0.contains(line) }
      end.finish()
      try await terminal.screen("the result") { lines in
        lines.last == "$" && !lines.contains { $0.hasPrefix("waiting") }
      }
    }
  }

  @Test func `without a terminal, no line names the services`() async throws {
    let (delay, end) = AsyncStream<Never>.makeStream()
    end.finish()
    try await ProgramHome.with(daemon: ScriptedController(.init(delay: delay))) { home in
      let run = try await home.run(["test-cues", "run"])
      #expect(run.messages == [])
    }
  }
}
