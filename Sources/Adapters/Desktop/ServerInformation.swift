/// The address of notification servers on the session bus.
enum NotificationService {
  /// The well-known name, which is also the name of the interface.
  static let name = "org.freedesktop.Notifications"
  static let path = "/org/freedesktop/Notifications"
}

/// The identity and the capabilities that a notification server reports.
package struct ServerInformation: Equatable, Sendable {
  package var name: String
  package var vendor: String
  package var version: String
  package var capabilities: Set<String>

  package init(name: String, vendor: String, version: String, capabilities: Set<String>) {
    self.name = name
    self.vendor = vendor
    self.version = version
    self.capabilities = capabilities
  }
}

/// The differences between known servers that their capabilities do not show.
extension ServerInformation {
  /// Whether the server draws the buttons of a notification.
  ///
  /// dunst, mako and fnott report the capability `actions`, but draw no buttons. dunst draws at most the indicator “(A)”
  /// (dunst(5), `show_indicators` and section ACTIONS). In mako, actions require `makoctl` or a mouse binding (mako(5)),
  /// and in fnott, `fnottctl actions`.
  var drawsButtons: Bool { canPressButtons && name != "dunst" }

  /// Whether the buttons can be pressed with the pointer, with the default settings of the server.
  ///
  /// dunst opens a menu of the buttons at a middle click (dunst(5), `do_action`).
  package var canPressButtons: Bool { capabilities.contains("actions") && name != "mako" && name != "fnott" }

  /// Whether the server draws the picture of the hint `image-path`.
  ///
  /// LXQt 1.2 draws only an icon that is sent by its name, and no picture if the hint exists.
  var readsImagePath: Bool { name != "lxqt-notificationd" || majorVersion.map { $0 >= 2 } ?? false }

  /// Whether the server draws the progress of a notification beside its text.
  ///
  /// Other servers ignore the progress. xfce4-notifyd shows only the progress, without text and buttons.
  var drawsProgress: Bool {
    ["dunst", "mako", "SwayNotificationCenter"].contains(name)
  }

  /// Whether the server shows the lines of a body as one line.
  var joinsLines: Bool { isGNOMEShell }

  /// Whether a click on a notification without the action `default` starts the program of the desktop file.
  var startsProgramAtClick: Bool {
    isGNOMEShell || name.lowercased() == "cinnamon" || name == "Budgie Notification Server"
  }

  /// Whether the server leaves a closed notification on the screen, where it hides all later ones.
  ///
  /// The server updates a notification, and removes a notification that expires.
  var ignoresClosing: Bool { name == "Notification Daemon" && !isMATE }

  /// Whether an update of a visible notification can be invisible or incomplete.
  ///
  /// GNOME Shell up to version 45 clears the buttons of the banner, and adds the new buttons only to later banners
  /// (js/ui/messageTray.js). The servers of Xfce and MATE do not raise a notification above a window in full screen that
  /// covers it.
  var updatesIncompletely: Bool {
    switch name {
    case "gnome-shell": majorVersion.map { $0 <= 45 } ?? false
    case "Xfce Notify Daemon": true
    default: isMATE
    }
  }

  /// Whether a notification of normal urgency can stay hidden during a whole workout.
  ///
  /// GNOME Shell removes its banner after four seconds. It shows no banner at all over a window in full screen, or while
  /// the banner of another program waits for the user's return (js/ui/messageTray.js).
  var hidesNormalUrgency: Bool { isGNOMEShell }

  private var isGNOMEShell: Bool { name == "gnome-shell" }

  /// Whether the server is the one of MATE, whose name is a general term.
  var isMATE: Bool { name == "Notification Daemon" && vendor == "MATE" }

  private var majorVersion: Int? { Int(version.prefix { $0.isASCII && $0.isNumber }) }
}
