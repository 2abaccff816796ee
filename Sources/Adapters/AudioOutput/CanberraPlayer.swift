package import ToneSynthesis
import Dispatch
package import Concurrency
import Synchronization

/// The player of real desktops: libcanberra on a serial queue of its own, all that hangs when libcanberra does.
///
/// The sound server keeps the sounds of a workout, so that playing one is a word to it. A sound that it lost, as a
/// server that was started anew has, is handed to it again by libcanberra when it is played.
package final class CanberraPlayer: SoundPlayer {
  package let events: AsyncStream<SoundEvent>

  private let eventSink: AsyncStream<SoundEvent>.Continuation
  private let currentAvailability = CurrentAvailability<SoundOutput, SoundFailure>()
  private let queue = DispatchQueue(label: "org.intervald.sounds")
  let checks = RequestQueue(label: "org.intervald.sounds.check")
  let applicationName: String
  let desktopEntry: String
  private let requests: Mailbox<SoundRequests>
  /// Locked on the queue only, so nobody ever waits for it.
  private let desk: Mutex<Desk>

  /// What the queue works on.
  private struct Desk: ~Copyable {
    var connection: CanberraConnection
    /// The sounds that could not be played, and were told of.
    var missing: Set<SoundSource> = []
  }

  private static let output = SoundOutput(name: "libcanberra")
  /// How long a sound may wait before it is no longer true.
  static let staleness = Duration.seconds(3)
  /// Events that nobody has read yet; beyond that the oldest go.
  private static let eventLimit = 16

  /// Makes a player that has not looked for a sound server yet.
  ///
  /// - Parameters:
  ///   - applicationName: What volume controls show.
  ///   - desktopEntry: The name of the desktop file, without its suffix, and of the icon.
  ///   - hangs: Detects a server that hangs.
  package init(applicationName: String, desktopEntry: String, hangs: HangDetector = HangDetector()) {
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    requests = Mailbox(SoundRequests(), hangs: hangs)
    desk = Mutex(
      Desk(
        connection: CanberraConnection(
          applicationName: applicationName, desktopEntry: desktopEntry, hangs: hangs)))
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
  }

  package func prepare(_ sounds: Set<SoundSource>, volume: Int) {
    if case .available = currentAvailability.value {} else { currentAvailability.invalidate() }
    request { $0.preparation = .init(sounds: sounds, loudness: Loudness(percent: volume)) }
  }

  package func play(_ sound: SoundSource, fallback: CueSound?) {
    request { $0.play = .init(sound: sound, fallback: fallback, since: .now) }
  }

  package func test(_ sound: SoundSource, within limit: Duration) async -> SoundFailure? {
    let (endings, ending) = AsyncStream<SoundEnding>.makeStream(bufferingPolicy: .bufferingNewest(1))
    request { $0.test = .init(sound: sound, ending: ending) }
    return switch await endings.first(within: limit) {
    case .played: nil
    case .cutShort: SoundFailure(.noOutput)
    case .failed(let failure): failure
    case nil: SoundFailure(.noAnswer)
    }
  }

  package func availability(within limit: Duration) async -> Availability<SoundOutput, SoundFailure>? {
    await currentAvailability.value(within: limit)
  }

  package func shutDown(within limit: Duration) async {
    let (closed, close) = AsyncStream<Never>.makeStream()
    request { $0.closing = close }
    // The queue of a sound server that hangs is left to the end of the process.
    await closed.end(within: limit)
    eventSink.finish()
  }

  /// Adds a request, which the queue handles.
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
    desk.withLock { desk in
      switch message {
      case .lose(let loss): lose(loss, &desk)
      case .prepare(let preparation): begin(preparation, &desk)
      case .play(let play): self.play(play, &desk)
      case .test(let test): self.test(test, &desk)
      case .close(let end):
        desk.connection.close()
        end.finish()
      case .wake:
        // If the sound is missing, that is reported when it is to be heard.
        try? desk.connection.play(.own(.countdown), isAudible: false) { _ in }
      case .upload(let sound): upload(sound, &desk)
      }
    }
  }

  private func begin(_ preparation: SoundRequests.Preparation, _ desk: inout Desk) {
    desk.connection.loudness = preparation.loudness
    desk.missing.formIntersection(preparation.sounds)
    do throws(SoundFailure) {
      try desk.connection.open()
      request { ($0.uploads, $0.isToWake) = (Array(preparation.sounds), true) }
      report(.available(Self.output))
    } catch {
      report(.unavailable(error))
    }
  }

  private func play(_ play: SoundRequests.Play, _ desk: inout Desk) {
    let limit = play.since + Self.staleness
    guard .now < limit else { return }
    for sound in [play.sound, play.fallback.map(SoundSource.own)].compactMap(\.self) {
      do throws(SoundFailure) {
        try start(sound, &desk, until: limit)
        return
      } catch {
        told(error, of: sound, &desk)
        guard error.code.isOfOneSound else { return }
      }
    }
  }

  private func test(_ test: SoundRequests.Test, _ desk: inout Desk) {
    do throws(SoundFailure) {
      try desk.connection.open()
      try start(test.sound, &desk) { test.ending.yield($0) }
    } catch {
      if !error.code.isOfOneSound { report(.unavailable(error)) }
      test.ending.yield(.failed(error))
    }
  }

  private func start(
    _ sound: SoundSource, _ desk: inout Desk, until limit: ContinuousClock.Instant? = nil,
    ended: @escaping @Sendable (SoundEnding) -> Void = { _ in }
  ) throws(SoundFailure) {
    let number = desk.connection.number
    try desk.connection.play(sound, until: limit) { ending in
      ended(ending)
      if case .failed(let failure) = ending { self.request { $0.loss = .init(failure: failure, number: number) } }
    }
    desk.missing.remove(sound)
    report(.available(Self.output))
  }

  private func upload(_ sound: SoundSource, _ desk: inout Desk) {
    do throws(SoundFailure) {
      try desk.connection.cache(sound)
      desk.missing.remove(sound)
    } catch {
      told(error, of: sound, &desk)
      if !error.code.isOfOneSound { request { $0.uploads = [] } }
    }
  }

  /// Closes a connection that proved lost while it played a sound.
  private func lose(_ loss: SoundRequests.Loss, _ desk: inout Desk) {
    guard desk.connection.number == loss.number, !loss.failure.code.isOfOneSound else { return }
    desk.connection.close()
    report(.unavailable(loss.failure))
  }

  private func told(_ failure: SoundFailure, of sound: SoundSource, _ desk: inout Desk) {
    guard failure.code.isOfOneSound else { return report(.unavailable(failure)) }
    guard desk.missing.insert(sound).inserted else { return }
    eventSink.yield(.soundUnavailable(sound, failure))
  }

  private func report(_ availability: Availability<SoundOutput, SoundFailure>) {
    guard currentAvailability.update(availability) else { return }
    switch availability {
    case .available(let output): eventSink.yield(.outputAppeared(output))
    case .unavailable(let failure): eventSink.yield(.outputUnavailable(failure))
    }
  }
}
