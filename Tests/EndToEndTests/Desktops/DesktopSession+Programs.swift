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

  // MARK: - Do Not Disturb

  /// Switches Do Not Disturb on, as a user or a program of the desktop does.
  ///
  /// - Returns: A function that switches it off.
  func silence() async throws -> () async throws -> Void {
    switch kind {
    case .plasma:
      // Plasma ends Do Not Disturb when the program disconnects.
      let process = try await desktop.processes.start("python3", ["-c", Self.inhibition], environment: environment)
      _ = try await process.output.first("Do Not Disturb") { $0 == "on" }
      return { try await process.killAndWait() }
    case .lxqt:
      // The server reads this setting when it starts.
      try await server.killAndWait()
      let silent = try await startLXQt(doNotDisturb: true)
      return {
        try await silent.killAndWait()
        _ = try await startLXQt(doNotDisturb: false)
      }
    default:
      try await setSilence(true)
      return { try await setSilence(false) }
    }
  }

  private func startLXQt(doNotDisturb: Bool) async throws -> TestProcess {
    try desktop.folder.write("[General]\ndoNotDisturb=\(doNotDisturb)\n", to: "config/lxqt/notifications.conf")
    return try await Self.startServer(["lxqt-notificationd"], on: desktop, environment: environment)
  }

  private static let inhibition = """
    import dbus, signal
    server = dbus.SessionBus().get_object("org.freedesktop.Notifications", "/org/freedesktop/Notifications")
    server.Inhibit("", "a test", dbus.Dictionary(signature="sv"), dbus_interface="org.freedesktop.Notifications")
    print("on", flush=True)
    signal.pause()
    """

  private func setSilence(_ isOn: Bool) async throws {
    switch kind {
    case .gnome: try await run("gsettings", "set", "org.gnome.desktop.notifications", "show-banners", "\(!isOn)")
    case .mate: try await run("gsettings", "set", "org.mate.NotificationDaemon", "do-not-disturb", "\(isOn)")
    case .xfce:
      try await run(
        "xfconf-query", "-c", "xfce4-notifyd", "-p", "/do-not-disturb", "--create", "-t", "bool", "-s", "\(isOn)")
    case .mako: try await run("makoctl", "mode", isOn ? "-a" : "-r", "do-not-disturb")
    case .swaync: try await run("swaync-client", isOn ? "--dnd-on" : "--dnd-off")
    case .plasma, .lxqt: break
    }
  }

  // MARK: - Full screen

  /// Shows a white window in full screen, and returns when the window covers the screen.
  func coverScreen() async throws {
    let manager = kind.windowManager
    if let program = manager.first {
      _ = try await desktop.processes.start(
        program, Array(manager.dropFirst()), environment: environment.merging(["KWIN_COMPOSE": "N"]) { $1 })
      try await withTimeLimit("a window manager") {
        let question = ["get_num_desktops"]
        while try await Invocation.run("xdotool", question, environment: desktop.environment).status != 0 {
          try Task.checkCancellation()
        }
      }
    }
    let window =
      screen is XScreen
      ? ["ffplay", "-loglevel", "error", "-fs", "-f", "lavfi", "-i", "color=white:rate=1"]
      : ["foot", "--fullscreen", "--override=pad=20x20", "--override=colors.background=ffffff", "sleep", "infinity"]
    _ = try await desktop.processes.start(window[0], Array(window.dropFirst()), environment: environment)
    // Notifications do not reach the edge of the screen.
    _ = try await look("a window in full screen") { $0.isWhite(in: ScreenArea(x: 0, y: 0, width: 4, height: 600)) }
  }

  // MARK: - Media controls

  /// Waits until the media controls of the desktop show a title, if the desktop has media controls.
  func expectMediaControls(_ title: String) async throws {
    if let shell = screen as? ShellScreen {
      try await withTimeLimit("“\(title)” in the media controls") {
        while try await !shell.evaluate("\(Self.players).map(player => player.trackTitle)").contains(title) {
          try Task.checkCancellation()
        }
      }
    } else if kind == .plasma {
      let panel = ScreenArea(x: 0, y: 560, width: 800, height: 40)
      _ = try await look("“\(title)” in the panel") { picture in
        try await ScreenText.read(picture.path, area: panel, on: desktop).contains(title) ? true : nil
      }
    }
  }

  /// Calls the function of the pause button in the media controls of GNOME Shell.
  func pressMediaPause(_ shell: ShellScreen) async throws {
    try await shell.evaluate("\(Self.players).forEach(player => player.playPause())")
  }

  /// The media players that GNOME Shell shows: js/ui/mpris.js.
  private static let players = "[...Main.panel.statusArea.dateMenu._messageList._mediaSection._players.values()]"

  // MARK: - Cues

  /// Waits until a cue is on the screen, or is accepted by the server and not on the screen.
  ///
  /// Over a window in full screen, GNOME Shell shows the title outside the part of the screen that is read.
  func expect(_ title: String, then next: String, isShown: Bool, from mark: Int) async throws {
    let call = try await desktop.monitor.notification(title, from: mark)
    _ = try await desktop.monitor.number(of: call)
    if isShown {
      try await words("“\(title)”") { $0.contains(title) || $0.contains("Then \(next)") }
    } else {
      try await words("a screen without a notification") { $0.count("5 min") == 0 }
    }
  }
}
