import CueTones
import Neighbours

/// The connection to the sound server, found again after it was lost.
///
/// For the queue of `CanberraPlayer` only, as every call may wait for the server.
struct CanberraConnection: ~Copyable {
  /// How long to wait after an attempt to connect before a sound may be the occasion for another.
  static let retryInterval = Duration.seconds(3)

  let applicationName: String
  let desktopEntry: String
  var loudness = Loudness.full

  private var context: CanberraContext?
  /// Counts the connections, so that news of an earlier one is known for what it is.
  private(set) var number = 0
  private var lastAttempt: ContinuousClock.Instant?
  private var lastFailure = SoundFailure(.noOutput)

  init(applicationName: String, desktopEntry: String) {
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
  }

  var isOpen: Bool { context != nil }

  /// Connects, unless there is a connection.
  mutating func open() throws(SoundFailure) {
    guard context == nil else { return }
    lastAttempt = .now
    do {
      context = try CanberraContext.open(applicationName: applicationName, desktopEntry: desktopEntry)
      number += 1
    } catch {
      lastFailure = error
      throw error
    }
  }

  mutating func close() {
    context = nil
  }

  /// Starts a sound, connecting if that is due.
  ///
  /// One that is not audible is played so softly that only the sound server notices.
  mutating func play(
    _ sound: SoundSource, isAudible: Bool = true, ended: @escaping @Sendable (SoundEnding) -> Void
  ) throws(SoundFailure) {
    let properties = sound.properties(gain: isAudible ? loudness.gain : Loudness.inaudibleGain)
    try connected { context throws(SoundFailure) in try context.play(properties, ended: ended) }
  }

  /// Hands a sound to the server, connecting if that is due.
  mutating func cache(_ sound: SoundSource) throws(SoundFailure) {
    let properties = sound.properties(gain: nil)
    try connected { context throws(SoundFailure) in try context.cache(properties) }
  }

  /// Does something with the connection, and once more with a new one if the connection proves lost.
  private mutating func connected(
    _ body: (borrowing CanberraContext) throws(SoundFailure) -> Void
  ) throws(SoundFailure) {
    if isOpen {
      do {
        return try attempt(body)
      } catch {
        guard !error.code.isOfOneSound else { throw error }
      }
    }
    if let lastAttempt, lastAttempt.duration(to: .now) < Self.retryInterval { throw lastFailure }
    try open()
    try attempt(body)
  }

  private mutating func attempt(
    _ body: (borrowing CanberraContext) throws(SoundFailure) -> Void
  ) throws(SoundFailure) {
    do throws(SoundFailure) {
      switch context {
      case .some(let context): try body(context)
      case nil: throw lastFailure
      }
    } catch {
      if !error.code.isOfOneSound {
        lastFailure = error
        close()
      }
      throw error
    }
  }
}
