import DaemonRuntime
import Synchronization
import ControlInterface
import UserFiles

/// Keeps in memory what there is to keep.
final class InMemoryKeeper: WorkoutKeeper {
  private let contents = Mutex<(kept: KeptWorkout?, summaries: [Wire.Summary])>((nil, []))

  var kept: KeptWorkout? { contents.withLock { $0.kept } }
  var summaries: [Wire.Summary] { contents.withLock { $0.summaries } }

  func keep(_ workout: KeptWorkout?) { contents.withLock { $0.kept = workout } }
  func record(_ summary: Wire.Summary) { contents.withLock { $0.summaries.append(summary) } }

  func last(within limit: Duration) async -> Result<Wire.Summary?, FileReadError>? { .success(summaries.last) }

  @discardableResult func settle(within limit: Duration) async -> Unkept? {
    Unkept(isPlace: false, summaries: 0)
  }

  func check(within limit: Duration) async -> KeeperCheck? { KeeperCheck(folder: "/state") }
}
