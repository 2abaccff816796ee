import ToneSynthesis
import Concurrency

/// The connection to the sound server, found again after it was lost.
///
/// For the queue of `CanberraPlayer` only, as every call may wait for the server.
struct CanberraConnection: ~Copyable {
  /// How long to wait after an attempt to connect before a sound may be the occasion for another.
  static let retryInterval = Duration.seconds(3)

  let applicationName: String
  let desktopEntry: String
  let hangs: HangDetector
  var loudness = Loudness.full

  private var context: CanberraContext?
  /// Counts the connections, so that news of an earlier one is known for what it is.
  private(set) var number = 0
  private var lastAttempt: ContinuousClock.Instant?
  private var lastFailure = SoundFailure(.noOutput)

  /// Makes one that is still to be opened; `hangs` detects calls that hang.
  init(applicationName: String, desktopEntry: String, hangs: HangDetector) {
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    self.hangs = hangs
  }

  var isOpen: Bool { context != nil }

  /// Connects, unless there is a connection.
  mutating func open() throws(SoundFailure) {
    guard context == nil else { return }
    lastAttempt = .now
    hangs.begin()
    do {
      context = try CanberraContext.open(applicationName: applicationName, desktopEntry: desktopEntry)
      hangs.end()
      number += 1
    } catch {
      lastFailure = ended(error)
      throw lastFailure
    }
  }

  mutating func close() {
    context = nil
  }

  /// Starts a sound, connecting if that is due, unless connecting took until the sound was no longer wanted.
  ///
  /// One that is not audible is played so softly that only the sound server notices.
  mutating func play(
    _ sound: SoundSource, isAudible: Bool = true, until limit: ContinuousClock.Instant? = nil,
    ended: @escaping @Sendable (SoundEnding) -> Void
  ) throws(SoundFailure) {
    let properties = sound.properties(gain: isAudible ? loudness.gain : Loudness.inaudibleGain)
    try connected(until: limit) { context throws(SoundFailure) in try context.play(properties, ended: ended) }
  }

  /// Hands a sound to the server, connecting if that is due.
  mutating func cache(_ sound: SoundSource) throws(SoundFailure) {
    let properties = sound.properties(gain: nil)
    try connected { context throws(SoundFailure) in try context.cache(properties) }
  }

  /// Does something with the connection, and once more with a new one if the connection proves lost before the limit.
  private mutating func connected(
    until limit: ContinuousClock.Instant? = nil,
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
    // A server that hangs is waited for: by the attempt that failed, and by what connected.
    if let limit, limit <= .now { return }
    try attempt(body)
  }

  private mutating func attempt(
    _ body: (borrowing CanberraContext) throws(SoundFailure) -> Void
  ) throws(SoundFailure) {
    hangs.begin()
    do throws(SoundFailure) {
      switch context {
      case .some(let context): try body(context)
      case nil: throw lastFailure
      }
      hangs.end()
    } catch {
      let error = ended(error)
      if !error.code.isOfOneSound {
        lastFailure = error
        close()
      }
      throw error
    }
  }

  /// What a call failed of: libpulse gives up a server that hangs after half a minute, and takes it for gone.
  private func ended(_ failure: SoundFailure) -> SoundFailure {
    hangs.end() ? SoundFailure(.noAnswer, context: failure.context) : failure
  }
}
