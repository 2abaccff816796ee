import CGio
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

  /// The notifications that Do Not Disturb hides while it is on, with the default settings of the server.
  ///
  /// Sources: GNOME Shell (js/ui/messageTray.js, `showNotification`); Plasma (NotificationPopups, `urgencies`);
  /// xfce4-notifyd (xfce-notify-daemon.c, `notify_notify`); swaync (src/notiDaemon, `bypass_dnd`). MATE (daemon.c) and
  /// Cinnamon (js/ui/messageTray.js, `_updateState`) hide all notifications. So does dunst after
  /// `dunstctl set-paused true`. In mako, the rules of the user determine which notifications are hidden.
  var silence: Silence {
    ["gnome-shell", "plasma", "xfce notify daemon", "swaynotificationcenter"].contains(name.lowercased())
      ? .exceptCritical : .complete
  }
}

/// Do Not Disturb.
extension LibnotifyNotifier {
  /// The time limit for the server's answer.
  private static let silenceTimeout: Duration = .seconds(1)

  /// Whether a setting of the desktop hides notifications; false on servers without such a setting.
  var isSilenced: Bool { silenceSetting?.isSilent ?? false }

  /// The pause after a question; during the pause, a notification asks no other question.
  ///
  /// Each question wakes the process, so intervals of a few seconds do not ask at each cue.
  private static let silencePause: Duration = .seconds(10)

  /// Asks the server whether Do Not Disturb is on, for callers that wait.
  func querySilence(for callers: [SilenceCaller]) {
    for caller in callers { silenceCallers.addLatest(caller) }
    if !callers.isEmpty { querySilence() }
  }

  /// Asks the server again whether Do Not Disturb is on, unless it was asked a short time ago.
  func refreshSilence() {
    if lastSilenceQuestion.map({ .now - $0 >= Self.silencePause }) ?? true { querySilence() }
  }

  /// Asks the server whether Do Not Disturb is on, unless the server has not answered an earlier question yet.
  private func querySilence() {
    guard !isAskingForSilence else { return }
    (isAskingForSilence, lastSilenceQuestion) = (true, .now)
    guard case .ready(let information) = server, let bus else { return silenceAnswered(nil) }
    let answer: (Bool?) -> Void = { [weak self] isSilent in
      self?.assumeIsolated { $0.silenceAnswered(isSilent.map { $0 ? information.silence : .off }) }
    }
    switch information.silenceSource {
    case nil: answer(nil)
    case .setting: answer(silenceSetting?.isSilent)
    case .property(let name, let interface):
      let call = BusCall(
        "Get", of: "org.freedesktop.DBus.Properties", at: NotificationService.path, on: NotificationService.name,
        [.string(interface), .string(name)])
      bus.call(call, within: Self.silenceTimeout) { answer($0.firstBoolean) }
    case .method(let call): bus.call(call, within: Self.silenceTimeout) { answer($0.firstBoolean) }
    case .modes(let call, let silent):
      bus.call(call, within: Self.silenceTimeout) {
        answer(try? $0.get().arguments.flatMap(\.allStrings).contains(silent))
      }
    }
  }

  /// Publishes an answer, and passes it to all callers that wait; nil if it is unknown whether Do Not Disturb is on.
  func silenceAnswered(_ silence: Silence?) {
    isAskingForSilence = false
    lastSilence = silence
    for caller in silenceCallers {
      if let silence { caller.yield(silence) }
      caller.finish()
    }
    silenceCallers = []
  }
}

extension Result<BusReply, BusError> {
  /// The first value of the answer if it is a boolean, with or without a variant around it; otherwise nil.
  fileprivate var firstBoolean: Bool? { (try? get())?.arguments[0]?.unwrapped.boolean }
}

/// A setting of the desktop that hides notifications: a key of a `GSettings`.
///
/// Only the GLib thread uses the object. Changes of the setting arrive through the thread's main context.
///
/// `@safe`: this object owns a reference to the C object, so the pointer is valid as long as this object exists.
@safe
final class DesktopSetting {
  private let settings: UnsafeMutablePointer<GSettings>
  private let key: String
  private let silent: Bool

  /// Opens the setting; nil if the source is not a setting, or if the setting is not installed.
  ///
  /// The corresponding C functions are `g_settings_schema_source_lookup` and `g_settings_new_full`. `g_settings_new`
  /// would end the process if the setting is not installed.
  init?(_ source: SilenceSource) {
    guard case .setting(let schemaName, let key, let silent) = source,
      let installed = unsafe g_settings_schema_source_get_default(),
      let schema = unsafe g_settings_schema_source_lookup(installed, schemaName, 1)
    else { return nil }
    defer { unsafe g_settings_schema_unref(schema) }
    guard unsafe g_settings_schema_has_key(schema, key) != 0,
      let settings = unsafe g_settings_new_full(schema, nil, nil)
    else { return nil }
    unsafe self.settings = unsafe settings
    self.key = key
    self.silent = silent
  }

  deinit {
    unsafe g_object_unref(settings)
  }

  /// Whether the setting hides notifications; false if an installed schema gives the key another type.
  ///
  /// The corresponding C function is `g_settings_get_value`; `g_settings_get_boolean` requires a boolean.
  var isSilent: Bool {
    guard let value = unsafe g_settings_get_value(settings, key) else { return false }
    defer { unsafe g_variant_unref(value) }
    return unsafe g_variant_classify(value) == G_VARIANT_CLASS_BOOLEAN && (g_variant_get_boolean(value) != 0) == silent
  }
}
