import TestSupport

/// The two states of a desktop that can hide cues: Do Not Disturb, and a window in full screen.
extension DesktopSession {
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

  /// Changes the setting of the desktop.
  ///
  /// Has no effect on Plasma and LXQt, whose settings cannot be changed while they run.
  func setSilence(_ isOn: Bool) async throws {
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

  // MARK: - Cues

  /// Waits until a cue is on the screen, or is accepted by the server and not on the screen.
  ///
  /// Over a window in full screen, GNOME Shell shows the title outside the part of the screen that is read.
  func expect(_ title: String, then next: String, isShown: Bool, from mark: Int) async throws {
    let call = try await desktop.monitor.notification(title, from: mark)
    _ = try await desktop.monitor.number(of: call)
    if isShown {
      try await words("“\(title)”") { $0.contains(title) || $0.contains("Next: \(next)") }
    } else {
      try await words("a screen without a notification") { $0.count("5 min") == 0 }
    }
  }
}
