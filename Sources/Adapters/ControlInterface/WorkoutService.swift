import JSON
import Synchronization
package import Varlink
import WorkoutModel
package import WorkoutReports

/// Serves `org.intervald.Workout`: decodes calls, passes the calls to a controller, and encodes the results.
package struct WorkoutService: VarlinkInterface {
  let controller: any WorkoutController
  private let eventReplies = EventReplies()

  package init(controller: any WorkoutController) {
    self.controller = controller
  }

  package var description: InterfaceDescription { WorkoutInterface.description }

  package var streamingMethods: Set<String> {
    [WorkoutInterface.Method.watch.rawValue, WorkoutInterface.Method.testSensor.rawValue]
  }

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
      let start: WorkoutInterface.StartParameters = try parameters.decoded()
      guard start.planName?.unicodeScalars.count ?? 0 <= LimitedText.name.maxCharacters else {
        throw VarlinkError.invalidParameter("planName")
      }
      guard start.session?.isPossible ?? true else { throw VarlinkError.invalidParameter("session") }
      return try single(
        await controller.start(
          plan: start.plan, planName: start.planName, session: start.session, replace: start.replace ?? false))
    case .startNamed:
      let start: WorkoutInterface.StartNamedParameters = try parameters.decoded()
      guard start.session == nil || start.name != nil else { throw VarlinkError.invalidParameter("session") }
      try Self.requireShort(start.name, "name")
      try Self.requireShort(start.session, "session")
      return try single(
        await controller.startNamed(start.name, session: start.session, replace: start.replace ?? false))
    case .stop:
      return try single(WorkoutInterface.SummaryResult(summary: await controller.stop().withLapsOfReply))
    case .pause: return try status(await controller.pause())
    case .resume: return try status(await controller.resume())
    case .toggle: return try status(await controller.toggle())
    case .next:
      let next: WorkoutInterface.NextParameters = try parameters.decoded()
      return try status(await controller.next(out: next.out ?? false))
    case .previous: return try status(await controller.previous())
    case .extend:
      let extend: WorkoutInterface.ExtendParameters = try parameters.decoded()
      return try status(await controller.extend(byMilliseconds: extend.byMs))
    case .correct:
      let correct: WorkoutInterface.CorrectParameters = try parameters.decoded()
      guard Report.Corrected.possibleMetres.contains(correct.distanceM) else {
        throw VarlinkError.invalidParameter("distanceM")
      }
      var corrected = try await controller.correct(toMetres: correct.distanceM)
      corrected.summary = corrected.summary?.withLapsOfReply
      return try single(corrected)
    case .getStatus: return try status(await controller.status())
    case .watch:
      return .stream(eventReplies.replies(for: await controller.watch()))
    case .listPlans:
      let plans = Self.firstThatFit(try await controller.plans())
      return try single(WorkoutInterface.PlansResult(plans: plans))
    case .reload:
      return try single(WorkoutInterface.ReloadResult(warnings: await controller.reload()))
    case .testCue:
      let test: WorkoutInterface.TestCueParameters = try parameters.decoded()
      try Self.requireShort(test.cue, "cue")
      for channel in test.channels ?? [] { try Self.requireShort(channel, "channels") }
      return try single(await controller.testCue(test.cue, channels: test.channels))
    case .diagnose: return try single(WorkoutInterface.DiagnosisResult(findings: await controller.diagnose()))
    case .listSensors, .pairSensor, .forgetSensor, .testSensor: return try await answerSensor(method, parameters)
    }
  }

  /// Throws an error for a parameter that is longer than the name of a file can be.
  ///
  /// Swift compares strings in a normalized form, which takes quadratic time for a long series of combining marks.
  private static func requireShort(_ text: String?, _ parameter: String) throws(VarlinkError) {
    guard text?.utf8.count ?? 0 <= 255 else { throw .invalidParameter(parameter) }
  }

  /// The first plans, as many as fit in one message.
  static func firstThatFit(_ plans: [Report.Plan]) -> [Report.Plan] {
    // The rest of the message needs less than 64 bytes.
    var bytesLeft = MessageFramer.maximumLength - 64
    return Array(
      plans.prefix { plan in
        bytesLeft -= ((try? JSONValue(encoding: plan).text.count) ?? 0) + 1
        return bytesLeft >= 0
      })
  }

  func single(_ results: some Encodable) throws -> Answer {
    .single(try JSONValue.object(encoding: results))
  }

  private func status(_ status: Report.Status) throws -> Answer {
    try single(WorkoutInterface.StatusResult(status: status))
  }
}

