import PlanNotation
import ControlInterface
import WorkoutModel

/// A daemon in which nothing runs, and which reads the plans that it is sent.
struct IdleController: WorkoutController {
  func start(plan: String, planName: String?, replace: Bool) throws(ControlError) -> Wire.Started {
    do {
      _ = try PlanFile(plan).workout(over: Settings())
    } catch {
      throw .invalidPlan(
        .init(
          message: error.message, line: error.line, column: error.column, hint: error.hint, lineText: error.lineText))
    }
    return Wire.Started(status: status(), warnings: [])
  }

  func startNamed(_ name: String?, replace: Bool) throws(ControlError) -> Wire.Started {
    throw .noSuchPlan(.init(name: name ?? "", searched: []))
  }

  func stop() throws(ControlError) -> Wire.Summary { throw .notRunning }
  func pause() throws(ControlError) -> Wire.Status { throw .notRunning }
  func resume() throws(ControlError) -> Wire.Status { throw .notRunning }
  func toggle() throws(ControlError) -> Wire.Status { throw .notRunning }
  func next(out: Bool) throws(ControlError) -> Wire.Status { throw .notRunning }
  func previous() throws(ControlError) -> Wire.Status { throw .notRunning }

  func extend(byMilliseconds milliseconds: Int) throws(ControlError) -> Wire.Status {
    var status = status()
    status.intervalRemainingMs = milliseconds
    return status
  }

  func correct(toMetres metres: Double) throws(ControlError) -> Wire.Corrected { throw .notRunning }

  func status() -> Wire.Status {
    Wire.Status(atNs: 0, phase: .idle, distanceUnits: "km", paceUnits: "min/km", rounds: [], elapsedMs: 0)
  }

  func watch() -> AsyncStream<Wire.Event> { AsyncStream { $0.finish() } }
  func plans() -> [Wire.Plan] { [] }
  func reload() {}

  func diagnose() -> [Wire.Finding] { [] }

  func testCue(_ word: String, channels: [String]?) -> Wire.CueTest {
    Wire.CueTest(text: word, channels: (channels ?? []).map { Wire.ChannelTest(channel: $0) })
  }
}
