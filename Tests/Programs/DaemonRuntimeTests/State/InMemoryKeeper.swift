import DaemonRuntime
import Synchronization
import ControlInterface
import UserFiles

/// Keeps in memory what there is to keep.
final class InMemoryKeeper: WorkoutKeeper {
  private let contents = Mutex<(kept: KeptWorkout?, onDisk: KeptWorkout?, summaries: [Wire.Summary])>((nil, nil, []))

  /// The position saved last, in memory or on disk.
  var kept: KeptWorkout? { contents.withLock { $0.kept } }
  var summaries: [Wire.Summary] { contents.withLock { $0.summaries } }

  /// The position saved last on disk.
  var keptOnDisk: KeptWorkout? { contents.withLock { $0.onDisk } }

  func keep(_ workout: KeptWorkout?) { contents.withLock { ($0.kept, $0.onDisk) = (workout, workout) } }
  func keepInMemory(_ workout: KeptWorkout) { contents.withLock { $0.kept = workout } }
  func record(_ summary: Wire.Summary) { contents.withLock { $0.summaries.append(summary) } }

  func last(within limit: Duration) async -> Result<Wire.Summary?, FileReadError>? { .success(summaries.last) }

  @discardableResult func settle(within limit: Duration) async -> Unkept? {
    Unkept(isPlace: false, summaries: 0)
  }

  func check(within limit: Duration) async -> KeeperCheck? { KeeperCheck(folder: "/state") }
}
