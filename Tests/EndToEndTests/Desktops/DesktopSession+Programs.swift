import ControlInterface
import TestSupport

/// The programs and the settings of a desktop.
extension DesktopSession {
  /// Runs a program of the desktop until it ends, and returns its standard output.
  @discardableResult
  func run(_ program: String, _ arguments: String...) async throws -> [String] {
    let process = try await desktop.processes.start(program, arguments, environment: environment)
    try await process.end()
    return process.output.elements
  }

  /// Starts the daemon, which reads the same settings as the desktop.
  func startDaemon() async throws -> DaemonProcess {
    try await DaemonProcess.start(on: desktop, Self.settings)
  }

  /// Sets `notify-urgency critical` for the next workouts.
  func useCriticalUrgency(_ client: WorkoutClient) async throws {
    try desktop.folder.write("notify-urgency critical\n", to: "config/intervald/intervald.conf")
    _ = try await client.reload()
  }

  // MARK: - Stored notifications

  /// Waits until the server stores only one notification, or fewer.
  func expectAtMostOneNotification() async throws {
    try await withTimeLimit("at most one notification") {
      while try await storedCount() > 1 { try Task.checkCancellation() }
    }
  }

  /// Returns the number of notifications that the server stores.
  private func storedCount() async throws -> Int {
    switch kind {
    case .gnome:
      guard let shell = screen as? ShellScreen else { return 0 }
      let script = "Main.messageTray.getSources().flatMap(source => source.notifications).length"
      return Int(try await shell.evaluate(script)) ?? 0
    case .mako: return try await run("makoctl", "list").joined().split(separator: "app-name").count - 1
    case .swaync: return Int(try await run("swaync-client", "--count").joined()) ?? 0
    // These servers do not report the number.
    case .plasma, .xfce, .mate, .lxqt: return openCount
    }
  }

  /// The number of notifications that the server has accepted and not closed, according to its messages on the bus.
  private var openCount: Int {
    let messages = desktop.monitor.messages
    let calls = Set(messages.compactMap { NotifyCall($0)?.message.cookie })
    var open: Set<Int64> = []
    for message in messages {
      guard let number = message.arguments.first?.integer else { continue }
      if message.kind == .reply, message.repliesTo.map(calls.contains) == true { open.insert(number) }
      if message.kind == .signal, message.member == "NotificationClosed" { open.remove(number) }
    }
    return open.count
  }
}
