import DaemonRuntime
import Synchronization
import ControlInterface
import UserFiles

/// Keeps nothing, and answers what it is told to; at first it does not answer in time.
final class FaultyKeeper: WorkoutKeeper {
  private let answers = Mutex<(last: Result<Wire.Summary?, FileReadError>?, unkept: Unkept?)>((nil, nil))

  func answer(last: Result<Wire.Summary?, FileReadError>) { answers.withLock { $0.last = last } }
  func answer(unkept: Unkept) { answers.withLock { $0.unkept = unkept } }

  func keep(_ workout: KeptWorkout?) {}
  func keepInMemory(_ workout: KeptWorkout) {}
  func record(_ summary: Wire.Summary) {}
  func last(within limit: Duration) async -> Result<Wire.Summary?, FileReadError>? { answers.withLock { $0.last } }
  @discardableResult func settle(within limit: Duration) async -> Unkept? { answers.withLock { $0.unkept } }
  func check(within limit: Duration) async -> KeeperCheck? { nil }
}
