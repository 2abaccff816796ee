import WorkoutReports
import Desktop
import Concurrency
import MessageBus
import Power
import ControlInterface

/// What was found of the session that the daemon is in.
extension Report.Finding {
  /// The environment names no session bus.
  static func noSessionBus(_ remedies: Remedies) -> Self {
    Self(
      "session bus", .fault, "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set",
      remedy: remedies.noSessionBus)
  }

  /// The session bus at an address, which answers if the error is nil.
  static func sessionBus(_ error: BusError?, at address: String, _ remedies: Remedies) -> Self {
    guard let error else { return Self("session bus", .ok, "answers at \(address)") }
    if error.code == .notResponding {
      return Self("session bus", .fault, "does not answer at \(address)", remedy: remedies.silentSessionBus)
    }
    return Self("session bus", .fault, "\(error)", remedy: remedies.noSessionBus)
  }

  static func logind(_ check: InhibitorCheck, _ remedies: Remedies) -> Self {
    let consequence = "does not keep the machine awake in a workout"
    return switch check {
    case .available: Self("logind", .ok, "keeps the machine awake while a workout runs")
    case .absent: Self("logind", .warning, "\(consequence): it is not there", remedy: remedies.absentLogind)
    case .noBus(let words): Self("logind", .warning, "\(consequence): \(words)", remedy: remedies.noSystemBus)
    case .refused(let words): Self("logind", .warning, "\(consequence): \(words)", remedy: remedies.refusedLock)
    case .notResponding: Self("logind", .warning, "\(consequence): it does not answer", remedy: remedies.silentLogind)
    }
  }

  static func screenSaver(_ check: InhibitorCheck, _ remedies: Remedies) -> Self {
    let consequence = "may come in a workout"
    return switch check {
    case .available: Self("screen saver", .ok, "is held off while a workout runs")
    case .absent: Self("screen saver", .unused, "the desktop has none to be held off")
    case .noBus: Self("screen saver", .unknown, "no session bus")
    case .refused(let words):
      Self("screen saver", .warning, "\(consequence): \(words)", remedy: remedies.otherScreenSaver)
    case .notResponding:
      Self("screen saver", .warning, "\(consequence): it does not answer", remedy: remedies.otherScreenSaver)
    }
  }

  static let unusedMediaPlayer = Self("media player", .unused, "the settings have it off")

  /// Of a media player that cannot be seen, or of one that can where the failure is nil.
  static func mediaPlayer(_ failure: MediaPlayerFailure?, _ remedies: Remedies) -> Self {
    guard let failure else { return Self("media player", .ok, "media keys reach a workout") }
    return Self(
      "media player", .fault, failure.code == .noSessionBus ? failure.code.words : failure.description,
      remedy: remedies.forMediaPlayer(failure.code))
  }
}
