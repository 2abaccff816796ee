package import Varlink

/// The daemon's side of `org.intervald.Workout`: calls decoded, answered by a controller, and encoded.
package struct WorkoutService: VarlinkInterface {
  private let controller: any WorkoutController
  private let eventReplies = EventReplies()

  package init(controller: any WorkoutController) {
    self.controller = controller
  }

  package var description: InterfaceDescription { WorkoutInterface.description }

  package var streamingMethods: Set<String> { [WorkoutInterface.Method.watch.rawValue] }

  package func answer(_ call: Call) async throws -> Answer {
    guard let method = WorkoutInterface.Method(rawValue: call.member) else {
      throw VarlinkError.methodNotImplemented(call.method)
    }
    do {
      return try await answer(method, JSONValue.object(call.parameters))
    } catch let error as ControlError {
      throw try error.varlinkError()
    } catch let error as DecodingError {
      throw VarlinkError(error)
    }
  }

  private func answer(_ method: WorkoutInterface.Method, _ parameters: JSONValue) async throws -> Answer {
    switch method {
    case .start:
      let start: Wire.StartParameters = try parameters.decoded()
      return try single(
        await controller.start(plan: start.plan, planName: start.planName, replace: start.replace ?? false))
    case .startNamed:
      let start: Wire.StartNamedParameters = try parameters.decoded()
      return try single(await controller.startNamed(start.name, replace: start.replace ?? false))
    case .stop: return try single(Wire.SummaryResult(summary: await controller.stop()))
    case .pause: return try status(await controller.pause())
    case .resume: return try status(await controller.resume())
    case .toggle: return try status(await controller.toggle())
    case .next:
      let next: Wire.NextParameters = try parameters.decoded()
      return try status(await controller.next(out: next.out ?? false))
    case .previous: return try status(await controller.previous())
    case .extend:
      let extend: Wire.ExtendParameters = try parameters.decoded()
      return try status(await controller.extend(byMilliseconds: extend.byMs))
    case .correct:
      let correct: Wire.CorrectParameters = try parameters.decoded()
      guard Wire.Corrected.possibleMetres.contains(correct.distanceM) else {
        throw VarlinkError.invalidParameter("distanceM")
      }
      return try single(await controller.correct(toMetres: correct.distanceM))
    case .getStatus: return try status(await controller.status())
    case .watch:
      return .stream(await controller.watch().map { [eventReplies] in try eventReplies.reply(telling: $0) })
    case .listPlans: return try single(Wire.PlansResult(plans: await controller.plans()))
    case .reload:
      try await controller.reload()
      return try single(Wire.Nothing())
    case .testCue:
      let test: Wire.TestCueParameters = try parameters.decoded()
      return try single(await controller.testCue(test.cue, channels: test.channels))
    case .diagnose: return try single(Wire.DiagnosisResult(findings: await controller.diagnose()))
    }
  }

  private func single(_ results: some Encodable) throws -> Answer {
    .single(try JSONValue.object(encoding: results))
  }

  private func status(_ status: Wire.Status) throws -> Answer {
    try single(Wire.StatusResult(status: status))
  }
}
