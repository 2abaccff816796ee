package import DesktopNotifications
import Synchronization
import WorkoutEngine
import WorkoutModel

/// Shows each workout as one desktop notification, replaced in place; what an earlier one came to is left alone.
package final class NotificationOutput: WorkoutOutput {
  private let notifier: any Notifier
  /// Whether nothing of the workout has been shown yet.
  private let isNew = Atomic(false)

  package init(_ notifier: any Notifier) {
    self.notifier = notifier
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
      notifier.prepare()
    case .stopped: notifier.close()
    case .finished: notifier.show(Self.summary(of: event))
    default:
      var cue = Self.cue(for: event)
      cue.startsAnew = isNew.exchange(false, ordering: .relaxed)
      notifier.show(cue)
    }
  }

  static func cue(for event: WorkoutEvent) -> DesktopNotification {
    let words = CueWords(event)
    let isPaused = if case .paused? = event.progress?.phase { true } else { false }
    let buttons: [Button] = [.stop, isPaused ? .resume : .pause, .skip]
    return DesktopNotification(
      summary: words.title, body: words.lines.joined(separator: "\n"), icon: "intervald",
      progress: event.progress?.percentDone, actions: buttons.map(\.action), expiry: .never, isResident: true,
      suppressesSound: true)
  }

  static func summary(of event: WorkoutEvent) -> DesktopNotification {
    let words = CueWords(event)
    return DesktopNotification(
      summary: words.title, body: words.lines.joined(separator: "\n"), icon: "intervald", suppressesSound: true)
  }
}

extension Progress {
  /// How much of the plan's time is done; nil where that is not known.
  fileprivate var percentDone: Int? {
    guard let remaining, elapsed + remaining > .zero else { return nil }
    return Int((elapsed.inSeconds / (elapsed + remaining).inSeconds * 100).rounded(.down))
  }
}
