import Glibc
import PlanNotation
import WorkoutFiles
import WorkoutModel
import WorkoutPresentation
import WorkoutSettings

/// The text of a plan, and where it comes from.
struct PlanText: Equatable {
  let text: String
  /// The plan's or the file's name, without `.plan`.
  var planName: String?
  /// The file that the text was read from; `-` is standard input.
  var path: String?
  /// What was lost when it was made of a workout file; nil where it was made of none.
  private(set) var losses: [Loss]?
  /// Whether it stands on the command line.
  private var isTyped: Bool

  /// Takes the text that an argument means, or reads it; nil for a name that no plan of the folders has.
  init?(_ argument: PlanArgument, in plans: PlanFolders) throws(Failure) {
    switch argument {
    case .text(let text): self.init(text: text)
    case .file(let path): try self.init(path: path, planName: Self.name(ofFile: path), reading: TextFile.readStream)
    case .named(let name):
      guard let entry = plans.entry(named: name) else { return nil }
      try self.init(path: entry.path, planName: name) { path throws(SettingsFileError) in
        try TextFile.read(path)
      }
    }
  }

  /// Takes a text, which was typed unless it is that of a plan with a name.
  init(text: String, planName: String? = nil) {
    self.text = text
    self.planName = planName
    isTyped = planName == nil
  }

  /// What was lost, in words.
  var remarks: [String] { (losses ?? []).map(\.words) }

  /// Takes the plan of a workout file.
  init(importing workout: ImportedWorkout, planName: String?, path: String) {
    text = workout.text
    losses = workout.report.losses
    (self.planName, self.path) = (planName, path)
    isTyped = false
  }

  private init(
    path: String, planName: String?, reading read: (String) throws(SettingsFileError) -> String
  ) throws(Failure) {
    do {
      text = try read(path)
    } catch {
      throw .unreadableFile(error)
    }
    self.path = path
    self.planName = planName
    isTyped = false
  }

  private static func name(ofFile path: String) -> String? {
    guard path != "-", let file = path.split(separator: "/").last else { return nil }
    let isPlan = file.hasSuffix(PlanFolders.fileExtension) && file.count > PlanFolders.fileExtension.count
    return String(isPlan ? file.dropLast(PlanFolders.fileExtension.count) : file)
  }

  /// The plan in the text, with its own settings over those of a configuration.
  func read(over configuration: Settings) throws(Failure) -> ReadPlan {
    do {
      let file = try PlanFile(text)
      return ReadPlan(
        file: file, workout: try file.workout(over: configuration), title: file.settings.name ?? planName,
        entered: isTyped ? file.entered : UnitPreference(), remarks: remarks)
    } catch {
      throw invalid(error)
    }
  }

  /// The plan in the text, as it is asked for of whoever runs it.
  func requested(over configuration: Settings) throws(Failure) -> RequestedWorkout {
    do {
      return try RequestedWorkout(text: text, planName: planName, configuration: configuration)
    } catch {
      throw invalid(error)
    }
  }

  private func invalid(_ error: NotationError) -> Failure {
    if losses != nil, let path {
      return .invalidImport(error, path: path)
    }
    return .invalidPlan(error, path: path, couldBeName: path == nil && PlanArgument.isPlainWord(text))
  }

  /// The text with what the command line gives it; `configuration` tells which kinds have a pace already.
  func overridden(by overrides: PlanOverrides, over configuration: Settings) throws(Failure) -> PlanText {
    let settings: Settings
    do {
      settings =
        overrides.pace == nil ? overrides.settings : overrides.settings(for: try PlanFile(text), over: configuration)
    } catch {
      throw invalid(error)
    }
    return try overridden(by: settings)
  }

  /// The text with other settings laid over its own.
  ///
  /// Where there are none it is the text as it stands, comments and all.
  func overridden(by overrides: Settings) throws(Failure) -> PlanText {
    guard overrides != Settings() else { return self }
    do {
      let file = try PlanFile(text)
      let settings = overrides.over(file.settings)
      let plan = losses == nil ? file.plan.notation : file.plan.lines.map { "\($0)\n" }.joined()
      var overridden = PlanText(text: settings.notation + plan, planName: planName)
      (overridden.isTyped, overridden.losses) = (isTyped, losses)
      if losses != nil { overridden.path = path }
      return overridden
    } catch {
      throw invalid(error)
    }
  }
}

/// A plan that was read, and what it amounts to.
struct ReadPlan {
  let file: PlanFile
  let workout: Workout
  /// The name setting, or else the plan's or file's name.
  let title: String?
  /// The units in which it was entered, where it stands on the command line.
  var entered = UnitPreference()
  /// What was lost when it was made of a workout file, in words.
  var remarks: [String] = []

  var totals: Totals { workout.timeline.totals }
}

extension PlanFile {
  /// The units in which values were entered, but for what its own settings say of units.
  var entered: UnitPreference {
    UnitPreference(
      distance: settings.distanceUnits == nil ? plan.entered.distance : nil,
      pace: settings.paceUnits == nil ? plan.entered.pace : nil)
  }
}
