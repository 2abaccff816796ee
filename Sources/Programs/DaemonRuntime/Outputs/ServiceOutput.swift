package import Concurrency
import Dispatch
package import Systemd
import Synchronization
import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation

/// Tells the service manager what the workout does and, while it runs, that the daemon is alive.
///
/// The manager's watchdog is on only while a workout runs, so as not to wake an idle daemon. The sign of life goes out
/// from the runner's queue: it proves that the one that must not stand still does not.
package final class ServiceOutput: WorkoutOutput {
  private let watchdogInterval: Duration?
  private let messages: MessageQueue<[ServiceState]>
  // Dispatch sources may be scheduled and cancelled on any thread, and nothing else is done with this one.
  private nonisolated(unsafe) let signOfLife: any DispatchSourceTimer
  private let isWatchdogOn = Atomic(false)

  /// How many messages may wait for a manager that is slow.
  static let capacity = 64

  /// - Parameters:
  ///   - notifier: the way to the manager.
  ///   - watchdogInterval: how long the manager waits for a sign of life; nil for ever.
  ///   - executor: the runner's.
  ///   - report: told of the first message that could not be sent.
  package init(
    _ notifier: any ServiceNotifier, watchdogInterval: Duration?, on executor: QueueExecutor,
    report: @escaping @Sendable (SystemdError) -> Void
  ) {
    self.watchdogInterval = watchdogInterval
    let hasFailed = Atomic(false)
    let fail: @Sendable (SystemdError) -> Void = { error in
      if !hasFailed.exchange(true, ordering: .relaxed) { report(error) }
    }
    messages = MessageQueue(label: "org.intervald.service", capacity: Self.capacity) { states in
      do throws(SystemdError) {
        return try notifier.tryNotify(states)
      } catch {
        fail(error)
        return true
      }
    } deliver: { states in
      do throws(SystemdError) {
        try notifier.notify(states)
      } catch {
        fail(error)
      }
    }
    unsafe signOfLife = DispatchSource.makeTimerSource(queue: executor.queue)
    let messages = messages
    unsafe signOfLife.setEventHandler { messages.send([.keepAlive]) }
    unsafe signOfLife.schedule(deadline: .distantFuture)
    unsafe signOfLife.activate()
  }

  deinit {
    unsafe signOfLife.cancel()
  }

  /// Says that the daemon can be used, and is idle.
  package func ready() {
    send([.ready, .status("Idle")], isWatched: false)
  }

  package func reloading() {
    messages.send([.reloading])
  }

  package func reloaded() {
    messages.send([.ready])
  }

  /// Says that the daemon is ending, and waits until that is said, but no longer than the limit.
  package func stopping(within limit: Duration) async {
    messages.send([.stopping, .status("Ending")])
    await messages.drain(within: limit)
  }

  package func receive(_ event: WorkoutEvent) {
    switch event.effect {
    // The lead-in or the first interval follows a start at once; cues change nothing.
    case .started, .announced: return
    default: break
    }
    guard let progress = event.progress else { return send([.status("Idle")], isWatched: false) }
    send([.status(event.words.sentence)], isWatched: !progress.isPaused)
  }

  private func send(_ states: [ServiceState], isWatched: Bool) {
    guard let watchdogInterval else {
      messages.send(states)
      return
    }
    messages.send(states + [.watchdog(isWatched ? watchdogInterval : nil)] + (isWatched ? [.keepAlive] : []))
    // To schedule a timer wakes a thread of libdispatch, so a cue does not change a timer that runs.
    guard isWatchdogOn.exchange(isWatched, ordering: .relaxed) != isWatched else { return }
    let half = Int((watchdogInterval / 2).inMilliseconds)
    unsafe signOfLife.schedule(
      deadline: isWatched ? .now() + .milliseconds(half) : .distantFuture, repeating: .milliseconds(half),
      leeway: .milliseconds(half / 4))
  }
}
