package import Desktop
import LogHandlers
package import Logging
import Text
package import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation
package import WorkoutReports

/// Shows each workout as one desktop notification.
///
/// Each cue updates or replaces the notification. With `notify each`, each cue closes the notification and shows a new
/// one. The first notification of a workout takes the place of the summary of the previous workout.
package final class NotificationOutput: WorkoutOutput {
  private let notifier: any Notifier
  private let iconFiles: IconFiles

  package init(_ notifier: any Notifier, iconFiles: IconFiles) {
    self.notifier = notifier
    self.iconFiles = iconFiles
  }

  package func receive(_ event: WorkoutEvent) {
    switch event.effect {
    case .started:
      if event.workout.settings.notifyMode != .off { notifier.prepare() }
    // A stop by the user needs no notification. If `gap` is not nil, the event is the result of an interruption. The
    // notification of the event shows the result, so the cues that follow the result show nothing.
    case .stopped, .finished, .rejoined:
      guard event.gap != nil else { return closeAtEnd(event) }
      event.workout.settings.notifyMode == .off ? notifier.close() : show(event)
    case .announced where event.gap != nil: break
    case .extended, .corrected: if event.workout.shows(.start) { show(event) }
    case .announced(let announcement): if announcement.channels.contains(.notification) { show(event) }
    // Without a cue, the buttons would not change with the state of the workout.
    case .paused: if !event.workout.shows(.paused), event.workout.shows(.start) { show(event) }
    case .resumed: if !event.workout.shows(.resumed), event.workout.shows(.start) { show(event) }
    case .leadInBegan, .intervalBegan: break
    }
  }

  /// Closes the notification, unless the summary of the finished workout will replace it.
  private func closeAtEnd(_ event: WorkoutEvent) {
    if case .finished = event.effect, event.workout.shows(.finish) { return }
    notifier.close()
  }

  package func adopt(_ workout: RunningWorkout, _ progress: Progress) {
    if workout.settings.notifyMode == .off { notifier.close() }
  }

  private func show(_ event: WorkoutEvent) {
    var notification = Self.notification(of: event)
    if let path = iconFiles.path(of: event.icon) { notification.icon = path }
    notification.closesPrevious = event.workout.settings.notifyMode == .each
    notifier.show(notification)
  }

  /// Returns the notification of an event; it has buttons while a workout runs.
  static func notification(of event: WorkoutEvent) -> DesktopNotification {
    let words = event.words
    let body = words.lines.joined(separator: "\n")
    let icon = event.icon.rawValue
    guard let progress = event.progress else {
      return DesktopNotification(summary: words.title, body: body, icon: icon, suppressesSound: true)
    }
    // GNOME Shell gives the focus to the first button, so the first button must not end the workout.
    let buttons: [Button] = [progress.isPaused ? .resume : .pause, .skip, .stop]
    return DesktopNotification(
      summary: words.title, body: body, withoutButtons: "To stop: intervalctl stop", icon: icon,
      progress: progress.percentDone, actions: buttons.map(\.action), expiry: .never,
      urgency: .init(event.workout.settings.urgency), isResident: true, suppressesSound: true)
  }
}

extension NotificationOutput {
  /// A button of the notification; the raw value is its key.
  package enum Button: String, CaseIterable, Sendable {
    case stop
    case pause
    case resume
    case skip

    var action: DesktopNotification.Action { .init(key: rawValue, label: rawValue.capitalizedFirst) }

    /// The command that the button sends.
    package var command: Command {
      switch self {
      case .stop: .stop
      case .pause: .pause(.user)
      case .resume: .resume
      case .skip: .next(out: false)
      }
    }
  }

  package func handleEvents(runner: WorkoutRunner, logger: Logger) async {
    for await event in notifier.events {
      switch event {
      case .action(let key):
        // A button pressed just after the end of the workout has no effect.
        if let button = Button(rawValue: key) { _ = try? await runner.handle(button.command) }
        notifier.showAgainAfterPress()
      case .closed(let reason): logger.debug("The notification was closed: \(reason)")
      case .serverAppeared(let server): logger.info("Notifications are shown by \(server.name) \(server.version)")
      case .serverUnavailable(let failure):
        logger.warning(
          "Notifications are not shown: \(failure); the workout continues without them",
          metadata: CatalogEntry.notificationsNotShown.metadata)
      }
    }
  }
}

extension RunningWorkout {
  fileprivate func shows(_ cue: Cue) -> Bool { cueRules.channels[cue]?.contains(.notification) == true }
}

extension DesktopNotification.Urgency {
  init(_ urgency: NotifyUrgency) {
    self =
      switch urgency {
      case .auto: .byServer
      case .normal: .normal
      case .critical: .critical
      }
  }
}

extension Progress {
  /// The elapsed share of the workout's time, in percent, rounded down; nil if the total is unknown.
  fileprivate var percentDone: Int? {
    guard let remaining, elapsed + remaining > .zero else { return nil }
    return Int((elapsed.inSeconds / (elapsed + remaining).inSeconds * 100).rounded(.down))
  }
}
