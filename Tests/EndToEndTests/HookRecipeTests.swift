import ControlInterface
import TestSupport
import TestTraits
import Testing

/// The recipes with hooks in docs/desktop.md.
@Suite(.hangLimit) struct HookRecipeTests {
  /// In a hardened unit without its user manager, hooks run as children of the daemon, which have no network.
  @Test(.enabled(if: DaemonPlace.current == .process, "needs hooks that have a network"))
  func `the recipe for ntfy sends each interval with curl`() async throws {
    try await Desktop.with { desktop in
      // A public server and a phone are not available, so a local server records the messages.
      let server = try await desktop.processes.start(
        "python3", ["\(packageRoot)/Tests/foreign/push_server.py"], environment: desktop.environment)
      let port = try await server.output.first("the port") { !$0.isEmpty }
      let recipe = try Self.recipe(for: "curl").map {
        $0.replacing("https://ntfy.sh/my-secret-topic", with: "http://127.0.0.1:\(port)/topic")
      }
      try await Self.run(recipe, on: desktop) { words in
        _ = try await server.output.first(words) { $0.hasPrefix("/topic|Interval timer|high|\(words)") }
      }
    }
  }

  @Test(arguments: [
    ("kdeconnect-cli", ["--name|My phone|--ping-msg|run 10 min|", "--ping-msg|walk 10 min|", "--ping-msg|finished: "]),
    ("mosquitto_pub", ["--topic|intervald/interval|--message|run 10 min|", "|walk 10 min|", "|finished: "]),
    ("timew", ["start|workout|", "start|workout|", "stop|workout|"]),
  ])
  func `a recipe calls its program for each interval`(program: String, calls: [String]) async throws {
    try await Desktop.with { desktop in
      // A phone, a broker and a user's records are not available, so a program with the same options records them.
      let substitute = try desktop.folder.write(
        """
        #!/bin/sh
        printf '%s|' "$@" >> \(desktop.folder.path)/calls
        echo >> \(desktop.folder.path)/calls
        """, to: program, mode: 0o700)
      let recorded = try await desktop.processes.start(
        "tail", ["--follow=name", "--retry", desktop.folder.path(of: "calls")], environment: desktop.environment)
      let recipe = try Self.recipe(for: program).map { $0.replacing("/usr/bin/\(program)", with: substitute) }
      try await Self.run(recipe, on: desktop) { words in
        let call = words.hasPrefix("run") ? calls[0] : words.hasPrefix("walk") ? calls[1] : calls[2]
        _ = try await recorded.output.first(words) { $0.contains(call) }
      }
    }
  }

  /// The hooks with a program in docs/desktop.md.
  private static func recipe(for program: String) throws -> [String] {
    let lines = try packageFile("docs/desktop.md").split(separator: "\n").map { $0.trimmingPrefix("    ") }
    let hooks = lines.filter { $0.hasPrefix("hook ") && $0.contains("/\(program)\"") }.map(String.init)
    #expect(!hooks.isEmpty)
    return hooks
  }

  /// Runs a workout of two intervals with hooks.
  ///
  /// `arrival` waits until the words of a hook have arrived. Only then, a command ends the interval.
  private static func run(
    _ hooks: [String], on desktop: Desktop, awaiting arrival: (_ words: String) async throws -> Void
  ) async throws {
    try desktop.folder.write(
      (["sound off", "notify off"] + hooks).joined(separator: "\n") + "\n", to: "config/intervald/intervald.conf")
    let daemon = try await DaemonProcess.start(on: desktop)
    let client = try await daemon.connect()
    _ = try await client.start(plan: "lead-in off\n10m run, 10m walk")
    for words in ["run 10 min", "walk 10 min"] {
      try await arrival(words)
      _ = try await client.next(out: false)
    }
    try await arrival("finished: ")
  }
}
