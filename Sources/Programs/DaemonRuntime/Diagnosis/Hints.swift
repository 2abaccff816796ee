import AudioOutput
import Desktop
import Glibc
import SystemPackage
import Text
import UserFiles

/// The remedies for failures.
///
/// The remedies depend on three facts: whether systemd manages the services of the user, whether systemd manages the
/// services of the machine, and which services are installed.
struct Hints {
  let hasUserManager: Bool
  let hasSystemManager: Bool
  /// The installed services; nil if they are unknown.
  var installed: InstalledServices?

  init(hasUserManager: Bool, hasSystemManager: Bool, installed: InstalledServices? = nil) {
    self.installed = installed
    self.hasUserManager = hasUserManager
    self.hasSystemManager = hasSystemManager
  }

  /// Detects the service managers by checking for their files in the runtime folders; see access(2), sd_booted(3).
  init(environment: [String: String]) {
    let socket = try? XDGFolders(environment: environment).runtimePath("systemd/private")
    hasUserManager = socket.map { SystemCalls.canAccess($0) } ?? false
    hasSystemManager = SystemCalls.canAccess("/run/systemd/system")
  }

  private var restart: String {
    "restart intervald: "
      + (hasUserManager ? "systemctl --user restart intervald" : "\(Self.end("intervald")); intervald &")
  }

  /// A command that ends a program of this user, and of no other user.
  private static func end(_ program: String, isHung: Bool = false) -> String {
    "pkill \(isHung ? "-KILL " : "")-u \(geteuid()) -x \(program)"
  }

  /// A command that shows the owner of a name on the session bus, even if the owner does not respond.
  private static func owner(_ name: String) -> String { "busctl --user status \(name)" }
}

/// Hints for the services that give cues.
extension Hints {
  func forNotifications(_ code: NotificationFailureCode) -> String {
    switch code {
    case .noServer: "start one, such as dunst: sudo apt install dunst"
    case .activationFailed:
      hasUserManager
        ? "find the reason: journalctl --user --since=-1h" : "start one in a terminal to see the reason, such as: dunst"
    case .notResponding, .refused:
      "find out which server it is, and restart it: \(Self.owner("org.freedesktop.Notifications"))"
    case .noDescriptor: restart
    case .noSessionBus: noSessionBus
    }
  }

  /// The remedy if Do Not Disturb hides notifications.
  static func silence(by server: ServerInformation) -> String {
    let command: String? =
      switch server.name {
      case "dunst": "dunstctl set-paused false"
      case "mako": "makoctl mode -r do-not-disturb"
      case "SwayNotificationCenter": "swaync-client --dnd-off"
      case "gnome-shell": "gsettings set org.gnome.desktop.notifications show-banners true"
      default: nil
      }
    return "switch it off to see the cues\(command.map { ": \($0)" } ?? ", in the settings of the desktop")"
  }

  func forSound(_ code: SoundFailureCode) -> String {
    switch code {
    case .noOutput: "sudo apt install libcanberra-pulse pipewire-pulse"
    case .noAnswer where hasUserManager: "restart the sound server, such as: systemctl --user restart pipewire-pulse"
    case .noAnswer: "restart the sound server, such as: \(Self.end("pulseaudio", isHung: true)); pulseaudio --start"
    case .noSuchSound, .unreadable, .tooLong, .unwritable, .failed: "test each sound: intervalctl test-cues"
    }
  }

  func forSpeech(_ code: SpeechFailureCode) -> String {
    switch code {
    case .noService: "sudo apt install speech-dispatcher"
    case .noVoice: "sudo apt install speech-dispatcher-espeak-ng"
    case .noAnswer: "end it; it is started again when it is needed: \(Self.end("speech-dispatch", isHung: true))"
    case .cutOff, .failed: "test whether it speaks: spd-say hello"
    }
  }
}

/// Hints for the buses and the services of the session.
extension Hints {
  func forMediaPlayer(_ code: MediaPlayerFailureCode) -> String {
    switch code {
    case .nameTaken: "find out which program it is: \(Self.owner("org.mpris.MediaPlayer2.intervald"))"
    case .noDescriptor: restart
    case .noSessionBus: noSessionBus
    case .notResponding: hungSessionBus
    case .refused: restart
    }
  }

  var noSessionBus: String {
    hasUserManager
      ? "systemctl --user start dbus.socket" : "start intervald in a session, or: dbus-run-session intervald"
  }

  var hungSessionBus: String { "log out and in again" }

  var noSystemBus: String { hasSystemManager ? "sudo systemctl start dbus" : "sudo service dbus start" }

  var noLogind: String {
    hasSystemManager ? "sudo systemctl start systemd-logind" : "start elogind, or another logind"
  }

  var hungLogind: String { hasSystemManager ? "sudo systemctl restart systemd-logind" : "restart logind" }

  /// The hint if logind refuses a lock.
  var refusedLock: String {
    "test whether other programs get a lock: \(hasSystemManager ? "systemd-inhibit" : "elogind-inhibit") true"
  }

  /// The hint if a screen saver refuses a lock, or does not respond.
  var brokenScreenSaver: String {
    "find out which program it is, and restart it: \(Self.owner("org.freedesktop.ScreenSaver"))"
  }
}

/// Hints for the log and the state folder.
extension Hints {
  /// The hint for a failed write; `isFolder` is true if no file can be written in the state folder.
  func forState(_ error: SystemError, folder: String, isFolder: Bool) -> String {
    switch error.errno {
    case .noSpace, .diskQuotaExceeded: "free some space: df -h \(folder.shellWord)"
    case .permissionDenied where isFolder: FileHint.permit("rwx", folder)
    case .permissionDenied: forFile(error.subject)
    case .readOnlyFileSystem: "see how it is mounted: findmnt --target \(folder.shellWord)"
    case .ioError: "see the errors of the disk: sudo dmesg --level=err,warn"
    default: FileHint.list(error.subject)
    }
  }

  /// The hint if a file cannot be read or written.
  func forFile(_ path: String) -> String { FileHint.permit("rw", path) }

  var hungDisk: String { "see which processes wait for it, in state D: ps -eo state,pid,wchan:20,args" }

  /// The hint if standard error does not accept records.
  var fullStandardError: String {
    "read the standard error of intervald, or redirect it to a file: intervald 2> FILE"
  }
}