/// A handler of the calls of `org.intervald.Workout`, with one requirement for each method.
///
/// Several tasks may call the handler at the same time.
package protocol WorkoutController: Sendable {
  /// Starts a plan from its text; a running workout is replaced only if `replace` is true.
  ///
  /// `session` describes the session if the plan is a session of a training program.
  func start(
    plan: String, planName: String?, session: Report.Session?, replace: Bool
  ) async throws(ControlError) -> Report.Started

  /// Starts a plan, or a session of a program, from the daemon's plan folders.
  ///
  /// Without a name, starts the default plan. If the settings contain no default plan, starts the plan that was started
  /// last. For a program, `session` is the ID of a session, or nil for the session that is due.
  func startNamed(
    _ name: String?, session: String?, replace: Bool
  ) async throws(ControlError) -> Report.Started

  func stop() async throws(ControlError) -> Report.Summary
  func pause() async throws(ControlError) -> Report.Status
  func resume() async throws(ControlError) -> Report.Status
  func toggle() async throws(ControlError) -> Report.Status

  /// Moves to the next interval; if `out` is true, moves to the step after the innermost repeat.
  func next(out: Bool) async throws(ControlError) -> Report.Status

  func previous() async throws(ControlError) -> Report.Status

  /// Lengthens the current interval or the lead-in; a negative number shortens it.
  ///
  /// In a repeat, the other rounds do not change.
  func extend(byMilliseconds milliseconds: Int) async throws(ControlError) -> Report.Status

  /// Replaces the estimated distance with a measured distance of 0 to 999,990 m.
  ///
  /// During a workout, replaces the distance covered so far. If no workout is running or paused, replaces the distance
  /// of the last workout.
  ///
  /// - Throws: `notRunning` without a workout to correct; `implausibleDistance` if the distance exceeds
  ///   `Report.Corrected.plausibleMetres`; `unusableHistory` if the history cannot be read, or if the new distance
  ///   cannot be recorded.
  func correct(toMetres metres: Double) async throws(ControlError) -> Report.Corrected

  func status() async -> Report.Status

  /// Returns a stream of the present state and all later events.
  ///
  /// The server takes an event only when the client has received all earlier events. The buffer of the stream must be
  /// bounded, and decides which events a slow client misses. When the stream ends, the watcher's connection is closed.
  /// When the watcher disconnects, the stream is terminated.
  func watch() async -> any AsyncSequence<Report.Event, any Error> & Sendable

  func plans() async throws(ControlError) -> [Report.Plan]

  /// Reads the configuration again.
  ///
  /// - Returns: Warnings for the user; each warning is a sentence.
  func reload() async throws(ControlError) -> [String]

  /// Delivers one cue, and returns the result for each channel.
  ///
  /// `word` is the name of a cue in the settings, or a kind of interval. For a kind, the start cue of an interval of
  /// that kind is delivered. `channels` contains the names of channels in the settings. If `channels` is nil, the cue
  /// is delivered on the channels that the settings specify for the cue.
  func testCue(_ word: String, channels: [String]?) async throws(ControlError) -> Report.CueTest

  /// Checks the services that cues use, the log and the state folder.
  ///
  /// The checks end within four seconds, and show and play nothing.
  func diagnose() async -> [Report.Finding]

  /// Searches for sensors, and returns the sensors found and the paired sensors.
  func sensors(searchMilliseconds: Int) async throws(ControlError) -> [Report.Sensor]

  /// Pairs the sensor with this name or address.
  func pairSensor(_ name: String) async throws(ControlError) -> Report.Sensor

  /// Removes the pairing of the sensor with this name or address.
  func forgetSensor(_ name: String) async throws(ControlError) -> Report.Sensor

  /// Returns the values of a sensor, until the stream is terminated; the last element is the error that ended the test.
  ///
  /// The buffer of the stream must be bounded.
  func testSensor(_ name: String) async throws(ControlError) -> AsyncStream<Result<Report.SensorValues, ControlError>>
}

/// The replies to `Watch`, each encoded once for all watchers.
final class EventReplies: Sendable {
  private let latest = Mutex<(event: Report.Event, reply: EncodedReply)?>(nil)

  /// The replies that contain events.
  func replies(
    for events: some AsyncSequence<Report.Event, any Error> & Sendable
  ) -> any AsyncSequence<EncodedReply, any Error> & Sendable {
    events.map { try self.reply(for: $0) }
  }

  /// The reply that contains an event.
  private func reply(for event: Report.Event) throws -> EncodedReply {
    if let latest = latest.withLock({ $0 }), latest.event == event { return latest.reply }
    var sent = event
    sent.summary = event.summary?.withLapsOfReply
    let results = try JSONValue.object(encoding: WorkoutInterface.EventResult(event: sent))
    let reply = EncodedReply(Reply(results, continues: true))
    latest.withLock { $0 = (event, reply) }
    return reply
  }
}
