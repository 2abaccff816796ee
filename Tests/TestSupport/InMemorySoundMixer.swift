package import AudioOutput
import Synchronization

/// A mixer without a sound server, whose obstacles a test specifies.
package final class InMemorySoundMixer: SoundMixer {
  private let current: Mutex<[SoundObstacle]?>

  package init(_ obstacles: [SoundObstacle]? = []) {
    current = Mutex(obstacles)
  }

  /// Changes the obstacles; nil means that no server responds.
  package func change(_ obstacles: [SoundObstacle]?) {
    current.withLock { $0 = obstacles }
  }

  package func obstacles(within limit: Duration) async -> [SoundObstacle]? { current.withLock { $0 } }
}
