import Glibc
import MessageBus

/// Reports that the screen of the user was locked; used only on the GLib thread.
///
/// Desktops announce a lock in different ways, and some in several ways:
/// - GNOME, Plasma and other desktops set the property `LockedHint` of their session in logind.
/// - `loginctl lock-session` makes logind send the signal `Lock`, at which swayidle(1) and xss-lock(1) start a locker.
/// - The screen savers of desktops send the signal `ActiveChanged` on the session bus.
///
/// A locker that does none of these, such as swaylock(1) when it is started directly, is not detected.
final class ScreenLockWatcher {
  private var buses: [BusConnection] = []
  private var subscriptions: [BusSubscription] = []
  /// Whether a bus could not be reached, or was lost.
  private(set) var isIncomplete = false
  private let lost: () -> Void
  private let report: () -> Void

  private static let logind = InhibitorService.logind.busName
  private static let session = "org.freedesktop.login1.Session"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// The interfaces of screen savers; all have the signal `ActiveChanged`.
  private static let screenSavers = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"].map { "org.\($0).ScreenSaver" }

  /// Begins to watch; `report` is called when the screen was locked.
  ///
  /// `lost` is called if a bus cannot be reached, or is lost. The other bus is still watched.
  init(
    systemBus: String?, sessionBus: String?, on thread: GLibThread, lost: @escaping () -> Void,
    report: @escaping () -> Void
  ) {
    (self.lost, self.report) = (lost, report)
    connect(to: systemBus, on: thread) { $0.watchSessions(on: $1) }
    connect(to: sessionBus, on: thread) { $0.watchScreenSavers(on: $1) }
  }

  private func connect(
    to address: String?, on thread: GLibThread, opened: @escaping (ScreenLockWatcher, BusConnection) -> Void
  ) {
    guard let address else { return }
    let index = buses.count
    buses.append(
      BusConnection(to: address, on: thread) { [weak self] error in
        guard let self else { return }
        guard error == nil else { return lose() }
        buses[index].onClose { [weak self] in self?.lose() }
        opened(self, buses[index])
      })
  }

  private func lose() {
    isIncomplete = true
    lost()
  }

  /// Watches the sessions of logind; the sessions of other users are ignored.
  private func watchSessions(on bus: BusConnection) {
    subscriptions += [
      bus.subscription(to: "PropertiesChanged", of: Self.properties, at: nil, from: Self.logind) { [weak self] signal in
        guard signal.arguments[0]?.string == Self.session,
          case .dictionary(let changes) = signal.arguments[1], changes["LockedHint"] == .boolean(true)
        else { return }
        self?.reportIfOwn(signal.path, on: bus)
      },
      bus.subscription(to: "Lock", of: Self.session, at: nil, from: Self.logind) { [weak self] signal in
        self?.reportIfOwn(signal.path, on: bus)
      },
    ]
  }

  private func reportIfOwn(_ session: String, on bus: BusConnection) {
    let question = BusCall(
      "Get", of: Self.properties, at: session, on: Self.logind, [.string(Self.session), .string("User")])
    bus.call(question) { [weak self] result in
      guard case .success(let reply) = result, case .variant(.structure(let user))? = reply.arguments[0],
        user[0] == .uint32(geteuid())
      else { return }
      self?.report()
    }
  }

  private func watchScreenSavers(on bus: BusConnection) {
    subscriptions += Self.screenSavers.map { interface in
      bus.subscription(to: "ActiveChanged", of: interface, at: nil) { [weak self] signal in
        if signal.arguments[0]?.boolean == true { self?.report() }
      }
    }
  }
}
