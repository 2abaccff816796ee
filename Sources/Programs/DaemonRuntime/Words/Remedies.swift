import Text
import AudioOutput
import Desktop
import SystemPackage
import UserFiles

/// What helps against what was found, where the daemon runs: with the user's systemd, the machine's, both or neither.
struct Remedies {
  let hasUserManager: Bool
  let hasSystemManager: Bool

  init(hasUserManager: Bool, hasSystemManager: Bool) {
    self.hasUserManager = hasUserManager
    self.hasSystemManager = hasSystemManager
  }

  /// Finds the managers by their files in the runtime folders: access(2), sd_booted(3).
  init(environment: [String: String]) {
    let socket = try? XDGFolders(environment: environment).runtimePath("systemd/private")
    hasUserManager = socket.map { SystemCalls.canAccess($0) } ?? false
    hasSystemManager = SystemCalls.canAccess("/run/systemd/system")
  }

  func forNotifications(_ code: NotificationFailureCode) -> String {
    switch code {
    case .noServer: "start one, such as dunst: sudo apt install dunst"
    case .activationFailed:
      hasUserManager ? "see why: journalctl --user --since=-1h" : "see why, in a terminal, such as: dunst"
    case .notResponding, .refused: "see which it is, and start it anew: \(Self.owner("org.freedesktop.Notifications"))"
    case .noDescriptor: newStart
    case .noSessionBus: noSessionBus
    }
  }

  func forSound(_ code: SoundFailureCode) -> String {
    switch code {
    case .noOutput: "sudo apt install libcanberra-pulse pipewire-pulse"
    case .noAnswer where hasUserManager:
      "start the sound server anew, such as: systemctl --user restart pipewire-pulse"
    case .noAnswer: "start the sound server anew, such as: pkill -KILL -x pulseaudio; pulseaudio --start"
    case .noSuchSound, .unreadable, .failed: "hear them one by one: intervalctl test-cues"
    }
  }

  func forSpeech(_ code: SpeechFailureCode) -> String {
    switch code {
    case .noService: "sudo apt install speech-dispatcher"
    case .noVoice: "sudo apt install speech-dispatcher-espeak-ng"
    case .noAnswer: "end it, and it is started when it is needed: pkill -KILL -x speech-dispatch"
    case .cutOff, .failed: "hear whether it speaks: spd-say hello"
    }
  }

  func forMediaPlayer(_ code: MediaPlayerFailureCode) -> String {
    switch code {
    case .nameTaken: "see who has it: \(Self.owner("org.mpris.MediaPlayer2.intervald"))"
    case .noDescriptor: newStart
    case .noSessionBus: noSessionBus
    case .notResponding: silentSessionBus
    case .refused: newStart
    }
  }

  /// Of what cannot be written in the state folder, or of that folder itself.
  func forState(_ error: SystemError, folder: String, isFolder: Bool) -> String {
    switch error.errno {
    case .noSpace, .diskQuotaExceeded: "make room: df -h \(folder.shellWord)"
    case .permissionDenied where isFolder: "chmod u+rwx \(folder.shellWord)"
    case .permissionDenied: forFile(error.subject)
    case .readOnlyFileSystem: "see how it is mounted: findmnt --target \(folder.shellWord)"
    case .ioError: "see what the disk says: sudo dmesg --level=err,warn"
    default: "see what is there: ls -ld \(error.subject.shellWord)"
    }
  }

  /// Of a file that may not be written to.
  func forFile(_ path: String) -> String { "chmod u+rw \(path.shellWord)" }

  var noSessionBus: String {
    hasUserManager
      ? "systemctl --user start dbus.socket" : "start intervald in a session, or: dbus-run-session intervald"
  }

  let silentSessionBus = "log out, and in again"

  /// Where a file system does not answer.
  let silentDisk = "see which processes wait for it, in state D: ps -eo state,pid,wchan:20,args"

  /// Of a lock that logind does not give.
  var refusedLock: String {
    "see whether another program may have one: \(hasSystemManager ? "systemd-inhibit" : "elogind-inhibit") true"
  }

  /// Where standard error does not take what is written to it.
  let fullStandardError = "read what intervald writes to standard error, or send it to a file: intervald 2> FILE"

  /// Where there is one that does not do what it is there for.
  var otherScreenSaver: String { "see which it is, and start it anew: \(Self.owner("org.freedesktop.ScreenSaver"))" }

  var absentLogind: String {
    hasSystemManager ? "sudo systemctl start systemd-logind" : "start elogind, or another logind"
  }

  var noSystemBus: String { hasSystemManager ? "sudo systemctl start dbus" : "sudo service dbus start" }

  var silentLogind: String { hasSystemManager ? "sudo systemctl restart systemd-logind" : "start logind anew" }

  private var newStart: String {
    "start intervald anew: \(hasUserManager ? "systemctl --user restart intervald" : "pkill -x intervald; intervald &")"
  }

  /// The command that tells who has a name on the session bus; it asks the bus alone.
  private static func owner(_ name: String) -> String { "busctl --user status \(name)" }
}
