import Dispatch
package import Neighbours
import Synchronization

/// The player of real desktops: libcanberra on a serial queue of its own, which is all that hangs when libcanberra does.
///
/// A sound that cannot be played is reported once. Where the theme merely lacks it the others go on; after any other
/// failure the player is silent until it is prepared again.
package final class CanberraPlayer: SoundPlayer {
  package let events: AsyncStream<SoundEvent>

  private let eventSink: AsyncStream<SoundEvent>.Continuation
  private let board = AvailabilityBoard<SoundOutput, SoundFailure>()
  private let queue = DispatchQueue(label: "org.intervald.sounds")
  private let applicationName: String
  private let desktopEntry: String
  /// What waits for the queue.
  private let next = Mutex<CueSound?>(nil)
  /// Locked on the queue only, so nobody ever waits for it.
  private let context = Mutex<CanberraContext?>(nil)

  private static let output = SoundOutput(name: "libcanberra")
  /// Events that nobody has read yet; beyond that the oldest go.
  private static let eventLimit = 16

  /// Makes a player that has not looked for a sound server yet.
  ///
  /// - Parameters:
  ///   - applicationName: What volume controls show.
  ///   - desktopEntry: The name of the desktop file, without its suffix, and of the icon.
  package init(applicationName: String, desktopEntry: String) {
    self.applicationName = applicationName
    self.desktopEntry = desktopEntry
    (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.eventLimit))
  }

  package func prepare() {
    if case .available = board.current { return }
    board.clear()
    queue.async { self.open() }
  }

  package func play(_ sound: CueSound) {
    let isQueued = next.withLock { next in
      defer { next = sound }
      return next != nil
    }
    if !isQueued { queue.async { self.playNext() } }
  }

  package func availability(within limit: Duration) async -> Availability<SoundOutput, SoundFailure>? {
    await board.current(within: limit)
  }

  package func shutDown(within limit: Duration) async {
    let (closed, close) = AsyncStream<Never>.makeStream()
    queue.async {
      self.context.withLock { $0 = nil }
      close.finish()
    }
    // The queue of a sound server that hangs is left to the end of the process.
    await closed.end(within: limit)
    eventSink.finish()
  }

  private func open() {
    do {
      try context.withLock { context throws(SoundFailure) in
        guard context == nil else { return }
        context = try CanberraContext.open(applicationName: applicationName, desktopEntry: desktopEntry)
      }
      report(.available(Self.output))
    } catch {
      fail(error)
    }
  }

  private func playNext() {
    guard let sound = next.withLock({ $0.take() }) else { return }
    do {
      try context.withLock { context throws(SoundFailure) in
        try context?.play(eventID: sound.eventID) { failure in
          if let failure { self.queue.async { self.fail(failure) } }
        }
      }
    } catch {
      fail(error)
    }
  }

  private func fail(_ failure: SoundFailure) {
    if failure.code != .noSuchSound { context.withLock { $0 = nil } }
    report(.unavailable(failure))
  }

  private func report(_ availability: Availability<SoundOutput, SoundFailure>) {
    guard board.post(availability) else { return }
    switch availability {
    case .available(let output): eventSink.yield(.outputAppeared(output))
    case .unavailable(let failure): eventSink.yield(.outputUnavailable(failure))
    }
  }
}
