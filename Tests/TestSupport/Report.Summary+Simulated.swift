import FoundationEssentials
import WorkoutEngine
import WorkoutModel
package import WorkoutReports

extension Report.Summary {
  /// The summary of a simulated workout.
  ///
  /// - Parameters:
  ///   - text: the text of the plan.
  ///   - run: passes time and commands to the started workout, until the workout has ended.
  /// - Returns: the summary.
  /// - Throws: an error in the plan, and the errors of `run`.
  package static func simulated(
    _ text: String, _ run: (inout WorkoutSimulator) throws -> Void
  ) throws -> Report.Summary {
    let request = try RequestedWorkout(text: text, planName: nil, configuration: Settings())
    var simulator = WorkoutSimulator()
    try simulator.handle(.start(request.workout, replacing: false))
    try run(&simulator)
    guard let outcome = simulator.takeEvents().compactMap(\.effect.outcome).last else {
      preconditionFailure("the workout has not ended: \(text)")
    }
    let start = Date(timeIntervalSince1970: 1_764_244_800)
    return Report.Summary(
      outcome, of: RunningWorkout(request, startedAt: start, configuration: Settings(), environment: [:]))
  }
}
