import WorkoutPresentation
import WorkoutReports
import Text
import TerminalUI
import Glibc
import PlanNotation
import SystemPackage
import UserFiles
import Varlink
import ControlInterface
import WorkoutModel
import PlanLibrary

/// The words for all that can go wrong: the one place where the program's errors get them, with
/// `ErrorWords+Files.swift` and others beside it.
extension Failure {
  /// The failure that an error thrown anywhere in a command amounts to.
  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as ControlError: self = .refusal(error)
    case let error as TransportError: self = .noConversation(error)
    case let error as VarlinkError: self = .unexpectedReply(error)
    case let error as XDGFolders.RuntimeError: self = .noPlaceForSocket(error)
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
    case .unusableHistory(let history):
      Failure(status: .outputFailed, message: history.message, hints: [history.hint].compactMap(\.self))
    case .invalidConfiguration(let settings):
      Failure(
        status: .invalidSettings,
        message: "\(place(settings.path, line: settings.line, column: settings.column)): \(settings.message)",
        excerpt: settings.lineText.map { Excerpt(lineText: $0, column: settings.column ?? 1) },
        hints: [settings.hint, "intervald keeps the settings that it had"].compactMap(\.self))
    }
  }

  /// An unknown cue or channel.
  static func noSuchCue(_ word: String, _ what: String, known: [String]) -> Failure {
    Failure(
      status: .usage, message: "there is no \(what) '\(word)'",
      hints: [
        nearestWord(to: word, in: known).map { "did you mean '\($0)'?" } ?? "known are \(known.joined(separator: ", "))"
      ])
  }

  /// Nothing runs, and no workout that came to an end is known.
  static let nothingToCorrect = Failure(
    status: .refused, message: "no workout is running, and none is recorded",
    hints: ["start one with: intervalctl start"])

  /// More than anybody covers in that time.
  static func implausibleDistance(_ distance: ControlError.ImplausibleDistance, units: DisplayUnits) -> Failure {
    // No distance that may lie before the first interval is implausible.
    let metres = min(max(Report.Corrected.maxMetresBefore, distance.distanceM), PlanLimits.maxDistance)
    let elapsed = Duration.milliseconds(min(max(0, distance.elapsedMs), PlanLimits.maxDuration.inMilliseconds))
    let covered = units.distance.text(metres: metres)
    let most = units.distance.text(metres: Report.Corrected.maxMetresBefore)
    let message =
      if elapsed < .seconds(1) {
        "\(covered) is more than the \(most) allowed before the first interval"
      } else {
        "\(covered) in \(elapsed.clockText()) would be \(pace(metres, in: elapsed, units)), "
          + "faster than anyone runs"
      }
    return Failure(
      status: .refused, message: message, hints: ["give the distance covered since the start, and check its unit"])
  }

  /// `a pace of 0:24/km`; what is less than a second is `less than 1 s/km`.
  private static func pace(_ metres: Double, in time: Duration, _ units: DisplayUnits) -> String {
    let speed = metres / time.inSeconds
    guard units.pace.distance.metres / speed >= 1 else {
      return "less than a second a \(units.pace.distance == .miles ? "mile" : "kilometre")"
    }
    return "a pace of \(units.pace.text(metresPerSecond: speed))"
  }

  /// Cues that would be taken for those of the workout that runs.
  static func notTested(_ status: Report.Status) -> Failure {
    var failure = Failure(ControlError.alreadyRunning(status))
    failure.hints = ["test the cues after it, or stop it with: intervalctl stop"]
    return failure
  }

  private static func noConversation(_ error: TransportError) -> Failure {
    switch error.code {
    case .noSocket, .connectionRefused:
      Failure(
        status: .unavailable, message: "intervald is not running",
        hints: [
          "start it with systemd: systemctl --user enable --now intervald.socket", "or without: intervald &",
        ])
    case .disconnected:
      Failure(
        status: .unavailable, message: "intervald has gone away",
        hints: ["find out why with: intervalctl doctor"])
    case .timedOut:
      Failure(
        status: .unavailable, message: "intervald does not answer",
        hints: ["find out why with: intervalctl doctor"])
    default: Failure(status: .unavailable, message: "cannot talk to intervald: \(error)")
    }
  }

  private static func unexpectedReply(_ error: VarlinkError) -> Failure {
    let member = error.name.split(separator: ".").last.map(String.init) ?? error.name
    let subject = error.parameters.values.compactMap(\.string).first.map { " '\($0)'" } ?? ""
    return Failure(
      status: .unavailable, message: "intervald replied \(member)\(subject)",
      hints: ["its version may differ from that of intervalctl; check with: intervalctl doctor"])
  }

  private static func noPlaceForSocket(_ error: XDGFolders.RuntimeError) -> Failure {
    Failure(
      status: .invalidSettings, message: "\(error)",
      hints: ["a login session sets it; without one: export XDG_RUNTIME_DIR=/run/user/\(getuid())"])
  }

  // MARK: Plans

  /// A name that no plan has; `searched` are the daemon's plan folders, which may be others than this program's.
  static func noPlan(named name: String, similar: String?, searched: [String] = []) -> Failure {
    let nearest = similar.map { "did you mean '\($0)'?" }
    let folders = similar == nil && !searched.isEmpty ? "intervald looks for NAME.plan files in:" : nil
    return Failure(
      status: .noPlan, message: "there is no plan named '\(name)'",
      hints: [nearest, "list the plans with: intervalctl plans", folders].compactMap(\.self),
      list: folders == nil ? [] : searched.map(\.safeForTerminal))
  }

  /// Where a plan was named that nobody typed.
  static let defaultPlanHint = "default-plan in intervald.conf names it"

  /// No plan was named, and there is none to fall back on; `plans` are the lines of those to choose from.
  static func nothingToStart(plans: [String]) -> Failure {
    Failure(
      status: .noPlan, message: "no plan was named, none is the default, and none was started before",
      hints: [
        "type a plan: intervalctl start '4x(30s run, 30s walk)'",
        plans.isEmpty ? "or see what else a plan can be: intervalctl notation" : "or name one: intervalctl start NAME",
      ],
      list: plans)
  }

  /// A word that is both a plan's name and a plan.
  static func ambiguousPlan(_ word: String, path: String) -> Failure {
    Failure(
      status: .usage, message: "'\(word)' is both the name of a plan (\(path)) and a plan in notation",
      hints: ["for the named plan: --name \(word)", "for the notation: --text \(word)"])
  }

  /// A text that is not a plan; `path` is its file, if it has one, and `couldBeName` is whether it looks like a name.
  static func invalidPlan(_ error: NotationError, path: String?, couldBeName: Bool = false) -> Failure {
    let names = couldBeName ? "no plan has that name either; list the plans with: intervalctl plans" : nil
    return Failure(
      status: .invalidPlan,
      message: "\(place(path, line: error.line, column: error.column)): \(error.message)",
      excerpt: Excerpt(lineText: error.lineText, column: error.column),
      hints: error.hints + [names].compactMap(\.self))
  }

  /// A file that is of no use, of a plan or of another kind.
  static func unreadableFile(_ error: FileReadError) -> Failure {
    switch error {
    case .system(let error):
      Failure(status: .noPlan, message: "cannot read \(fileName(error.subject)): \(error.reason)")
    case .notRegular(let path):
      Failure(status: .noPlan, message: "cannot read \(fileName(path)): not a regular file")
    case .notUTF8(let path): Failure(status: .invalidPlan, message: "\(fileName(path)) is not UTF-8 text")
    case .untrusted(let error): untrusted(error)
    }
  }

  // MARK: Settings and arguments

  /// A word in the place of a command, behind those of `path`; `isPlan` says that with those behind it, it is a plan.
  static func noSuchCommand(_ word: String, of path: [String] = [], nearest: String?, isPlan: Bool) -> Failure {
    let all = (["intervalctl"] + path + ["--help"]).joined(separator: " ")
    return Failure(
      status: .usage, message: "there is no command '\((path + [word.safeForTerminal]).joined(separator: " "))'",
      hints: [
        nearest.map { "did you mean '\($0)'?" }
          ?? (isPlan ? "start a plan with: intervalctl start PLAN" : "all commands: \(all)")
      ])
  }

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
    }
  }

  /// A file or folder that somebody else can have changed.
  static func untrusted(_ error: FileTrustError) -> Failure {
    Failure(
      status: .invalidSettings, message: "\(fileName(error.path)): \(error.message)",
      hints: [error.hint].compactMap(\.self))
  }

  /// An argument in the notation that cannot be read; `prefix` is what stood before it in the text that was read.
  ///
  /// The only argument of a command needs no name.
  static func invalidArgument(
    _ name: String?, _ value: String, _ error: NotationError, prefix: String = ""
  ) -> Failure {
    Failure(
      status: .usage, message: [name, error.message].compactMap(\.self).joined(separator: ": "),
      excerpt: Excerpt(lineText: value, column: error.column - prefix.unicodeScalars.count),
      hints: error.hints)
  }

  /// A distance below zero, where one is measured.
  static func negativeDistance(_ text: String) -> Failure {
    Failure(
      status: .usage, message: "'\(text)' is negative", excerpt: Excerpt(lineText: text, column: 1),
      hints: ["give the whole distance covered so far, such as 4.8km"])
  }

  private static func place(_ path: String?, line: Int?, column: Int?) -> String {
    guard let path else { return "line \(line ?? 1), column \(column ?? 1)" }
    return ([fileName(path)] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
  }

  static func fileName(_ path: String) -> String { path == "-" ? "standard input" : path }
}
