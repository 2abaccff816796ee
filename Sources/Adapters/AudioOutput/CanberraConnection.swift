import Concurrency
import ToneSynthesis

/// A connection to the sound server; a lost connection is opened again when it is needed.
///
/// Only the queue of `CanberraPlayer` uses the connection, because every call may wait for the server.
struct CanberraConnection: ~Copyable {
  /// The pause after an attempt to connect; during the pause, a sound does not start another attempt.
  ///
  /// The pause is shorter than the time between two cues, so each cue can connect again.
  private static let retryInterval = Duration.milliseconds(500)

  let applicationName: String
  let desktopEntry: String
  let hangs: HangDetector
  /// The files that the server plays.
  let folder: SoundFolder
  var loudness = Loudness.full

  private var context: CanberraContext?
  /// The number of connections so far; an event with a lower number belongs to an earlier connection.
  private(set) var number = 0
  private var lastAttempt: ContinuousClock.Instant?
  private var lastFailure = SoundFailure(.noOutput)

  /// Creates a closed connection; `hangs` detects calls that hang.
  init(applicationName: String, desktopEntry: String, folder: SoundFolder, hangs: HangDetector) {
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    self.folder = folder
    self.hangs = hangs
  }

  var isOpen: Bool { context != nil }

  /// Connects, unless the connection is open.
  mutating func open() throws(SoundFailure) {
    guard context == nil else { return }
    lastAttempt = .now
    hangs.begin()
    do {
      context = try CanberraContext.open(applicationName: applicationName, desktopEntry: desktopEntry)
      hangs.end()
      number += 1
    } catch {
      lastFailure = endCall(failingWith: error)
      throw lastFailure
    }
  }

  mutating func close() {
    context = nil
  }

  /// Starts a sound, and connects first if necessary.
  ///
  /// If a new connection opens only after the limit, the sound is dropped. `ended` receives the outcome of the sound.
  ///
  /// - Returns: Whether the sound was started.
  mutating func play(
    _ sound: SoundSource, until limit: ContinuousClock.Instant? = nil,
    ended: @escaping @Sendable (SoundOutcome) -> Void
  ) throws(SoundFailure) -> Bool {
    let properties = try properties(of: sound)
    return try connected(until: limit) { context throws(SoundFailure) in try context.play(properties, ended: ended) }
  }

  /// Starts a silent sound, which only wakes the output of the sound server, and connects first if necessary.
  ///
  /// If this attempt to connect fails, the next sound may try again at once.
  mutating func playSilence(of length: Duration) throws(SoundFailure) {
    let lastAttempt = lastAttempt
    defer { self.lastAttempt = lastAttempt }
    let (eventID, path) = try folder.silence(of: length)
    let properties = SoundSource.properties(eventID: eventID, path: path)
    _ = try connected { context throws(SoundFailure) in try context.play(properties) { _ in } }
  }

  /// Uploads a sound to the server, and connects first if necessary.
  mutating func cache(_ sound: SoundSource) throws(SoundFailure) {
    let properties = try properties(of: sound)
    _ = try connected { context throws(SoundFailure) in try context.cache(properties) }
  }

  private func properties(of sound: SoundSource) throws(SoundFailure) -> [String: String] {
    SoundSource.properties(eventID: sound.eventID(at: loudness), path: try folder.file(of: sound, at: loudness))
  }

  /// Makes a call; if the connection was lost, repeats the call once on a new connection, unless the limit has passed.
  ///
  /// - Returns: Whether the call was made; false if the limit has passed.
  private mutating func connected(
    until limit: ContinuousClock.Instant? = nil,
    _ body: (borrowing CanberraContext) throws(SoundFailure) -> Void
  ) throws(SoundFailure) -> Bool {
    if isOpen {
      do {
        try attempt(body)
        return true
      } catch {
        guard !error.code.concernsOneSound else { throw error }
      }
    }
    if let lastAttempt, lastAttempt.duration(to: .now) < Self.retryInterval { throw lastFailure }
    try open()
    // The limit may have passed, because the failed call and the new connection may both have waited for the server.
    if let limit, limit <= .now { return false }
    try attempt(body)
    return true
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
      let error = endCall(failingWith: error)
      if !error.code.concernsOneSound {
        lastFailure = error
        close()
      }
      throw error
    }
  }

  /// Ends the hang detection of a failed call, and returns the reason for the failure.
  ///
  /// When a server has hung for half a minute, libpulse abandons the server and reports it as missing. In this case,
  /// this function returns `noAnswer`.
  private func endCall(failingWith failure: SoundFailure) -> SoundFailure {
    hangs.end() ? SoundFailure(.noAnswer, context: failure.context) : failure
  }
}

/// Checks, on a connection of their own, which make no sound and write no file.
extension CanberraPlayer {
  package func check(
    _ sounds: Set<SoundSource>, volume: Int, within limit: Duration
  ) async -> Result<[SoundSource: SoundFailure], SoundFailure> {
    await checks.response(within: limit) {
      Result { () throws(SoundFailure) in try self.failures(of: sounds, at: Loudness(percent: volume)) }
    } ?? .failure(SoundFailure(.noAnswer))
  }

  /// Connects to the server, and returns the failure of each sound that cannot be read.
  private func failures(
    of sounds: Set<SoundSource>, at loudness: Loudness
  ) throws(SoundFailure) -> [SoundSource: SoundFailure] {
    _ = try CanberraContext.open(applicationName: applicationName, desktopEntry: desktopEntry)
    var failures: [SoundSource: SoundFailure] = [:]
    for sound in sounds {
      do throws(SoundFailure) {
        try folder.check(sound, at: loudness)
      } catch {
        failures[sound] = error
      }
    }
    return failures
  }
}
