package import AudioOutput
import Synchronization

/// A mixer without a sound server, which records its calls, and whose obstacles a test specifies.
package final class InMemorySoundMixer: SoundMixer {
  /// A call that changes volumes.
  package enum Call: Equatable, Sendable {
    case prepare(Lowering?)
    case release
    case lower(CuePart)
    case restore(CuePart)
    case shutDown
  }

  package let calls = Recording<Call>()
  private let current: Mutex<[SoundObstacle]?>
  private let onLower: @Sendable () -> Void

  /// Creates a mixer; `lower` calls `onLower`, which may block.
  package init(
    _ obstacles: [SoundObstacle]? = [], lowersDuringSounds: Bool = false, onLower: @escaping @Sendable () -> Void = {}
  ) {
    current = Mutex(obstacles)
    self.lowersDuringSounds = lowersDuringSounds
    self.onLower = onLower
  }

  package func obstacles(within limit: Duration) async -> [SoundObstacle]? { current.withLock { $0 } }

  package var hasBluetoothOutput: Bool { false }

  package func detectOutput(_ ended: (@Sendable () -> Void)?) { ended?() }

  package let lowersDuringSounds: Bool

  package func prepare(_ lowering: Lowering?) { calls.append(.prepare(lowering)) }

  package func release() { calls.append(.release) }

  @discardableResult package func lower(for part: CuePart, within limit: Duration) -> Bool {
    calls.append(.lower(part))
    onLower()
    return false
  }

  package func restore(after part: CuePart) { calls.append(.restore(part)) }

  package func shutDown(within limit: Duration) async { calls.append(.shutDown) }
}
