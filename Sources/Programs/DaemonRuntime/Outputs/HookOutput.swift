package import Logging
import Text
import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation
import WorkoutReports

/// Runs the programs that the settings define for cues.
package struct HookOutput: WorkoutOutput {
  private let hooks: any HookRunner

  package init(_ hooks: any HookRunner) {
    self.hooks = hooks
  }

  package func receive(_ event: WorkoutEvent) {
    guard case .announced(let announcement) = event.effect, announcement.channels.contains(.hook) else { return }
    for call in Self.calls(for: announcement, in: event, event.workout.settings) { hooks.run(call) }
  }

  /// The size at which the filling of an argument ends: half the maximum size of an argument; see execve(2).
  private static let maxArgumentBytes = 65_536

  /// Returns the hooks of a cue, with the cue's fields in their arguments and environment.
  static func calls(for announcement: Announcement, in event: WorkoutEvent, _ settings: Settings) -> [HookCall] {
    let fields = CueFields(
      announcement.occasion, progress: event.progress, outcome: event.outcome, units: event.workout.units,
      title: event.workout.displayTitle)
    func text(_ field: CueField) -> String { fields.text(field, .written).safeForEnvironment }
    let environment = Dictionary(
      uniqueKeysWithValues: CueField.allCases.map { ("INTERVALD_\($0.rawValue.uppercased())", text($0)) })
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
