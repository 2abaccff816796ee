package import WorkoutReports
import Text
package import Desktop
import Synchronization
package import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation

/// Shows each workout as one desktop notification, replaced in place or again and again; what an earlier one came to is
/// left alone.
package final class NotificationOutput: WorkoutOutput {
  private let notifier: any Notifier
  private let pictures: Pictures
  /// Whether nothing of the workout has been shown yet.
  private let isNew = Atomic(false)

  package init(_ notifier: any Notifier, pictures: Pictures) {
    self.notifier = notifier
    self.pictures = pictures
  }

  /// What a button of the notification asks for, by its key.
  package enum Button: String, CaseIterable, Sendable {
    case stop
    case pause
    case resume
    case skip

    var action: DesktopNotification.Action { .init(key: rawValue, label: rawValue.capitalizedFirst) }
  }

  package func receive(_ event: WorkoutEvent) {
    switch event.effect {
    case .started:
      isNew.store(true, ordering: .relaxed)
      if event.workout.settings.notifyMode != .off { notifier.prepare() }
    // Whoever stops a workout knows it, but not what became of one behind a gap: that is shown, and once.
    case .stopped, .finished, .rejoined:
      guard event.gap != nil else { return closeAtEnd(event) }
      event.workout.settings.notifyMode == .off ? notifier.close() : show(event)
    case .announced where event.gap != nil: break
    case .extended, .corrected: if event.workout.shows(.start) { show(event) }
    case .announced(let announcement): if announcement.channels.contains(.notification) { show(event) }
    case .leadInBegan, .intervalBegan, .paused, .resumed: break
    }
  }

  /// Takes away what is shown, unless the summary is going to take its place.
  private func closeAtEnd(_ event: WorkoutEvent) {
    if case .finished = event.effect, event.workout.shows(.finish) { return }
    notifier.close()
  }

  package func adopt(_ workout: RunningWorkout, _ progress: Progress) {
    if workout.settings.notifyMode == .off { notifier.close() }
  }

  private func show(_ event: WorkoutEvent) {
    var notification = Self.notification(of: event)
    notification.iconPath = pictures.path(of: event.icon) ?? ""
    if isNew.exchange(false, ordering: .relaxed) {
      notification.replacement = .beside
    } else if event.workout.settings.notifyMode == .each {
      notification.replacement = .afterClosing
    }
    notifier.show(notification)
  }

  /// What is shown of an event: with buttons while the workout lasts.
  static func notification(of event: WorkoutEvent) -> DesktopNotification {
    let words = event.words
    let body = words.lines.joined(separator: "\n")
    let icon = event.icon.rawValue
    guard let progress = event.progress else {
      return DesktopNotification(summary: words.title, body: body, icon: icon, suppressesSound: true)
    }
    let buttons: [Button] = [.stop, progress.isPaused ? .resume : .pause, .skip]
    return DesktopNotification(
      summary: words.title, body: body, withoutButtons: "To stop: intervalctl stop", icon: icon,
      progress: progress.percentDone, actions: buttons.map(\.action), expiry: .never, isResident: true,
      suppressesSound: true)
  }
}

extension RunningWorkout {
  fileprivate func shows(_ cue: Cue) -> Bool { cueRules.channels[cue]?.contains(.notification) == true }
}

extension Progress {
  /// How much of the plan's time is done; nil where that is not known.
  fileprivate var percentDone: Int? {
    guard let remaining, elapsed + remaining > .zero else { return nil }
    return Int((elapsed.inSeconds / (elapsed + remaining).inSeconds * 100).rounded(.down))
  }
}
