import PlanLibrary
import PlanNotation
import UserFiles
import WorkoutFiles
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A plan that was given to a command: its text, and the origin of the text.
///
/// The text is parsed only once. The type is a class, so that all parts of a command share the parsed plan.
final class PlanText: Sendable {
  /// The plan's or the file's name, without `.plan`.
  let planName: String?
  /// The file with the text; `-` is standard input.
  let path: String?
  /// The session of a training program; nil if the plan is not a session of a program.
  let session: Report.Session?
  /// Losses in the conversion from a workout file; nil for a plan in notation.
  let losses: [Loss]?
  private let source: String
  private let parsed: Result<PlanFile, NotationError>
  /// Whether the settings of the plan differ from the settings in the plan's text, `source`.
  private let isOverridden: Bool

  /// Parses a text; `session` describes the session if the text is a session.
  init(text: String, planName: String? = nil, path: String? = nil, session: Report.Session? = nil) {
    source = text
    parsed = Result { () throws(NotationError) in try PlanFile(text) }
    self.planName = planName
    self.path = path
    self.session = session
    losses = nil
    isOverridden = false
  }

  /// Uses the plan of a session of a program; `text` is the session as a plan of its own.
  init(_ plan: PlanFile, text: String, session: Report.Session, path: String) {
    source = text
    parsed = .success(plan)
    planName = session.program
    self.path = path
    self.session = session
    losses = nil
    isOverridden = false
  }

  /// Uses the plan of an imported workout file; this plan needs no parsing.
  init(importing workout: ImportedWorkout, planName: String?, path: String) {
    source = workout.text
    parsed = .success(workout.file)
    self.planName = planName
    self.path = path
    session = nil
    losses = workout.report.losses
    isOverridden = false
  }

  private init(_ original: PlanText, with file: PlanFile) {
    source = original.source
    parsed = .success(file)
    planName = original.planName
    path = original.path
    session = original.session
    losses = original.losses
    isOverridden = true
  }

  /// The text of the plan, including settings; if the plan has overrides, each access generates the text again.
  var text: String {
    guard isOverridden, case .success(let file) = parsed else { return source }
    let plan = losses == nil ? file.plan.notation : file.plan.lines.map { "\($0)\n" }.joined()
    return file.settings.notation + plan
  }

  /// Warnings about losses in the conversion from a workout file.
  var warnings: [String] { (losses ?? []).map(\.words) }

  /// The error in the text; nil if the text is a plan.
  var mistake: NotationError? { if case .failure(let error) = parsed { error } else { nil } }

  /// The plan with its own settings.
  ///
  /// - Throws: `Failure` for a text that is not a plan.
  var file: PlanFile {
    get throws(Failure) {
      do {
        return try parsed.get()
      } catch {
        throw failure(error)
      }
    }
  }

  /// Returns the plan; settings in the plan replace the same settings in `configuration`.
  func read(over configuration: Settings) throws(Failure) -> ReadPlan {
    let file = try file
    do {
      return ReadPlan(
        file: file, workout: try file.workout(over: configuration), title: title(of: file), warnings: warnings)
    } catch {
      throw failure(error)
    }
  }

  /// The title for users, with the session of a program; nil for a plan without a name.
  private func title(of file: PlanFile) -> String? {
    let title = file.settings.name ?? planName
    return session.map { SessionWords($0).title(title) } ?? title
  }

  /// The settings of the plan for a workout file; the name of a session contains its ID.
  var settingsForExport: Settings {
    get throws(Failure) {
      var settings = try file.settings
      if let session { settings.name = SessionWords(session).fileTitle(settings.name) }
      return settings
    }
  }

  /// Returns the request to run the plan; settings in the plan replace the same settings in `configuration`.
  func requested(over configuration: Settings) throws(Failure) -> RequestedWorkout {
    let file = try file
    do {
      return try RequestedWorkout(
        file, text: text, planName: planName, session: session, configuration: configuration)
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: NotationError) -> Failure {
    if losses != nil, let path { return .invalidImport(error, path: path) }
    return .invalidPlan(
      error, path: path, couldBeName: path == nil && (PlanArgument.isPlainWord(source) || !error.isStep))
  }

  /// Returns the plan with the overrides from the command line.
  ///
  /// A pace without a kind applies only to kinds for which neither the plan nor `configuration` specifies a pace.
  func overridden(by overrides: PlanOverrides, over configuration: Settings) throws(Failure) -> PlanText {
    try overridden(by: overrides.pace == nil ? overrides.settings : overrides.settings(for: file, over: configuration))
  }

  /// Returns the plan, in which `overrides` replace the plan's own settings.
  ///
  /// If `overrides` is empty, the result is this object, so the text still has its original form and its comments.
  func overridden(by overrides: Settings) throws(Failure) -> PlanText {
    guard overrides != Settings() else { return self }
    let file = try file
    return PlanText(self, with: file.with(overrides.over(file.settings)))
  }
}

extension PlanText: Equatable {
  static func == (one: PlanText, other: PlanText) -> Bool {
    one.text == other.text && one.planName == other.planName && one.path == other.path && one.session == other.session
      && one.losses == other.losses
  }
}

extension PlanText {
  /// Reads a plan file; a path of `-` is standard input.
  ///
  /// Without a `planName`, the plan is named after the file.
  convenience init(file path: String, planName: String? = nil) throws(Failure) {
    let text: String
    do {
      text = try TextFile.readStream(path)
    } catch {
      throw .unreadableFile(error)
    }
    self.init(text: text, planName: planName ?? Self.name(ofFile: path), path: path)
  }

  /// Reads a named plan.
  convenience init(_ entry: PlanFolders.Entry) throws(Failure) {
    self.init(text: try entry.text, planName: entry.name, path: entry.path)
  }

  private static func name(ofFile path: String) -> String? {
    guard path != "-", let file = path.split(separator: "/").last else { return nil }
    let isPlan = file.hasSuffix(PlanName.fileExtension) && file.count > PlanName.fileExtension.count
    return String(isPlan ? file.dropLast(PlanName.fileExtension.count) : file)
  }
}

extension PlanFolders.Entry {
  /// The text of the plan's file.
  var text: String {
    get throws(Failure) {
      do {
        return try TextFile.read(path)
      } catch {
        throw .unreadableFile(error)
      }
    }
  }
}
