package import Concurrency
import Dispatch
import Synchronization
package import ToneSynthesis

/// A sound player that uses libcanberra on its own serial queue, so that only this queue hangs if libcanberra hangs.
///
/// The sound server caches the sounds of a workout, so that a short message is enough to play a sound. If the server
/// has lost a sound, for example in a restart, libcanberra uploads the sound again when it is played.
package final class CanberraPlayer: SoundPlayer {
  package let events: AsyncStream<SoundEvent>

  private let eventSink: AsyncStream<SoundEvent>.Continuation
  private let currentAvailability = CurrentAvailability<SoundOutput, SoundFailureCode>()
  private let queue = DispatchQueue(label: "org.intervald.sounds")
  let checks = RequestQueue(label: "org.intervald.sounds.check")
  let applicationName: String
  let desktopEntry: String
  let folder: SoundFolder
  /// Lowers other programs while a sound is played; nil lowers no program.
  private let mixer: (any SoundMixer)?
  private let requests: Mailbox<SoundRequests>
  /// The state of the player; only the queue locks it, so no thread ever waits for the lock.
  private let state: Mutex<State>

  /// The lengths of sounds that were measured in this workout; nil if a length is unknown.
  private let lengths = Mutex<[SoundSource: Duration?]>([:])

  /// Prepares the output for expected cues.
  private let waker: OutputWaker

  /// The state that only the queue uses.
  private struct State: ~Copyable {
    var connection: CanberraConnection
    /// The sounds that could not be played, and whose failure has been reported.
    var missing: Set<SoundSource> = []
  }

  private static let output = SoundOutput(name: "libcanberra")
  /// The maximum time that a sound waits; an older sound would be misleading.
  static let staleness = Duration.seconds(3)
  /// The length of the silence that wakes the output before the first sound.
  static let wakeLength = Duration.milliseconds(100)
  /// The maximum time after the length of a sound in which its end is reported.
  private static let maxDelay = Duration.seconds(5)
  /// The maximum number of unread events; if there are more, the oldest events are dropped.
  private static let eventLimit = 16

  /// Creates a player, which does not connect before `prepare`.
  ///
  /// - Parameters:
  ///   - applicationName: The name that volume controls show.
  ///   - desktopEntry: The name of the desktop file, without its suffix; also the name of the icon.
  ///   - folder: The folder of sound files that the player writes.
  ///   - mixer: Lowers other programs while a sound is played; nil lowers no program.
  ///   - hangs: Detects a server that hangs.
  package init(
    applicationName: String, desktopEntry: String, folder: SoundFolder, mixer: (any SoundMixer)? = nil,
    hangs: HangDetector = HangDetector()
  ) {
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    self.folder = folder
    self.mixer = mixer
    requests = Mailbox(SoundRequests(), hangs: hangs)
    state = Mutex(
      State(
        connection: CanberraConnection(
          applicationName: applicationName, desktopEntry: desktopEntry, folder: folder, hangs: hangs)))
    waker = OutputWaker(on: queue, mixer: mixer)
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
    waker.start { [weak self] length in self?.request { $0.silence = length } }
  }

  package func prepare(_ sounds: Set<SoundSource>, volume: Int) {
    if case .available = currentAvailability.value {} else { currentAvailability.invalidate() }
    lengths.withLock { $0 = [:] }
    request { $0.preparation = .init(sounds: sounds, loudness: Loudness(percent: volume)) }
  }

  package func setWakeTime(_ time: Duration?) { waker.setWakeTime(time) }

  package func expectCue(in delay: Duration?, hasSound: Bool) { waker.expect(in: delay, hasSound: hasSound) }

  package func length(of sound: SoundSource) -> Duration? {
    let length = measuredLength(of: sound)
    return (try? SoundFolder.checkLength(length, of: sound)).flatMap { length }
  }

  private func measuredLength(of sound: SoundSource) -> Duration? {
    if case .own(let sound) = sound { return sound.length }
    if let known = lengths.withLock({ $0[sound] }) { return known }
    let length = folder.length(of: sound)
    lengths.withLock { $0[sound] = length }
    return length
  }

  package func play(_ sound: SoundSource, fallback: CueSound?) {
    request { $0.play = .init(sound: sound, fallback: fallback, since: .now) }
  }

  package func test(_ sound: SoundSource, within limit: Duration) async -> SoundFailure? {
    let (outcomes, outcome) = AsyncStream<SoundOutcome>.makeStream(bufferingPolicy: .bufferingNewest(1))
    request { $0.test = .init(sound: sound, outcome: outcome) }
    return switch await outcomes.first(within: limit) {
    case .played: nil
    case .cutShort: SoundFailure(.noOutput)
    case .failed(let failure): failure
    case nil: SoundFailure(.noAnswer)
    }
  }

  package func availability(within limit: Duration) async -> Availability<SoundOutput, SoundFailureCode>? {
    await currentAvailability.value(within: limit)
  }

  package func shutDown(within limit: Duration) async {
    waker.expect(in: nil, hasSound: false)
    let (closed, close) = AsyncStream<Never>.makeStream()
    request { $0.closing = close }
    // If the sound server hangs, the queue stays blocked until the process exits.
    await closed.end(within: limit)
    eventSink.finish()
  }

  /// Changes the waiting requests, and makes the queue handle the requests.
  private func request(_ change: (inout SoundRequests) -> Void) {
    requests.put(change) {
      queue.async {
        while let message = self.requests.next() { self.handle(message) }
      }
    } onHang: {
      report(.unavailable(SoundFailure(.noAnswer)))
    }
  }

  private func handle(_ message: SoundRequests.Message) {
    state.withLock { state in
      switch message {
      case .lose(let loss): lose(loss, &state)
      case .prepare(let preparation): begin(preparation, &state)
      case .play(let play): self.play(play, &state)
      case .test(let test): self.test(test, &state)
      case .close(let end):
        state.connection.close()
        folder.removeAll()
        end.finish()
      case .wake(let length):
        // The error is ignored, because the first attempt to play a sound reports the same error.
        try? state.connection.playSilence(of: length)
      case .upload(let sound): upload(sound, &state)
      }
    }
  }

  /// Connects for a workout, and requests the upload of the workout's sounds.
  private func begin(_ preparation: SoundRequests.Preparation, _ state: inout State) {
    state.connection.loudness = preparation.loudness
    folder.removeAll()
    state.missing.formIntersection(preparation.sounds)
    do throws(SoundFailure) {
      try state.connection.open()
      request { ($0.uploads, $0.silence) = (Array(preparation.sounds), Self.wakeLength) }
      report(.available(Self.output))
    } catch {
      report(.unavailable(error))
    }
  }

  private func play(_ play: SoundRequests.Play, _ state: inout State) {
    let limit = play.since + Self.staleness
    guard .now < limit else { return }
    for sound in [play.sound, play.fallback.map(SoundSource.own)].compactMap(\.self) {
      do throws(SoundFailure) {
        try start(sound, &state, until: limit)
        return
      } catch {
        reportFailure(error, of: sound, &state)
        guard error.code.concernsOneSound else { return }
      }
    }
  }

  private func test(_ test: SoundRequests.Test, _ state: inout State) {
    do throws(SoundFailure) {
      try state.connection.open()
      try start(test.sound, &state) { test.outcome.yield($0) }
    } catch {
      if !error.code.concernsOneSound { report(.unavailable(error)) }
      test.outcome.yield(.failed(error))
    }
  }

  private func start(
    _ sound: SoundSource, _ state: inout State, until limit: ContinuousClock.Instant? = nil,
    ended: @escaping @Sendable (SoundOutcome) -> Void = { _ in }
  ) throws(SoundFailure) {
    let length = measuredLength(of: sound)
    try SoundFolder.checkLength(length, of: sound)
    let number = state.connection.number
    // The limit applies if the end of the sound is not reported.
    let maxLength = (length ?? .seconds(SoundFolder.maxSeconds)) + Self.maxDelay
    let lowering = SoundLowering(by: mixer, for: maxLength, on: queue)
    var isStarted = false
    defer { if !isStarted { lowering?.end() } }
    isStarted = try state.connection.play(sound, until: limit) { outcome in
      lowering?.end()
      ended(outcome)
      if case .failed(let failure) = outcome { self.request { $0.loss = .init(failure: failure, number: number) } }
    }
    state.missing.remove(sound)
    report(.available(Self.output))
  }

  private func upload(_ sound: SoundSource, _ state: inout State) {
    do throws(SoundFailure) {
      try SoundFolder.checkLength(measuredLength(of: sound), of: sound)
      try state.connection.cache(sound)
      state.missing.remove(sound)
    } catch {
      reportFailure(error, of: sound, &state)
      if !error.code.concernsOneSound { request { $0.uploads = [] } }
    }
  }

  /// Closes the connection if it was lost during a sound.
  private func lose(_ loss: SoundRequests.Loss, _ state: inout State) {
    guard state.connection.number == loss.number, !loss.failure.code.concernsOneSound else { return }
    state.connection.close()
    report(.unavailable(loss.failure))
  }

  /// Reports that a sound could not be played, once for each sound.
  private func reportFailure(_ failure: SoundFailure, of sound: SoundSource, _ state: inout State) {
    guard failure.code.concernsOneSound else { return report(.unavailable(failure)) }
    guard state.missing.insert(sound).inserted else { return }
    eventSink.yield(.soundUnavailable(sound, failure))
  }

  private func report(_ availability: Availability<SoundOutput, SoundFailureCode>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let output): eventSink.yield(.outputAppeared(output))
    case .unavailable(let failure): eventSink.yield(.outputUnavailable(failure))
    }
  }
}
