import TestSupport

/// The screen and the pointer of a desktop.
protocol DesktopScreen: Sendable {
  /// Writes a picture of the screen without the pointer, in the format PPM.
  func takePicture(to path: String) async throws

  func movePointer(to point: ScreenPoint) async throws

  /// Presses and releases the first button of the pointer.
  func click() async throws
}

/// The screen of a desktop's X server.
struct XScreen: DesktopScreen {
  let desktop: Desktop

  func takePicture(to path: String) async throws {
    try await desktop.run("import", ["-silent", "-window", "root", "ppm:\(path)"])
  }

  func movePointer(to point: ScreenPoint) async throws {
    try await desktop.run("xdotool", ["mousemove", "\(point.x)", "\(point.y)"])
  }

  func click() async throws {
    try await desktop.run("xdotool", ["click", "1"])
  }
}

/// The screen of sway, without a monitor.
struct SwayScreen: DesktopScreen {
  let desktop: Desktop
  /// Complete environment of the clients of sway.
  let environment: [String: String]

  /// Starts sway with a pointer, and returns when clients can connect.
  static func start(on desktop: Desktop, _ environment: [String: String]) async throws -> SwayScreen {
    let configuration = try desktop.folder.write(
      """
      output * mode 800x600
      output * bg #34465a solid_color
      default_border none
      exec echo "$SWAYSOCK $WAYLAND_DISPLAY"

      """, to: "sway.conf")
    let variables = ["WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"]
    // sway does not run as root, so root starts it as another user in a user namespace.
    let namespace = "[ $(id -u) != 0 ] || set -- unshare --user --map-user=1000 --map-group=1000 \"$@\"; exec \"$@\""
    let sway = try await desktop.processes.start(
      "sh", ["-c", namespace, "sh", "sway", "--config", configuration],
      environment: environment.filter { $0.key != "DISPLAY" }.merging(variables) { $1 })
    let names = try await sway.output.first("sway") { $0.contains("sway-ipc") }.split(separator: " ").map(String.init)
    let clients = environment.merging(
      ["SWAYSOCK": names[0], "WAYLAND_DISPLAY": names[1], "GDK_BACKEND": "wayland"]) { $1 }
    let pointer = try await desktop.processes.start(
      "python3", ["\(packageRoot)/Tests/foreign/wayland_pointer.py"], environment: clients)
    _ = try await pointer.output.first("the pointer") { $0 == "ready" }
    return SwayScreen(desktop: desktop, environment: clients)
  }

  func takePicture(to path: String) async throws {
    try await run("grim", "-t", "ppm", path)
  }

  func movePointer(to point: ScreenPoint) async throws {
    try await run("swaymsg", "--quiet", "seat - cursor set \(point.x) \(point.y)")
  }

  func click() async throws {
    try await run("swaymsg", "--quiet", "seat - cursor press button1, seat - cursor release button1")
  }

  /// Runs a client of sway until it ends, and returns its standard output.
  @discardableResult
  func run(_ program: String, _ arguments: String...) async throws -> [String] {
    let process = try await desktop.processes.start(program, arguments, environment: environment)
    try await process.end()
    return process.output.elements
  }
}

/// The screen of GNOME Shell, without a monitor.
struct ShellScreen: DesktopScreen {
  let desktop: Desktop
  let shell: TestProcess
  /// Complete environment of the clients of the shell.
  let environment: [String: String]

  /// Starts GNOME Shell, and returns when its notification server is ready.
  static func start(on desktop: Desktop, _ environment: [String: String]) async throws -> ShellScreen {
    // Without animations, a picture shows either the old or the new notification.
    try desktop.folder.write(
      """
      [org/gnome/desktop/interface]
      enable-animations=false

      [org/gnome/desktop/background]
      picture-options='none'
      primary-color='#34465a'

      [org/gnome/shell]
      welcome-dialog-last-shown-version='99'

      """, to: "config/glib-2.0/settings/keyfile")
    // A test that runs as root has no lock screen. The shell then shows a warning, unless this file exists.
    try desktop.folder.write("", to: "data/gnome-shell/lock-warning-shown")
    // The shell requires a system bus, but does not need its services.
    let environment = try await SystemBus.start(on: desktop).environment.merging(environment) { $1 }.merging([
      "XDG_CURRENT_DESKTOP": "GNOME", "WAYLAND_DISPLAY": "wayland-0",
    ]) { $1 }
    let shell = try await desktop.processes.start(
      "gnome-shell", ["--headless", "--virtual-monitor", "800x600", "--wayland", "--no-x11", "--unsafe-mode"],
      environment: environment)
    _ = try await shell.errors.first("GNOME Shell") { $0.contains("GNOME Shell started") }
    let screen = ShellScreen(desktop: desktop, shell: shell, environment: environment)
    // A banner normally disappears after 4 s, and reading a picture can take longer on a busy machine.
    try await screen.evaluate(
      """
      imports.ui.messageTray.NOTIFICATION_TIMEOUT = 60000;
      Main.overview.hide();
      Main.messageTray.getSources().forEach(source => source.destroy());
      global.testPointer = imports.gi.Clutter.get_default_backend().get_default_seat()
        .create_virtual_device(imports.gi.Clutter.InputDeviceType.POINTER_DEVICE);
      """)
    let mark = desktop.monitor.mark
    _ = try await desktop.processes.start(
      "gjs", ["/usr/share/gnome-shell/org.gnome.Shell.Notifications"], environment: environment)
    try await desktop.monitor.owner(of: NotificationServer.name, from: mark)
    return screen
  }

  func takePicture(to path: String) async throws {
    try await desktop.run(
      "busctl",
      [
        "--user", "call", "org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot", "org.gnome.Shell.Screenshot",
        "Screenshot", "bbs", "false", "false", "\(path).png",
      ])
    try await desktop.run("convert", ["\(path).png", "-depth", "8", "ppm:\(path)"])
  }

  func movePointer(to point: ScreenPoint) async throws {
    try await evaluate("global.testPointer.notify_absolute_motion(GLib.get_monotonic_time(), \(point.x), \(point.y))")
  }

  func click() async throws {
    try await evaluate(
      "for (let state of [1, 0]) global.testPointer.notify_button(GLib.get_monotonic_time(), 1, state)")
  }

  /// Evaluates JavaScript in the shell, and returns the result as JSON.
  @discardableResult
  func evaluate(_ script: String) async throws -> String {
    let reply = try await desktop.run(
      "busctl",
      [
        "--user", "call", "org.gnome.Shell", "/org/gnome/Shell", "org.gnome.Shell", "Eval", "s",
        "const {GLib} = imports.gi; \(script)",
      ]
    ).joined()
    guard reply.hasPrefix("bs true ") else { throw ScriptFailure(description: "\(script): \(reply)") }
    return String(reply.dropFirst("bs true ".count).dropFirst().dropLast())
  }

  /// The error for a script that the shell could not evaluate.
  struct ScriptFailure: Error, CustomStringConvertible {
    let description: String
  }
}
