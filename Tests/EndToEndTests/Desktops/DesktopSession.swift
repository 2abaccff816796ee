import FoundationEssentials
import TestSupport

/// A running desktop with a notification server.
struct DesktopSession {
  let kind: RealDesktop
  let desktop: Desktop
  let screen: any DesktopScreen
  /// Complete environment of the desktop's programs.
  let environment: [String: String]
  /// The main process of the desktop, which draws the notifications.
  let server: TestProcess
  let memory = ScreenMemory()

  /// The settings of the desktop are in a file, so that its programs and the daemon share them.
  static let settings = ["GSETTINGS_BACKEND": "keyfile"]

  /// Starts the programs of a desktop on a private session bus, and returns when the notification server is ready.
  static func start(_ kind: RealDesktop, on desktop: Desktop) async throws -> DesktopSession {
    // A desktop ignores a desktop file whose program is not in `PATH`.
    let programs = try BuiltProgram.path(of: "") + ":" + (desktop.environment["PATH"] ?? "")
    let environment = desktop.environment.merging(settings) { $1 }
      .merging(["NO_AT_BRIDGE": "1", "PATH": programs]) { $1 }
    func session(_ screen: any DesktopScreen, _ environment: [String: String], _ server: TestProcess) -> Self {
      DesktopSession(kind: kind, desktop: desktop, screen: screen, environment: environment, server: server)
    }
    switch kind {
    case .gnome:
      let screen = try await ShellScreen.start(on: desktop, environment)
      return session(screen, screen.environment, screen.shell)
    case .mako, .swaync:
      let screen = try await SwayScreen.start(on: desktop, environment)
      try desktop.folder.write("[mode=do-not-disturb]\ninvisible=1\n", to: "config/mako/config")
      let server = try await startServer([kind.rawValue], on: desktop, environment: screen.environment)
      return session(screen, screen.environment, server)
    case .plasma:
      try await makeActivatable(["org.kde.ActivityManager", "org.kde.kglobalaccel"], on: desktop)
      try writePlasmaConfiguration(on: desktop)
      let variables = ["QT_QUICK_BACKEND": "software", "KDE_FULL_SESSION": "true", "KDE_SESSION_VERSION": "5"]
      let environment = environment.merging(variables) { $1 }
      let server = try await startServer(["plasmashell", "--no-respawn"], on: desktop, environment: environment)
      return session(XScreen(desktop: desktop), environment, server)
    case .xfce, .mate, .lxqt:
      if kind == .xfce { try await makeActivatable(["org.xfce.Xfconf"], on: desktop) }
      let server = try await startServer(try command(of: kind), on: desktop, environment: environment)
      return session(XScreen(desktop: desktop), environment, server)
    }
  }

  static func startServer(
    _ command: [String], on desktop: Desktop, environment: [String: String]
  ) async throws -> TestProcess {
    let mark = desktop.monitor.mark
    let server = try await desktop.processes.start(command[0], Array(command.dropFirst()), environment: environment)
    try await desktop.monitor.owner(of: NotificationServer.name, from: mark)
    return server
  }

  /// Returns the command that starts the server; the folder of some programs depends on the architecture.
  private static func command(of kind: RealDesktop) throws -> [String] {
    switch kind {
    case .xfce: [try program(of: "org.xfce.xfce4-notifyd.Notifications")]
    case .mate: [try program(of: "org.freedesktop.mate.Notifications")]
    default: ["lxqt-notificationd"]
    }
  }

  private static func program(of service: String) throws -> String {
    let file = try textFile("\(RealDesktop.services)\(service).service")
    let line = file.split(separator: "\n").first { $0.hasPrefix("Exec=") }
    return String((line ?? "").dropFirst("Exec=".count))
  }

  /// Configures the bus to start services that are installed.
  private static func makeActivatable(_ services: [String], on desktop: Desktop) async throws {
    for service in services {
      try desktop.folder.write(
        try textFile("\(RealDesktop.services)\(service).service"), to: "services/\(service).service")
    }
    try await desktop.run(
      "busctl", ["--user", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ReloadConfig"])
  }

  /// Writes the settings of a panel with notifications and media controls.
  private static func writePlasmaConfiguration(on desktop: Desktop) throws {
    try desktop.folder.write(
      """
      [Containments][1]
      formfactor=0
      lastScreen=0
      location=0
      plugin=org.kde.plasma.folder

      [Containments][2]
      formfactor=2
      lastScreen=0
      location=4
      plugin=org.kde.panel

      [Containments][2][Applets][3]
      plugin=org.kde.plasma.notifications

      [Containments][2][Applets][4]
      plugin=org.kde.plasma.mediacontroller
      """, to: "config/plasma-org.kde.plasma.desktop-appletsrc")
  }
}
