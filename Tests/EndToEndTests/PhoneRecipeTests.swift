import ControlInterface
import TestSupport
import TestTraits
import Testing

/// The recipes for a phone or a watch in docs/desktop.md.
@Suite(.hangLimit) struct PhoneRecipeTests {
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

  @Test func `the recipe for KDE Connect sends each interval to the phone`() async throws {
    try await Desktop.with { desktop in
      // A phone is not available, so a program with the same options records them.
      let program = try desktop.folder.write(
        """
        #!/bin/sh
        printf '%s|' "$@" >> \(desktop.folder.path)/pings
        echo >> \(desktop.folder.path)/pings
        """, to: "kdeconnect-cli", mode: 0o700)
      let pings = try await desktop.processes.start(
        "tail", ["--follow=name", "--retry", desktop.folder.path(of: "pings")], environment: desktop.environment)
      let recipe = try Self.recipe(for: "kdeconnect-cli").map { $0.replacing("/usr/bin/kdeconnect-cli", with: program) }
      try await Self.run(recipe, on: desktop) { words in
        _ = try await pings.output.first(words) { $0.hasPrefix("--name|My phone|--ping-msg|\(words)") }
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
