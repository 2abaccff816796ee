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
  private let mailbox = Mutex(SoundMailbox())
  private let watch: HangDetector
  /// Locked on the queue only, so nobody ever waits for it.
  private let desk: Mutex<Desk>

  /// What the queue works on.
  private struct Desk: ~Copyable {
    var connection: CanberraConnection
    /// What is still to be handed to the server.
    var uploads: [SoundSource] = []
    /// Whether the server's output may sleep, and a workout is about to begin.
    var isToWake = false
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
  ///   - watch: Notices a server that hangs.
  package init(applicationName: String, desktopEntry: String, watch: HangDetector = HangDetector()) {
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    self.watch = watch
    desk = Mutex(
      Desk(
        connection: CanberraConnection(
          applicationName: applicationName, desktopEntry: desktopEntry, watch: watch)))
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
  }

  package func prepare(_ sounds: Set<SoundSource>, volume: Int) {
    if case .available = currentAvailability.value {} else { currentAvailability.invalidate() }
    post { $0.preparation = .init(sounds: sounds, loudness: Loudness(percent: volume)) }
  }

  package func play(_ sound: SoundSource, fallback: CueSound?) {
    post { $0.play = .init(sound: sound, fallback: fallback, since: .now) }
  }

  package func test(_ sound: SoundSource, within limit: Duration) async -> SoundFailure? {
    let (endings, ending) = AsyncStream<SoundEnding>.makeStream(bufferingPolicy: .bufferingNewest(1))
    post { $0.test = .init(sound: sound, ending: ending) }
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
    queue.async {
      self.desk.withLock { desk in
        desk.connection.close()
        desk.uploads = []
      }
      close.finish()
    }
    // The queue of a sound server that hangs is left to the end of the process.
    await closed.end(within: limit)
    eventSink.finish()
  }

  /// Puts something into the mailbox, and has it emptied.
  private func post(_ change: (inout SoundMailbox) -> Void) {
    let isQueued = mailbox.withLock { mailbox in
      change(&mailbox)
      defer { mailbox.isQueued = true }
      return mailbox.isQueued
    }
    if !isQueued { queue.async { self.work() } }
    watch.reportHang { report(.unavailable(SoundFailure(.noAnswer))) }
  }

  /// Does what is in the mailbox, or else hands over one more sound, so that one to be heard waits for one at most.
  private func work() {
    let preparation = mailbox.withLock { $0.preparation.take() }
    let isMoreToDo = desk.withLock { desk in
      if let preparation { begin(preparation, &desk) }
      // Connecting may have taken long: what is to be heard now is what is the latest now.
      let mail = mailbox.withLock { mailbox in
        defer { mailbox = SoundMailbox(preparation: mailbox.preparation) }
        return mailbox
      }
      if let play = mail.play { self.play(play, &desk) }
      if let test = mail.test { self.test(test, &desk) }
      if mail.play == nil, mail.test == nil { upload(&desk) }
      return mail.preparation != nil || desk.isToWake || !desk.uploads.isEmpty
    }
    if isMoreToDo { post { _ in } }
  }

  private func begin(_ preparation: SoundMailbox.Preparation, _ desk: inout Desk) {
    desk.connection.loudness = preparation.loudness
    desk.missing.formIntersection(preparation.sounds)
    do throws(SoundFailure) {
      try desk.connection.open()
      desk.uploads = Array(preparation.sounds)
      desk.isToWake = true
      report(.available(Self.output))
    } catch {
      report(.unavailable(error))
    }
  }

  private func play(_ play: SoundMailbox.Play, _ desk: inout Desk) {
    desk.isToWake = false
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

  private func test(_ test: SoundMailbox.Test, _ desk: inout Desk) {
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
      if case .failed(let failure) = ending { self.queue.async { self.lose(failure, ofConnection: number) } }
    }
    desk.missing.remove(sound)
    report(.available(Self.output))
  }

  private func upload(_ desk: inout Desk) {
    if desk.isToWake {
      desk.isToWake = false
      // Should it not be there, that is told when it is to be heard.
      try? desk.connection.play(.own(.countdown), isAudible: false) { _ in }
    } else if let sound = desk.uploads.popLast() {
      do throws(SoundFailure) {
        try desk.connection.cache(sound)
        desk.missing.remove(sound)
      } catch {
        told(error, of: sound, &desk)
        if !error.code.isOfOneSound { desk.uploads = [] }
      }
    }
  }

  /// Gives up a connection that proved lost while a sound was played.
  private func lose(_ failure: SoundFailure, ofConnection number: Int) {
    desk.withLock { desk in
      guard desk.connection.number == number, !failure.code.isOfOneSound else { return }
      desk.connection.close()
      report(.unavailable(failure))
    }
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
