import Concurrency
import MessageBus

/// Where a notification server or its desktop reports whether Do Not Disturb is on.
enum SilenceSource: Equatable, Sendable {
  /// A property of the server's object; true means that notifications are hidden.
  case property(String, of: String)
  /// A method that returns true if notifications are hidden.
  case method(BusCall)
  /// A method that returns the names of the modes that are on, one of which hides notifications.
  case modes(BusCall, silent: String)
  /// A setting of GSettings, and its value when notifications are hidden.
  case setting(schema: String, key: String, silent: Bool)
}

extension ServerInformation {
  /// Where the server reports Do Not Disturb; nil if this is unknown.
  ///
  /// Sources: Plasma, `Inhibited` (libnotificationmanager/server.h); dunst, `paused` (dbus.c); swaync, `GetDnd`
  /// (src/controlCenter); mako(5), `--mode`, whose manual uses the name `do-not-disturb`; and the settings of GNOME,
  /// Cinnamon, MATE and Xfce.
  var silenceSource: SilenceSource? {
    switch name.lowercased() {
    case "plasma": .property("Inhibited", of: NotificationService.name)
    case "dunst": .property("paused", of: "org.dunstproject.cmd0")
    case "swaynotificationcenter":
      .method(
        BusCall(
          "GetDnd", of: "org.erikreider.swaync.cc", at: "/org/erikreider/swaync/cc", on: "org.erikreider.swaync.cc"))
    case "mako":
      .modes(
        BusCall("ListModes", of: "fr.emersion.Mako", at: "/fr/emersion/Mako", on: NotificationService.name),
        silent: "do-not-disturb")
    case "xfce notify daemon":
      .method(
        BusCall(
          "GetProperty", of: "org.xfce.Xfconf", at: "/org/xfce/Xfconf", on: "org.xfce.Xfconf",
          [.string("xfce4-notifyd"), .string("/do-not-disturb")]))
    case "gnome-shell": .setting(schema: "org.gnome.desktop.notifications", key: "show-banners", silent: false)
    case "cinnamon":
      .setting(schema: "org.cinnamon.desktop.notifications", key: "display-notifications", silent: false)
    case "notification daemon" where isMATE:
      .setting(schema: "org.mate.NotificationDaemon", key: "do-not-disturb", silent: true)
    default: nil
    }
  }
}

/// Do Not Disturb.
extension LibnotifyNotifier {
  /// Whether a setting of the desktop hides notifications; false on servers without such a setting.
  var isSilenced: Bool { silenceSetting?.isSilent ?? false }

  /// Finds out whether Do Not Disturb hides notifications; the answer is nil if this is unknown.
  func querySilence(within limit: Duration, answer: @escaping @Sendable (Bool?) -> Void) {
    guard case .ready(let information) = server, let bus else { return answer(nil) }
    switch information.silenceSource {
    case nil: answer(nil)
    case .setting: answer(silenceSetting?.isSilent)
    case .property(let name, let interface):
      let call = BusCall(
        "Get", of: "org.freedesktop.DBus.Properties", at: NotificationService.path, on: NotificationService.name,
        [.string(interface), .string(name)])
      bus.call(call, within: limit) { answer($0.firstBoolean) }
    case .method(let call): bus.call(call, within: limit) { answer($0.firstBoolean) }
    case .modes(let call, let silent):
      bus.call(call, within: limit) { answer(try? $0.get().arguments.flatMap(\.allStrings).contains(silent)) }
    }
  }
}

extension Result<BusReply, BusError> {
  /// The first value of the answer if it is a boolean, with or without a variant around it; otherwise nil.
  fileprivate var firstBoolean: Bool? {
    switch try? get().arguments.first {
    case .boolean(let value), .variant(.boolean(let value)): value
    default: nil
    }
  }
}
