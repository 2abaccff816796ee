import Glibc

/// A real notification server on a test's desktop: dunst.
package struct NotificationServer: Sendable {
  package static let name = "org.freedesktop.Notifications"

  package let process: TestProcess
  private let desktop: Desktop

  /// Starts dunst, and returns when dunst owns its bus name.
  ///
  /// If the bus was restarted, `monitor` must be the monitor of the new bus. dunst searches for icons in `iconFolders`
  /// first; see `icon_path` in dunst(5).
  package static func start(
    on desktop: Desktop, monitor: BusMonitor? = nil, iconFolders: String = ""
  ) async throws -> NotificationServer {
    let monitor = monitor ?? desktop.monitor
    let mark = monitor.mark
    let arguments = try writeConfiguration(on: desktop, iconFolders: iconFolders)
    let process = try await desktop.processes.start("dunst", arguments, environment: desktop.environment)
    try await monitor.owner(of: name, from: mark)
    return NotificationServer(process: process, desktop: desktop)
  }

  /// Configures the bus to start dunst at the first call of a notification server.
  package static func makeActivatable(on desktop: Desktop) async throws {
    let arguments = try writeConfiguration(on: desktop, iconFolders: "")
    try desktop.folder.write(
      """
      [D-BUS Service]
      Name=\(name)
      Exec=/usr/bin/env dunst \(arguments.joined(separator: " "))
      """, to: "services/dunst.service")
    try await desktop.run(
      "busctl", ["--user", "call", "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ReloadConfig"])
  }

  /// Presses the button with this label through dunst's menu of actions.
  package func press(_ label: String) async throws {
    try desktop.folder.write("#\(label) ", to: "press")
    // A notification that dunst has received may not be on the screen yet.
    let isShown = "until [ \"$(dunstctl count displayed)\" != 0 ]; do sleep 0.05; done"
    try await desktop.run("sh", ["-c", isShown + "; exec dunstctl context"])
  }

  /// Closes the notification, as a user does with the mouse.
  package func dismiss() async throws {
    try await desktop.run("dunstctl", ["close"])
  }

  /// Returns the number of notifications on the screen.
  package func displayedCount() async throws -> Int? {
    try await desktop.run("dunstctl", ["count", "displayed"]).first.flatMap { Int($0) }
  }

  /// Makes dunst hang: SIGSTOP.
  package func hang() {
    process.send(SIGSTOP)
  }

  /// Makes dunst continue after a hang: SIGCONT.
  package func resume() {
    process.send(SIGCONT)
  }

  private static func writeConfiguration(on desktop: Desktop, iconFolders: String) throws -> [String] {
    let menu = try desktop.folder.write(
      """
      #!/bin/sh
      # dunst's menu: reads the actions, and prints the one to press.
      exec grep -m1 -F -f \(desktop.folder.path)/press
      """, to: "menu", mode: 0o700)
    let configuration = try desktop.folder.write(
      """
      [global]
      dmenu = \(menu)
      font = Sans 11
      width = 360
      height = 300
      offset = 24x24
      frame_width = 1
      frame_color = "#3a3f4b"
      corner_radius = 8
      padding = 14
      horizontal_padding = 16
      text_icon_padding = 14
      icon_position = left
      min_icon_size = 48
      max_icon_size = 48
      icon_path = "\(iconFolders)"
      markup = full
      format = "<b>%s</b>\\n%b"
      progress_bar = true
      progress_bar_height = 6
      progress_bar_frame_width = 0
      progress_bar_min_width = 328
      progress_bar_max_width = 328
      show_indicators = no

      [urgency_normal]
      background = "#20232b"
      foreground = "#e8eaf0"
      highlight = "#ff7a45"
      timeout = 10
      """, to: "dunstrc")
    return ["-config", configuration]
  }
}
