import ControlInterface
import TestSupport
import WorkoutReports

/// A daemon that records the calls of clients and returns the answers that a test specifies.
actor ScriptedController: WorkoutController {
  private(set) var calls: [String] = []
  /// The sessions of the plans that clients started from their text.
  private(set) var sessions: [Report.Session?] = []
  /// The times at which clients called `watch`.
  private(set) var watchBegins: [ContinuousClock.Instant] = []
  private let answers: Answers
  private var watchers: [AsyncThrowingStream<Report.Event, any Error>.Continuation] = []
  /// The tests of sensors that stay connected.
  private var sensorTests: [AsyncStream<Result<Report.SensorValues, ControlError>>.Continuation] = []

  /// The answers to the calls of clients.
  struct Answers: Sendable {
    var status = Samples.running
    var warnings: [String] = []
    /// The error that `start`, `startNamed`, `testCue` and the methods of sensors throw, if any.
    var refusal: ControlError?
    /// Whether no workout is running.
    ///
    /// Calls that require a running workout then throw an error.
    var isIdle = false
    /// The result of `stop`.
    var summary = Samples.summary
    /// The summary of the last recorded workout; nil if no workout is recorded.
    ///
    /// If no workout is running, a correction returns this summary.
    var lastSummary: Report.Summary?
    /// The distance before a correction, in metres.
    var wasM: Double?
    var configurationError: ControlError?
    var reloadWarnings: [String] = []
    var events: [Report.Event] = []
    /// Whether each watch ends after it has delivered `events`.
    var endsWatches = false
    var findings = [Report.Finding("sound", .ok, "libcanberra plays all 8 sounds")]
    /// A stream at whose end `testCue`, `diagnose` and `sensors` answer; nil to answer at once.
    var delay: AsyncStream<Never>?
    var sensors: [Report.Sensor] = []
    /// The values of each tested sensor, which disconnects after the last values.
    var sensorValues: [Report.SensorValues] = []
    /// Whether a tested sensor stays connected after its last values.
    var staysConnected = false
    /// Returns the result of `testCue`; the arguments are the word of the cue and the requested channels.
    var cueTest: @Sendable (String, [String]?) -> Report.CueTest = { cue, _ in Report.CueTest(text: cue, channels: []) }
  }

  init(_ answers: Answers = Answers()) {
    self.answers = answers
  }

  func start(
    plan: String, planName: String?, session: Report.Session?, replace: Bool
  ) throws(ControlError) -> Report.Started {
    calls.append("start \(planName ?? "-") \(replace): \(plan)")
    sessions.append(session)
    if let refusal = answers.refusal { throw refusal }
    return Report.Started(status: answers.status, warnings: answers.warnings)
  }

  func startNamed(_ name: String?, session: String?, replace: Bool) throws(ControlError) -> Report.Started {
    calls.append("startNamed \(name ?? "-")\(session.map { " \($0)" } ?? "") \(replace)")
    if let refusal = answers.refusal { throw refusal }
    return Report.Started(status: answers.status, warnings: answers.warnings)
  }

  func stop() throws(ControlError) -> Report.Summary {
    _ = try answer("stop")
    return answers.summary
  }

  func pause() throws(ControlError) -> Report.Status { try answer("pause") }
  func resume() throws(ControlError) -> Report.Status { try answer("resume") }
  func toggle() throws(ControlError) -> Report.Status { try answer("toggle") }
  func next(out: Bool) throws(ControlError) -> Report.Status { try answer("next \(out)") }
  func previous() throws(ControlError) -> Report.Status { try answer("previous") }

  func extend(byMilliseconds milliseconds: Int) throws(ControlError) -> Report.Status {
    try answer("extend \(milliseconds)")
  }

  func correct(toMetres metres: Double) throws(ControlError) -> Report.Corrected {
    calls.append("correct \(metres)")
    guard answers.isIdle else { return Report.Corrected(status: answers.status, wasM: answers.wasM) }
    guard let last = answers.lastSummary else { throw .notRunning }
    return Report.Corrected(summary: last, wasM: answers.wasM)
  }

  func status() -> Report.Status { answers.isIdle ? Samples.idle : answers.status }

  func watch() -> any AsyncSequence<Report.Event, any Error> & Sendable {
    let (stream, continuation) = AsyncThrowingStream<Report.Event, any Error>.makeStream(
      bufferingPolicy: .bufferingOldest(16))
    watchBegins.append(.now)
    for event in answers.events { continuation.yield(event) }
    if answers.endsWatches { continuation.finish() }
    watchers.append(continuation)
    return stream
  }

  /// Ends all watches, like a daemon that stops.
  func endWatches() {
    for watcher in watchers { watcher.finish() }
  }

  func plans() -> [Report.Plan] { [] }

  func reload() throws(ControlError) -> [String] {
    calls.append("reload")
    if let error = answers.configurationError { throw error }
    return answers.reloadWarnings
  }

  func testCue(_ word: String, channels: [String]?) async throws(ControlError) -> Report.CueTest {
    await awaitDelay()
    calls.append("testCue \(word) \(channels?.joined(separator: ",") ?? "-")")
    if let refusal = answers.refusal { throw refusal }
    return answers.cueTest(word, channels)
  }

  func diagnose() async -> [Report.Finding] {
    await awaitDelay()
    return answers.findings
  }

  func sensors(searchMilliseconds: Int) async throws(ControlError) -> [Report.Sensor] {
    await awaitDelay()
    calls.append("sensors \(searchMilliseconds)")
    if let refusal = answers.refusal { throw refusal }
    return answers.sensors
  }

  func pairSensor(_ name: String) throws(ControlError) -> Report.Sensor {
    calls.append("pair \(name)")
    if let refusal = answers.refusal { throw refusal }
    return answers.sensors[0]
  }

  func forgetSensor(_ name: String) throws(ControlError) -> Report.Sensor {
    calls.append("forget \(name)")
    if let refusal = answers.refusal { throw refusal }
    return answers.sensors[0]
  }

  func testSensor(_ name: String) throws(ControlError) -> AsyncStream<Result<Report.SensorValues, ControlError>> {
    calls.append("test \(name)")
    if let refusal = answers.refusal { throw refusal }
    let (results, sink) = AsyncStream.makeStream(of: Result<Report.SensorValues, ControlError>.self)
    for values in answers.sensorValues { sink.yield(.success(values)) }
    guard !answers.staysConnected else {
      sensorTests.append(sink)
      return results
    }
    sink.yield(
      .failure(
        .sensorUnavailable(.init(reason: "disconnected", message: "'\(name)' has disconnected", hints: ["move it"]))))
    sink.finish()
    return results
  }

  private func awaitDelay() async {
    if let delay = answers.delay { for await _ in delay {} }
  }

  private func answer(_ call: String) throws(ControlError) -> Report.Status {
    calls.append(call)
    guard !answers.isIdle else { throw .notRunning }
    return answers.status
  }
}
