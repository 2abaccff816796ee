package import Logging
import Text
import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation
import WorkoutReports

/// Runs the programs that the settings define for cues.
package struct HookOutput: WorkoutOutput {
  private let hooks: any HookRunner
  private let store: any WorkoutStore

  /// The maximum time that a hook at the end of a workout waits until the workout is in the history.
  private static let recordLimit = Duration.seconds(1)

  /// - Parameters:
  ///   - hooks: Runs the programs.
  ///   - store: Records the workouts; a hook at the end of a workout finds the workout in the history.
  package init(_ hooks: any HookRunner, store: any WorkoutStore) {
    self.hooks = hooks
    self.store = store
  }

  package func receive(_ event: WorkoutEvent) {
    guard case .announced(let announcement) = event.effect, announcement.channels.contains(.hook) else { return }
    for call in Self.calls(for: announcement, in: event, event.workout.settings) {
      guard event.outcome != nil else {
        hooks.run(call)
        continue
      }
      hooks.run(call) { [store] in _ = await store.flush(within: Self.recordLimit) }
    }
  }

  /// The size at which the filling of an argument ends: half the maximum size of an argument; see execve(2).
  private static let maxArgumentBytes = 65_536

  /// Returns the hooks of a cue, with the cue's fields in their arguments and environment.
  static func calls(for announcement: Announcement, in event: WorkoutEvent, _ settings: Settings) -> [HookCall] {
    let fields = CueFields(
      announcement.occasion, progress: event.progress, outcome: event.outcome, units: event.workout.units,
      title: event.workout.displayTitle)
    func text(_ field: CueField) -> String { fields.text(field, .written).safeForEnvironment }
    var environment = Dictionary(
      uniqueKeysWithValues: CueField.allCases.map { ("INTERVALD_\($0.variableName)", text($0)) })
    environment["INTERVALD_WORKOUT"] = event.workout.id.safeForEnvironment
    return settings.hooks(of: announcement.cue).enumerated().map { position, hook in
      HookCall(
        cue: hook.cue.rawValue, position: position, program: hook.program,
        arguments: hook.arguments.map { $0.filled(maxBytes: maxArgumentBytes, with: text) }, environment: environment)
    }
  }
}

extension HookOutput {
  package func handleEvents(runner: WorkoutRunner, logger: Logger) async {
    for await report in hooks.reports {
      switch report {
      case .failed(let call, let failure):
        logger.warning("The hook \(call.program) at \(call.cue) failed: \(failure)")
      case .dropped(let call):
        logger.warning("The hook \(call.program) at \(call.cue) is skipped: too many hooks are running")
      case .printed(let call, let line): logger.info("\(call.program): \(line)")
      }
    }
  }
}

extension CueField {
  /// The name of the field in a variable of the environment, which cannot contain hyphens: `PACE_NOW`.
  fileprivate var variableName: String { rawValue.uppercased().replacingScalars { $0 == "-" ? "_" : nil } }
}
