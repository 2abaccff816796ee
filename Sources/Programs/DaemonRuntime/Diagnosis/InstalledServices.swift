import Text
import UserFiles

/// The installed programs of the external services, whether they are running or not.
struct InstalledServices: Equatable {
  /// The name of the first notification server in `PATH`, or the path of a server that the session bus can start.
  ///
  /// Nil if neither exists.
  var notificationServer: String?
  /// The name of the first sound server in `PATH`; nil if `PATH` contains no known server.
  var soundServer: String?
  /// Whether libcanberra has its driver for PulseAudio and PipeWire.
  var hasSoundDriver = true
  /// Whether `PATH` contains speech-dispatcher.
  var hasSpeechService = false
  /// Whether logind or elogind is installed.
  var hasLogind = false

  private static let notificationServers = [
    "dunst", "mako", "fnott", "swaync", "xfce4-notifyd", "mate-notification-daemon", "notify-osd",
    "lxqt-notificationd", "notification-daemon",
  ]
  private static let soundServers = ["pipewire-pulse", "pulseaudio"]
  private static let loginManagers = [
    "/usr/lib/systemd/systemd-logind", "/lib/systemd/systemd-logind", "/usr/libexec/elogind/elogind",
    "/usr/lib/elogind/elogind", "/lib/elogind/elogind",
  ]
  /// The folders in which distributions install the drivers of libcanberra.
  private static let driverFolders = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib",
  ].map { "\($0)/libcanberra-0.30" }

  init() {}

  /// Finds the program of a D-Bus service file for the name of notification servers.
  private static func startableServer(_ folders: XDGFolders) -> String? {
    for folder in [folders.dataHome] + folders.dataDirs {
      let services = "\(folder)/dbus-1/services"
      for file in Folder.names(in: services).sorted() where file.hasSuffix(".service") {
        guard let lines = try? TextFile.read("\(services)/\(file)").split(separator: "\n"),
          lines.contains("Name=org.freedesktop.Notifications"),
          let command = lines.first(where: { $0.hasPrefix("Exec=/") })?.dropFirst("Exec=".count),
          let program = command.split(separator: " ").first, SystemCalls.canAccess(String(program), for: .execute)
        else { continue }
        return String(program)
      }
    }
    return nil
  }

  /// Searches the folders in `PATH`, the D-Bus services, and the usual folders of logind and libcanberra.
  ///
  /// The corresponding C function is access(2).
  init(environment: [String: String]) {
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    func first(_ names: [String]) -> String? {
      names.first { name in folders.contains { SystemCalls.canAccess("\($0)/\(name)", for: .execute) } }
    }
    notificationServer = first(Self.notificationServers) ?? Self.startableServer(XDGFolders(environment: environment))
    soundServer = first(Self.soundServers)
    hasSpeechService = first(["speech-dispatcher"]) != nil
    hasLogind = Self.loginManagers.contains { SystemCalls.canAccess($0) }
    // If no folder with drivers is found, the drivers may be in a folder that is not in the list.
    let drivers = Self.driverFolders.filter { SystemCalls.canAccess($0) }
    hasSoundDriver = drivers.isEmpty || drivers.contains { SystemCalls.canAccess("\($0)/libcanberra-pulse.so") }
  }
}

/// The descriptions and the remedies of services that are absent.
extension Hints {
  /// The description of an absent notification server.
  func absentNotificationServer(_ failure: String) -> (words: String, remedy: String?) {
    guard let installed else { return (failure, nil) }
    guard let server = installed.notificationServer else {
      return ("no notification server is installed", "install one, such as dunst: sudo apt install dunst")
    }
    let name = server.split(separator: "/").last ?? ""
    return ("\(name) is installed but not running", "start it: \(server.shellWord) &")
  }

  /// The description of an absent sound server.
  func absentSoundServer(_ failure: String) -> (words: String, remedy: String?) {
    guard let installed else { return (failure, nil) }
    guard let server = installed.soundServer else { return ("no sound server is installed", nil) }
    guard installed.hasSoundDriver else {
      return ("libcanberra has no driver for \(server)", "sudo apt install libcanberra-pulse")
    }
    let start = server == "pulseaudio" ? "pulseaudio --start" : "pipewire & wireplumber & \(server) &"
    return (
      "\(server) is installed but not running",
      hasUserManager ? "systemctl --user start \(server)" : start
    )
  }

  /// The description of an absent speech service that intervald cannot start.
  func absentSpeechService(_ failure: String) -> (words: String, remedy: String?) {
    guard let installed else { return (failure, nil) }
    // intervald starts an installed service, unless the variable contains the address of another service.
    return installed.hasSpeechService
      ? (
        "speech-dispatcher is installed but not running at SPEECHD_ADDRESS",
        "start it there, or start intervald without SPEECHD_ADDRESS"
      ) : ("speech-dispatcher is not installed", nil)
  }

  /// The description of an absent logind.
  var absentLogind: (words: String, remedy: String) {
    installed?.hasLogind == false
      ? ("it is not installed", "install elogind, or another logind") : ("it is not running", noLogind)
  }
}
