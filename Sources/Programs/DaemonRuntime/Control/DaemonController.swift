import Concurrency
package import ControlInterface
package import Logging
import PlanLibrary
package import Sensors
import WorkoutEngine
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// Implements the methods of the control interface: reads plans and settings, and passes commands to the runner.
///
/// A method that changes the workout waits until the change is saved, but at most for `saveLimit`. Unless the disk took
/// longer than this limit, a change is on disk when the client receives the reply.
package struct DaemonController: WorkoutController {
  let runner: WorkoutRunner
  let store: any WorkoutStore
  let files: FileStore
  private let service: ServiceOutput
  let channels: CueChannels
  let healthCheck: HealthCheck
  let sensors: any SensorHub
  let sensorRequests = RequestLimit(4)
  let logger: Logger

  package init(
    runner: WorkoutRunner, store: any WorkoutStore, files: FileStore, service: ServiceOutput,
    channels: CueChannels, sensors: any SensorHub, healthCheck: HealthCheck, logger: Logger
  ) {
    self.runner = runner
    self.store = store
    self.files = files
    self.service = service
    self.channels = channels
    self.sensors = sensors
    self.healthCheck = healthCheck
    self.logger = logger
  }

  package func stop() async throws(ControlError) -> Report.Summary {
    var summary = try await runner.stop()
    let unsaved = await store.flush(within: Self.saveLimit)
    if summary.isTooShort || unsaved?.summaryCount != 0 { summary.recorded = false }
    return summary
  }

  package func pause() async throws(ControlError) -> Report.Status { try await handle(.pause(.user)) }

  package func resume() async throws(ControlError) -> Report.Status { try await handle(.resume) }

  package func toggle() async throws(ControlError) -> Report.Status { try await handle(.toggle) }

  package func next(out: Bool) async throws(ControlError) -> Report.Status { try await handle(.next(out: out)) }

  package func previous() async throws(ControlError) -> Report.Status { try await handle(.previous) }

  package func extend(byMilliseconds milliseconds: Int) async throws(ControlError) -> Report.Status {
    // An extension by more than the maximum duration of a plan has the same effect as an extension by the maximum.
    let maxMilliseconds = PlanLimits.maxDuration.inMilliseconds
    let duration = Duration.milliseconds(min(max(milliseconds, -maxMilliseconds), maxMilliseconds))
    return try await handle(.extend(by: duration))
  }

  package func correct(toMetres metres: Double) async throws(ControlError) -> Report.Corrected {
    guard let corrected = try await runner.correct(toMetres: metres) else {
      return try await correctLast(toMetres: metres)
    }
    await store.flush(within: Self.saveLimit)
    return corrected
  }

  /// Corrects the last recorded workout.
  private func correctLast(toMetres metres: Double) async throws(ControlError) -> Report.Corrected {
    var summary: Report.Summary
    switch await store.lastSummary(within: Self.saveLimit) {
    case nil: throw .unusableHistory(.notResponding)
    case .failure(let error): throw .unusableHistory(.init(error))
    case .success(nil): throw .notRunning
    case .success(let last?): summary = last
    }
    guard Report.Corrected.plausibleMetres(elapsedMs: summary.elapsedMs).contains(metres) else {
      throw .implausibleDistance(.init(distanceM: metres, elapsedMs: summary.elapsedMs))
    }
    let before = summary.distance
    summary.correct(toMetres: metres)
    store.record(.change(.correct(summary.workoutId, toMetres: metres, at: runner.timekeeper.timeOfDay)))
    guard let unsaved = await store.flush(within: Self.saveLimit) else { throw .unusableHistory(.notWritten(nil)) }
    guard unsaved.summaryCount + unsaved.changeCount == 0 else { throw .unusableHistory(.notWritten(unsaved.failure)) }
    let units = runner.status().distanceUnits
    let distance = (DistanceUnit(rawValue: units) ?? .kilometres).text(metres: metres)
    logger.info("Corrected the last workout to \(distance)", metadata: ["workout": "\(summary.workoutId)"])
    return Report.Corrected(
      summary: summary, wasM: before.knownMetres, wasIsPartial: before.reportedIsPartial)
  }

  /// The maximum time that a reply waits for the disk.
  static let saveLimit = Duration.seconds(1)

  /// Performs a command, and waits until its result is saved.
  private func handle(_ command: Command) async throws(ControlError) -> Report.Status {
    let status = try await runner.handle(command)
    await store.flush(within: Self.saveLimit)
    return status
  }

  package func status() async -> Report.Status {
    var status = runner.status()
    if let urgency = runner.notificationUrgency {
      status.notificationsHidden = channels.wereNotificationsHidden(urgency)
    }
    return status
  }

  package func watch() async -> any AsyncSequence<Report.Event, any Error> & Sendable { await runner.watch() }

  package func plans() async throws(ControlError) -> [Report.Plan] {
    await files.allPlans(marksWithin: Self.saveLimit) { await store.unwrittenLines(within: Self.saveLimit) }
  }

  package func reload() async throws(ControlError) -> [String] {
    service.reloading()
    defer { service.reloaded() }
    let configuration: Configuration
    do {
      configuration = try await files.configuration()
    } catch {
      logger.error("\(error.fullMessage); keeping the previous settings")
      throw .invalidConfiguration(.init(error))
    }
    await runner.adopt(configuration.settings)
    logger.info("Reloaded the settings")
    let warnings =
      IneffectiveSettingWords.all(configuration.settings.ineffective).map(\.sentences)
      + (await channels.hookWarnings(for: configuration.settings))
    for warning in warnings { logger.warning("\(warning)") }
    return warnings
  }

  package func testCue(_ word: String, channels words: [String]?) async throws(ControlError) -> Report.CueTest {
    let settings = await runner.settings
    // The cue is checked before the status, so that an unknown cue is reported even while a workout runs.
    let sample = try channels.sample(word, channels: words, settings: settings)
    let status = runner.status()
    guard status.phase == .idle else { throw .alreadyRunning(status) }
    return await channels.test(sample, settings: settings) { await runner.performWhenIdle($0) }
  }

  package func diagnose() async -> [Report.Finding] {
    await healthCheck.findings(await runner.settings)
  }
}
