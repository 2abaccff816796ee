import FoundationEssentials
import TestSupport
import Testing

/// A desktop environment, or a notification server on a compositor, whose real programs a test starts.
enum RealDesktop: String, CaseIterable, CustomTestStringConvertible {
  case gnome
  case plasma
  case xfce
  case mate
  case lxqt
  case mako
  case swaync

  var testDescription: String { rawValue }

  /// Files of the packages that `.ci/desktops` installs for this desktop.
  private var files: [String] {
    switch self {
    case .gnome: ["/usr/bin/gnome-shell", "/usr/bin/gjs"]
    case .plasma: ["/usr/bin/plasmashell", "/usr/share/plasma/shells/org.kde.plasma.desktop"]
    case .xfce: [Self.services + "org.xfce.xfce4-notifyd.Notifications.service", "/usr/bin/xfconf-query"]
    case .mate: [Self.services + "org.freedesktop.mate.Notifications.service"]
    case .lxqt: ["/usr/bin/lxqt-notificationd"]
    case .mako: ["/usr/bin/sway", "/usr/bin/mako"]
    case .swaync: ["/usr/bin/sway", "/usr/bin/swaync"]
    }
  }

  /// Folder of the services that the session bus can start.
  static let services = "/usr/share/dbus-1/services/"

  /// Programs that take pictures of a screen, read them, move the pointer, and show a window in full screen.
  private static let tools = ["convert", "tesseract", "xdotool", "grim", "foot", "ffplay"]

  private var isInstalled: Bool {
    let programs = (windowManager.prefix(1) + Self.tools).map { "/usr/bin/\($0)" }
    return (files + programs).allSatisfy { FileManager.default.fileExists(atPath: $0) }
  }

  static let installed = allCases.filter(\.isInstalled)

  static let missing = allCases.filter { !$0.isInstalled }

  /// The reason for skipping the tests of the missing desktops.
  static var requirement: Comment {
    "requires `.ci/desktops`; not installed: \(missing.map(\.rawValue).joined(separator: ", "))"
  }

  /// Folder for the pictures of the notification, or nil if no pictures are taken.
  static let pictureFolder = ProcessInfo.processInfo.environment["INTERVALD_DESKTOP_PICTURES"]

  /// The window manager of a desktop that uses an X server; otherwise empty.
  var windowManager: [String] {
    switch self {
    case .plasma: ["kwin_x11"]
    case .xfce: ["xfwm4", "--compositor=off"]
    case .mate: ["marco", "--no-composite"]
    case .lxqt: ["openbox"]
    case .gnome, .mako, .swaync: []
    }
  }

  /// Whether the daemon can find out that Do Not Disturb is on.
  var reportsSilence: Bool { self != .lxqt }

  /// Whether Do Not Disturb hides critical notifications as well, with the settings of the test.
  var silencesCritical: Bool {
    switch self {
    case .gnome, .plasma, .xfce, .swaync: false
    case .mate, .lxqt, .mako: true
    }
  }

  /// Whether a window in full screen hides cues.
  var hidesInFullScreen: Bool { self == .plasma || self == .mako }

  /// Whether a window in full screen hides critical notifications.
  var hidesCriticalInFullScreen: Bool { self == .mako }

  /// Whether the server draws the actions of a notification as buttons.
  ///
  /// mako draws no buttons by design. `makoctl invoke` and `makoctl menu` invoke the actions.
  var hasButtons: Bool { self != .mako }

  /// The part of the screen in which notifications appear, without panels.
  var notificationArea: ScreenArea {
    switch self {
    case .gnome: ScreenArea(x: 0, y: 34, width: 800, height: 300)
    case .plasma: ScreenArea(x: 0, y: 260, width: 800, height: 300)
    case .lxqt: ScreenArea(x: 0, y: 300, width: 800, height: 300)
    case .xfce, .mate, .mako, .swaync: ScreenArea(x: 0, y: 0, width: 800, height: 300)
    }
  }
}

/// A rectangle on a screen, in pixels.
struct ScreenArea {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The area in the notation of ImageMagick and X.
  var geometry: String { "\(width)x\(height)+\(x)+\(y)" }

  var centre: ScreenPoint { ScreenPoint(x: x + width / 2, y: y + height / 2) }
}

/// A position on a screen, in pixels from its top left corner.
struct ScreenPoint {
  var x: Int
  var y: Int
}
