/// How a workout is shown on the desktop, by its word in the settings.
package enum NotifyMode: String, CaseIterable, Sendable {
  /// One notification, replaced in place at every cue.
  case replace
  /// A new one at every cue, in the place of the one before, which is taken away.
  case each
  /// One notification, replaced only where what there is to do changes.
  case transitions
  case off
}
