import Dispatch
import Synchronization

/// The volumes of the sound server.
package protocol SoundMixer: Sendable {
  /// Returns the reasons why sounds or speech cannot be heard, although the server plays them; makes no sound.
  ///
  /// Returns nil if the reasons are unknown, because no server responds within the limit.
  func obstacles(within limit: Duration) async -> [SoundObstacle]?

  /// Whether the default output was a Bluetooth device when it was last detected.
  var hasBluetoothOutput: Bool { get }

  /// Detects whether the default output is a Bluetooth device; returns at once.
  ///
  /// Only one detection runs at a time. If one is running, its result is used.
  ///
  /// - Parameter ended: Called when the result is known, on a queue of the mixer. A later function replaces a waiting
  ///   function; nil does not replace it.
  func detectOutput(_ ended: (@Sendable () -> Void)?)

  /// Whether other programs are lowered during sounds.
  var lowersDuringSounds: Bool { get }

  /// Begins a workout: sets how other programs are lowered from now on; nil lowers no program.
  func prepare(_ lowering: Lowering?)

  /// Ends a workout: closes the connection to the server when no part of a cue is heard any more, and every volume has
  /// been restored.
  ///
  /// The last cue of the workout may still call `lower`, which connects again for that cue.
  func release()

  /// Lowers the streams of other programs while a part of a cue is heard, and returns when the server has accepted the
  /// volumes.
  ///
  /// Blocks at most for the limit, so only queues that may wait call this function. If the streams need no change, the
  /// function returns at once. Each call requires a call of `restore`.
  ///
  /// - Returns: Whether this call has lowered the streams; the server applies the volumes to its next block of samples.
  @discardableResult func lower(for part: CuePart, within limit: Duration) -> Bool

  /// Restores the streams when no part of a cue is heard any more; returns at once.
  ///
  /// A stream whose volume the user has changed is not restored.
  func restore(after part: CuePart)

  /// Restores all streams, or abandons them after the limit.
  ///
  /// No method may be called afterwards.
  func shutDown(within limit: Duration) async
}

/// How the streams of other programs are lowered during cues.
package struct Lowering: Equatable, Sendable {
  /// The reduction in decibels.
  package var decibels: Int
  /// Whether the streams are also lowered during sounds; otherwise, only during speech.
  package var includesSounds: Bool

  package init(decibels: Int, includesSounds: Bool) {
    self.decibels = decibels
    self.includesSounds = includesSounds
  }
}

/// A part of a cue that is heard.
package enum CuePart: Sendable {
  case sound
  case speech
}

/// The lowering of other programs during one sound.
final class SoundLowering: Sendable {
  private let mixer: any SoundMixer
  private let hasEnded = Atomic(false)
  /// Ends the lowering at the limit.
  ///
  /// The timer is only cancelled, and dispatch sources allow this on any thread.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  /// The maximum time that a sound waits until other programs are lowered.
  private static let maxWait = Duration.milliseconds(20)

  /// Lowers other programs for at most a limit in time, which ends on a queue; nil if sounds lower no program.
  ///
  /// Waits until the programs are lowered: some milliseconds.
  init?(by mixer: (any SoundMixer)?, for limit: Duration, on queue: DispatchQueue) {
    guard let mixer, mixer.lowersDuringSounds else { return nil }
    self.mixer = mixer
    unsafe timer = DispatchSource.makeTimerSource(queue: queue)
    mixer.lower(for: .sound, within: Self.maxWait)
    unsafe timer.schedule(deadline: .now() + limit / .seconds(1))
    unsafe timer.setEventHandler { self.end() }
    unsafe timer.activate()
  }

  /// Restores other programs, unless they have been restored.
  func end() {
    guard !hasEnded.exchange(true, ordering: .relaxed) else { return }
    unsafe timer.cancel()
    mixer.restore(after: .sound)
  }
}

/// A reason why sounds or speech cannot be heard.
package enum SoundObstacle: Equatable, Sendable {
  /// PipeWire runs without a session manager, which connects the streams of programs to outputs.
  case noSessionManager
  /// The server has no real output, so it plays everything on an output that cannot be heard.
  case dummyOutput
  case muted(MixerControl)
  /// The volume is 0.
  case silent(MixerControl)

  /// Whether the obstacle concerns only one of sounds and speech; nil if it concerns both.
  package var isOnlyOfSpeech: Bool? {
    switch self {
    case .noSessionManager, .dummyOutput, .muted(.output), .silent(.output): nil
    case .muted(.cues), .silent(.cues): false
    case .muted(.speech), .silent(.speech): true
    }
  }
}

/// A control of a mixer.
package enum MixerControl: Equatable, Sendable {
  /// The output that plays the sounds; `isPipeWire` is true for the default output of PipeWire.
  case output(name: String, isPipeWire: Bool)
  /// The sounds of this program.
  case cues
  /// The stream of the speech service, by its number.
  case speech(UInt32)
}
