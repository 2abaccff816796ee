package import Concurrency
import Dispatch
package import Logging
package import Power
import Synchronization
package import Systemd
package import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation
package import WorkoutReports

/// Sends the workout's status to the service manager, and also sends keep-alive messages during the workout.
///
/// The manager's watchdog is on only while a workout is active and not paused, so that an idle daemon never wakes. A
/// timer on the runner's queue sends the keep-alive messages, so the messages stop if the runner's queue hangs.
package final class ServiceOutput: WorkoutOutput {
  private let watchdogInterval: Duration?
  private let messages: MessageQueue<[ServiceState]>
  // The timer is only scheduled and cancelled, and dispatch sources allow both on any thread.
  private nonisolated(unsafe) let keepAliveTimer: any DispatchSourceTimer
  private let isWatchdogOn = Atomic(false)

  /// The maximum number of messages that wait for a slow manager.
  static let capacity = 64

  /// - Parameters:
  ///   - notifier: the port of the manager.
  ///   - watchdogInterval: the manager's watchdog time-out; nil if the manager has no watchdog.
  ///   - executor: the runner's executor.
  ///   - logger: logs the first message that could not be sent.
  package init(
    _ notifier: any ServiceNotifier, watchdogInterval: Duration?, on executor: QueueExecutor,
    logger: Logger
  ) {
    self.watchdogInterval = watchdogInterval
    let hasFailed = Atomic(false)
    let fail: @Sendable (SystemdError) -> Void = { error in
      guard !hasFailed.exchange(true, ordering: .relaxed) else { return }
      logger.warning("Cannot notify the service manager: \(error); ignoring")
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
    unsafe keepAliveTimer = DispatchSource.makeTimerSource(queue: executor.queue)
    let messages = messages
    unsafe keepAliveTimer.setEventHandler { messages.send([.keepAlive]) }
    unsafe keepAliveTimer.schedule(deadline: .distantFuture)
    unsafe keepAliveTimer.activate()
  }

  deinit {
    unsafe keepAliveTimer.cancel()
  }

  /// Reports that the daemon is ready and idle.
  package func ready() {
    send([.ready, .status("Idle")], isWatched: false)
  }

  /// Reports that the daemon reloads its settings.
  package func reloading() {
    messages.send([.reloading])
  }

  /// Reports that the daemon has reloaded its settings.
  package func reloaded() {
    messages.send([.ready])
  }

  /// Reports that the daemon shuts down, and waits until the message is sent or the limit has passed.
  package func stopping(within limit: Duration) async {
    messages.send([.stopping, .status("Ending")])
    await messages.drain(within: limit)
  }

  package func receive(_ event: WorkoutEvent) {
    switch event.effect {
    // A start needs no message, because the lead-in or the first interval begins at once and sends a message. A cue
    // needs no message, because a cue does not change the status.
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
    // Scheduling a timer wakes a thread of libdispatch, so the timer changes only when the watchdog is switched on or
    // off.
    guard isWatchdogOn.exchange(isWatched, ordering: .relaxed) != isWatched else { return }
    let half = Int((watchdogInterval / 2).inMilliseconds)
    unsafe keepAliveTimer.schedule(
      deadline: isWatched ? .now() + .milliseconds(half) : .distantFuture, repeating: .milliseconds(half),
      leeway: .milliseconds(half / 4))
  }
}

/// Applies `keep-awake` and `on-lock` while the workout's clock runs, and saves the workout before a suspend.
package struct InhibitorOutput: WorkoutOutput {
  private let inhibitor: any SleepInhibitor
  private let store: any WorkoutStore

  /// - Parameters:
  ///   - inhibitor: the port of the services that prevent suspend.
  ///   - store: the store, whose writes must end before a suspend.
  package init(_ inhibitor: any SleepInhibitor, store: any WorkoutStore) {
    self.inhibitor = inhibitor
    self.store = store
  }

  package func receive(_ event: WorkoutEvent) {
    apply(event.workout.settings, event.progress)
  }

  package func adopt(_ workout: RunningWorkout, _ progress: Progress) { apply(workout.settings, progress) }

  private func apply(_ settings: Settings, _ progress: Progress?) {
    progress?.isPaused == false ? inhibitor.inhibit(InhibitorTasks(settings)) : inhibitor.release()
  }

  package func handleEvents(runner: WorkoutRunner, logger: Logger) async {
    for await event in inhibitor.events {
      switch event {
      case .suspending:
        await runner.prepareForSuspend()
        await store.flush(within: SleepEvent.maxDelay)
        inhibitor.allowSuspend()
      case .resumed: await runner.handleSuspend(notified: true)
      case .clockChanged: await runner.handleSuspend()
      case .locked: await runner.handleLock()
      case .inhibited(let service): logger.info("\(service.rawValue) keeps the machine awake")
      case .notInhibited(let service, let reason):
        let tasks =
          service == .logind
          ? "neither keeps the machine awake nor reports suspends" : "does not keep the machine awake"
        logger.info("\(service.rawValue) \(tasks): \(reason); the workout continues")
      }
    }
  }
}

extension InhibitorTasks {
  /// The tasks that the settings require.
  init(_ settings: Settings) {
    self = [settings.keepsAwake ? .keepAwake : [], settings.lockPolicy == .pause ? .reportLock : []]
  }
}
