import FoundationEssentials
import WorkoutEngine
import WorkoutModel
package import WorkoutReports

extension Report.Summary {
  /// The summary of a simulated workout.
  ///
  /// - Parameters:
  ///   - text: the text of the plan.
  ///   - title: the title of the workout; nil for the title in the plan.
  ///   - run: passes time and commands to the started workout, until the workout has ended.
  /// - Returns: the summary.
  /// - Throws: an error in the plan, and the errors of `run`.
  package static func simulated(
    _ text: String, title: String? = nil, _ run: (inout WorkoutSimulator) throws -> Void = { $0.runToEnd() }
  ) throws -> Report.Summary {
    let request = try RequestedWorkout(text: text, planName: nil, configuration: Settings())
    var simulator = WorkoutSimulator()
    try simulator.handle(.start(request.workout, replacing: false))
    try run(&simulator)
    return simulator.takeSummary(of: request, title: title)
  }
}

extension WorkoutSimulator {
  /// The summary of the workout that ended last, which started on 2026-11-27 at 06:30 UTC.
  ///
  /// - Parameters:
  ///   - request: the request that started the workout.
  ///   - title: the title of the workout; nil for the title in the plan.
  /// - Returns: the summary.
  package mutating func takeSummary(of request: RequestedWorkout, title: String? = nil) -> Report.Summary {
    guard let outcome = takeEvents().compactMap(\.effect.outcome).last else {
      preconditionFailure("the workout has not ended: \(request.text)")
    }
    let start = Date(timeIntervalSince1970: 1_795_761_000)
    let running = RunningWorkout(request, startedAt: start, configuration: Settings(), environment: [:])
    var summary = Report.Summary(outcome, of: running)
    summary.title = title ?? summary.title
    return summary
  }
}
