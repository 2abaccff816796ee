import ControlInterface
import Glibc
import JSON
import PlanLibrary
import PlanNotation
import SystemPackage
import TerminalUI
import Text
import UserFiles
import Varlink
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// The messages for errors of the daemon, the settings and the history.
///
/// The other `Failure+` files have the messages for arguments, the calculator, files and plans. The commands contain
/// only the messages about combined options, and some messages about race plans and splits.
extension Failure {
  /// Converts an error thrown by a command.
  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as ControlError: self = .refusal(error)
    case let error as TransportError: self = .transportFailure(error)
    case let error as VarlinkError: self = .unexpectedReply(error)
    case let error as XDGFolders.RuntimeError: self = .noRuntimeFolder(error)
    case let error as OutputError:
      self.init(status: .outputFailed, message: "cannot write: \(error.errno.description)")
    default: self.init(status: .unavailable, message: "\(error)")
    }
  }

  // MARK: The daemon

  private static func refusal(_ error: ControlError) -> Failure {
    switch error {
    case .alreadyRunning(let status):
      Failure(
        status: .refused, message: "a workout is running: \(StatusWords(status).summary)",
        hints: ["replace it with the option --replace", "or stop it with: intervalctl stop"])
    case .notRunning:
      Failure(status: .refused, message: "no workout is running", hints: ["start one with: intervalctl start"])
    case .noSuchPlan(let plan): noPlan(named: plan.name, similar: plan.similar, searched: plan.searched)
    case .noSuchSession(let session): noSuchSession(session)
    case .programDone(let done): programDone(done.program)
    case .invalidPlan(let plan):
      Failure(
        status: .invalidPlan,
        message: "\(place(plan.path, line: plan.line, column: plan.column)): \(plan.message)",
        excerpt: plan.lineText.map { Excerpt(lineText: $0, column: plan.column) },
        hints: [plan.hint].compactMap(\.self))
    case .noSuchCue(let unknown):
      noSuchCue(unknown.word, "cue or channel", known: unknown.known)
    case .implausibleDistance(let distance):
      implausibleDistance(distance, units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre))
    case .sensorUnavailable(let sensor): unavailableSensor(sensor)
    case .unusableHistory(let history):
      Failure(status: .outputFailed, message: history.message, hints: [history.hint].compactMap(\.self))
    case .invalidConfiguration(let settings):
      Failure(
        status: .invalidSettings,
        message: "\(place(settings.path, line: settings.line, column: settings.column)): \(settings.message)",
        excerpt: settings.lineText.map { Excerpt(lineText: $0, column: settings.column ?? 1) },
        hints: [settings.hint, "intervald keeps its previous settings"].compactMap(\.self))
    }
  }

  /// An unknown cue or channel.
  static func noSuchCue(_ word: String, _ what: String, known: [String]) -> Failure {
    Failure(
      status: .usage, message: "unknown \(what) '\(word)'",
      hints: [
        nearestWord(to: word, in: known).map { "did you mean '\($0)'?" }
          ?? "use one of \(known.joined(separator: ", "))"
      ])
  }

  /// No workout is running, and no past workout is recorded.
  static let nothingToCorrect = Failure(
    status: .refused, message: "no workout is running, and none is recorded",
    hints: ["start one with: intervalctl start"])

  /// A distance that is impossible in the time since the start.
  static func implausibleDistance(_ distance: ControlError.ImplausibleDistance, units: DisplayUnits) -> Failure {
    // The daemon accepts distances up to `maxMetresBefore` at any time, so a rejected distance is longer.
    let metres = min(max(Report.Corrected.maxMetresBefore, distance.distanceM), PlanLimits.maxDistance)
    let elapsed = Duration.milliseconds(min(max(0, distance.elapsedMs), PlanLimits.maxDuration.inMilliseconds))
    let covered = units.distance.text(metres: metres)
    let limit = units.distance.text(metres: Report.Corrected.maxMetresBefore)
    let message =
      if elapsed < .seconds(1) {
        "\(covered) is more than the \(limit) allowed before the first interval"
      } else {
        "\(covered) in \(elapsed.clockText()) would be \(pace(metres, in: elapsed, units)), "
          + "faster than anyone runs"
      }
    return Failure(
      status: .refused, message: message, hints: ["give the distance covered since the start, and check its unit"])
  }

  /// The pace in a message, such as `a pace of 0:24/km` or `less than a second a kilometre`.
  private static func pace(_ metres: Double, in time: Duration, _ units: DisplayUnits) -> String {
    let speed = metres / time.inSeconds
    guard units.pace.distance.metres / speed >= 1 else {
      return "less than a second a \(units.pace.distance == .miles ? "mile" : "kilometre")"
    }
    return "a pace of \(units.pace.text(metresPerSecond: speed))"
  }

  /// A test of cues while a workout is running.
  ///
  /// The test is refused, because the user could confuse its cues with the cues of the workout.
  static func notTested(_ status: Report.Status) -> Failure {
    var failure = Failure(ControlError.alreadyRunning(status))
    failure.hints = ["test the cues after it, or stop it with: intervalctl stop"]
    return failure
  }

  /// The workout that a command shows until its end has ended while the daemon was away, and is not in the history.
  static let endedUnseen = Failure(
    status: .unavailable, message: "the workout has ended, and is not in the history",
    hints: [
      "workouts of less than \(Outcome.minElapsed.unitsText) are not recorded", "for other causes: intervalctl doctor",
    ])

  private static func transportFailure(_ error: TransportError) -> Failure {
    switch error.code {
    case .noSocket, .connectionRefused:
      // The program adds the command that starts the daemon on this system.
      Failure(status: .unavailable, message: "intervald is not running")
    case .foreignServer:
      Failure(
        status: .unavailable, message: "the socket belongs to another user: \(error)",
        hints: ["set XDG_RUNTIME_DIR to a folder of your own, such as /run/user/\(geteuid())"])
    case .disconnected, .callUnread:
      Failure(
        status: .unavailable, message: "lost the connection to intervald",
        hints: ["find out why with: intervalctl doctor"])
    case .timedOut:
      Failure(
        status: .unavailable, message: "intervald does not respond",
        hints: ["find out why with: intervalctl doctor"])
    default: Failure(status: .unavailable, message: "cannot communicate with intervald: \(error)")
    }
  }

  private static func unexpectedReply(_ error: VarlinkError) -> Failure {
    let member = error.name.split(separator: ".").last.map(String.init) ?? error.name
    let subject = error.parameters.values.compactMap(\.string).first.map { " '\($0)'" } ?? ""
    return Failure(
      status: .unavailable, message: "intervald replied \(member)\(subject)",
      hints: ["its version may differ from that of intervalctl; check with: intervalctl doctor"])
  }

  private static func noRuntimeFolder(_ error: XDGFolders.RuntimeError) -> Failure {
    let usual = "/run/user/\(getuid())"
    let folder = SystemCalls.canAccess(usual) ? usual : "$(mktemp -d)"
    return Failure(
      status: .invalidSettings, message: "\(error)",
      hints: ["a login session sets it; without one: export XDG_RUNTIME_DIR=\(folder)"])
  }

  // MARK: Settings, files and folders

  /// A configuration that cannot be read or is invalid.
  static func unusableSettings(_ error: LibraryFileError) -> Failure {
    switch error {
    case .unreadable(let error):
      var failure = unreadableFile(error)
      failure.status = .invalidSettings
      return failure
    case .invalid(let path, let notation):
      return Failure(
        status: .invalidSettings,
        message: "\(place(path, line: notation.line, column: notation.column)): \(notation.message)",
        excerpt: Excerpt(lineText: notation.lineText, column: notation.column),
        hints: notation.hints)
    case .planAndProgram: preconditionFailure("a configuration is not a plan")
    }
  }

  /// A file or folder that another user may have changed.
  static func untrusted(_ error: FileTrustError) -> Failure {
    Failure(
      status: .invalidSettings, message: "\(fileName(error.path)): \(error.message)",
      hints: [error.hint].compactMap(\.self))
  }

  static func place(_ path: String?, line: Int?, column: Int?) -> String {
    guard let path else { return "line \(line ?? 1), column \(column ?? 1)" }
    return ([fileName(path)] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }

  static func fileName(_ path: String) -> String { path == "-" ? "standard input" : path }
}
