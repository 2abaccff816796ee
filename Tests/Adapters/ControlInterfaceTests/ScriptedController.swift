import ControlInterface
import FoundationEssentials
import VarlinkServer
import WorkoutReports

/// A controller that answers every call as the interface requires.
///
/// The controller has no clock, so only calls change the phase of the workout.
actor ScriptedController: WorkoutController {
  private var current = Samples.idleStatus
  private var watchers: [AsyncThrowingStream<Report.Event, any Error>.Continuation] = []

  func start(
    plan: String, planName: String?, session: Report.Session?, replace: Bool
  ) throws(ControlError) -> Report.Started {
    guard plan == "forever 30s" else {
      throw .invalidPlan(.init(message: "two readings", line: 1, column: 12, hint: "put parentheses", lineText: plan))
    }
    guard current.phase == .idle || replace else { throw .alreadyRunning(current) }
    current.phase = .running
    current.workoutId = "w-1"
    current.planName = planName
    current.session = session
    current.plan = plan
    publish(.cue, cue: .start)
    return Report.Started(status: current, warnings: ["no sound server"])
  }

  func startNamed(_ name: String?, session: String?, replace: Bool) throws(ControlError) -> Report.Started {
    if name == "c25k" {
      guard session == nil || session == "w3d2" else {
        throw .noSuchSession(.init(program: "c25k", session: session ?? "", nearest: "w3d2"))
      }
      guard session != nil else { throw .programDone(.init(program: "c25k")) }
      return try start(plan: "forever 30s", planName: name, session: Samples.session, replace: replace)
    }
    guard name == nil else { throw .noSuchPlan(.init(name: name ?? "", searched: ["/plans"])) }
    return try start(plan: "forever 30s", planName: "default", session: nil, replace: replace)
  }

  func stop() throws(ControlError) -> Report.Summary {
    try requireWorkout()
    current = Samples.idleStatus
    publish(.stopped, summary: Samples.bareSummary)
    return Samples.bareSummary
  }

  func pause() throws(ControlError) -> Report.Status {
    try enter(.paused, by: .user)
  }

  func resume() throws(ControlError) -> Report.Status {
    try enter(.running, by: nil)
  }

  func toggle() throws(ControlError) -> Report.Status {
    try current.phase == .paused ? resume() : pause()
  }

  func next(out: Bool) throws(ControlError) -> Report.Status {
    try count(by: out ? 10 : 1)
  }

  func previous() throws(ControlError) -> Report.Status {
    try count(by: -1)
  }

  func extend(byMilliseconds milliseconds: Int) throws(ControlError) -> Report.Status {
    try requireWorkout()
    current.intervalRemainingMs = milliseconds
    return current
  }

  func correct(toMetres metres: Double) throws(ControlError) -> Report.Corrected {
    guard current.phase == .idle else {
      current.distanceM = metres
      return Report.Corrected(status: current)
    }
    var summary = Samples.summary
    summary.distanceM = metres
    return Report.Corrected(summary: summary)
  }

  func status() -> Report.Status { current }

  func watch() -> any AsyncSequence<Report.Event, any Error> & Sendable {
    let (events, watcher) = AsyncThrowingStream<Report.Event, any Error>.makeStream(
      bufferingPolicy: .bufferingOldest(16))
    watcher.yield(Report.Event(event: .state, status: current))
    watchers.append(watcher)
    return events
  }

  func plans() -> [Report.Plan] { [Samples.plan, Samples.barePlan, Samples.program] }

  func reload() throws(ControlError) -> [String] {
    guard current.phase == .idle else { throw .invalidConfiguration(.init(message: "no such unit", path: "/conf")) }
    return ["The hook /bin/lamp does not run."]
  }

  func testCue(_ word: String, channels: [String]?) throws(ControlError) -> Report.CueTest {
    guard word != "strat" else { throw .noSuchCue(.init(word: word, known: ["start"])) }
    return Report.CueTest(text: word, channels: (channels ?? []).map { Report.ChannelTest(channel: $0) })
  }

  func diagnose() -> [Report.Finding] { [Samples.finding, Samples.bareFinding] }

  func sensors(searchMilliseconds: Int) -> [Report.Sensor] {
    var sensor = Samples.sensor
    sensor.signalDbm = searchMilliseconds
    return [sensor, Samples.bareSensor]
  }

  func pairSensor(_ name: String) throws(ControlError) -> Report.Sensor {
    guard name == Samples.sensor.name else {
      throw .sensorUnavailable(.init(reason: "unknownSensor", message: name, hints: ["wake it"], known: ["Pod"]))
    }
    return Samples.sensor
  }

  func forgetSensor(_ name: String) -> Report.Sensor {
    var sensor = Samples.bareSensor
    sensor.name = name
    return sensor
  }

  func testSensor(_ name: String) throws(ControlError) -> AsyncStream<Result<Report.SensorValues, ControlError>> {
    _ = try pairSensor(name)
    return AsyncStream { results in
      results.yield(.success(Samples.bareSensorValues))
      results.yield(.success(Samples.sensorValues))
      results.yield(.failure(.sensorUnavailable(.init(reason: "disconnected", message: "gone", hints: []))))
      results.finish()
    }
  }

  /// Ends all watches, like a daemon that stops.
  func endWatches() {
    for watcher in watchers { watcher.finish() }
  }

  private func enter(_ phase: Report.Phase, by word: Report.PauseWord?) throws(ControlError) -> Report.Status {
    try requireWorkout()
    current.phase = phase
    current.pausedBy = word
    publish(.state)
    return current
  }

  private func count(by step: Int) throws(ControlError) -> Report.Status {
    try requireWorkout()
    current.number = (current.number ?? 1) + step
    return current
  }

  private func requireWorkout() throws(ControlError) {
    guard current.phase != .idle else { throw .notRunning }
  }

  private func publish(_ event: Report.EventWord, cue: Report.CueWord? = nil, summary: Report.Summary? = nil) {
    for watcher in watchers {
      watcher.yield(Report.Event(event: event, cue: cue, status: current, summary: summary))
    }
  }
}

/// Runs a service on its own socket while the body runs, and passes the controller and the socket to the body.
func withService(_ body: (ScriptedController, ControlSocket) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.path + "/control-\(UInt64.random(in: 0...(.max)))"
  let socket = try ControlSocket(environment: ["XDG_RUNTIME_DIR": folder])
  try FileManager.default.createDirectory(atPath: socket.folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let controller = ScriptedController()
  let server = Server(
    listener: try Listener.bind(path: socket.path),
    identity: ServiceIdentity(vendor: "intervald", product: "test", version: "0", url: "https://example.org"),
    interfaces: [WorkoutService(controller: controller)])
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask { try await server.run() }
    try await body(controller, socket)
    tasks.cancelAll()
    try await tasks.waitForAll()
  }
}
