import WorkoutReports
import PlanNotation
import ControlInterface
import WorkoutModel

/// A daemon in which nothing runs, and which reads the plans that it is sent.
struct IdleController: WorkoutController {
  func start(plan: String, planName: String?, replace: Bool) throws(ControlError) -> Report.Started {
    do {
      _ = try PlanFile(plan).workout(over: Settings())
    } catch {
      throw .invalidPlan(
        .init(
          message: error.message, line: error.line, column: error.column, hint: error.hint, lineText: error.lineText))
    }
    return Report.Started(status: status(), warnings: [])
  }

  func startNamed(_ name: String?, replace: Bool) throws(ControlError) -> Report.Started {
    throw .noSuchPlan(.init(name: name ?? "", searched: []))
  }

  func stop() throws(ControlError) -> Report.Summary { throw .notRunning }
  func pause() throws(ControlError) -> Report.Status { throw .notRunning }
  func resume() throws(ControlError) -> Report.Status { throw .notRunning }
  func toggle() throws(ControlError) -> Report.Status { throw .notRunning }
  func next(out: Bool) throws(ControlError) -> Report.Status { throw .notRunning }
  func previous() throws(ControlError) -> Report.Status { throw .notRunning }

  func extend(byMilliseconds milliseconds: Int) throws(ControlError) -> Report.Status {
    var status = status()
    status.intervalRemainingMs = milliseconds
    return status
  }

  func correct(toMetres metres: Double) throws(ControlError) -> Report.Corrected { throw .notRunning }

  func status() -> Report.Status {
    Report.Status(atNs: 0, phase: .idle, distanceUnits: "km", paceUnits: "min/km", rounds: [], elapsedMs: 0)
  }

  func watch() -> AsyncStream<Report.Event> { AsyncStream { $0.finish() } }
  func plans() -> [Report.Plan] { [] }
  func reload() {}

  func diagnose() -> [Report.Finding] { [] }

  func testCue(_ word: String, channels: [String]?) -> Report.CueTest {
    Report.CueTest(text: word, channels: (channels ?? []).map { Report.ChannelTest(channel: $0) })
  }
}
