import CGio
import CLibnotify
import MessageBus

/// A notification on the screen: a `NotifyNotification` of libnotify.
///
/// Only the GLib thread uses the object. `show` and `close` wait for the server, up to libnotify's limit of 25 s.
///
/// `@safe`: this object owns a reference to the C object, so the pointer is valid as long as this object exists.
@safe
final class ShownNotification {
  private let notification: UnsafeMutablePointer<NotifyNotification>
  /// The buttons on the screen; nil if they are unknown, because an earlier process has shown the notification.
  private(set) var actions: [DesktopNotification.Action]?
  private let callbacks: NotificationCallbacks

  /// Creates a notification that has not been sent to the server.
  ///
  /// The corresponding C function is `notify_notification_new`.
  ///
  /// - Parameters:
  ///   - pressed: Receives the key of each button that is pressed.
  ///   - closed: Called when the server reports that the notification disappeared.
  init(pressed: @escaping (String) -> Void, closed: @escaping (CloseReason) -> Void) {
    guard let notification = unsafe notify_notification_new(NotificationPresentation.emptySummary, nil, nil) else {
      preconditionFailure("notify_notification_new fails only for an empty summary")
    }
    unsafe self.notification = unsafe notification
    callbacks = NotificationCallbacks(pressed: pressed, closed: closed)
    // The signal connection retains the callbacks, and releases them when the notification is destroyed.
    unsafe clibnotify_connect_closed(
      notification,
      { notification, data in
        let reason = CloseReason(code: unsafe notify_notification_get_closed_reason(notification))
        unsafe NotificationCallbacks.at(data)?.closed(reason)
      },
      Unmanaged.passRetained(callbacks).toOpaque(),
      { data, _ in unsafe NotificationCallbacks.release(data) })
  }

  deinit {
    unsafe g_object_unref(notification)
  }

  /// The number that the server gave to the notification; 0 if the notification is not on the screen.
  var number: Int32 {
    get { unsafe clibnotify_number(notification) }
    set { unsafe clibnotify_set_number(notification, newValue) }
  }

  /// Shows the content, which replaces the earlier content of this notification.
  ///
  /// The corresponding C function is `notify_notification_show`.
  func show(_ presentation: NotificationPresentation) throws(NotificationFailure) {
    // From libnotify 0.8.4 on, this icon becomes the hint `image-path`, which the next call deletes. Servers that show the
    // picture of that hint get it from `presentation.hints`.
    unsafe notify_notification_update(notification, presentation.summary, presentation.body, presentation.icon)
    unsafe notify_notification_clear_hints(notification)
    unsafe notify_notification_set_timeout(notification, presentation.timeout)
    unsafe notify_notification_set_urgency(
      notification, presentation.isCritical ? NOTIFY_URGENCY_CRITICAL : NOTIFY_URGENCY_NORMAL)
    for (key, hint) in presentation.hints {
      // A new variant has a floating reference, so the notification takes ownership of the variant.
      switch hint {
      case .boolean(let value):
        unsafe notify_notification_set_hint(notification, key, g_variant_new_boolean(value ? 1 : 0))
      case .int32(let value):
        unsafe notify_notification_set_hint(notification, key, g_variant_new_int32(value))
      case .string(let value):
        unsafe notify_notification_set_hint(notification, key, g_variant_new_string(value))
      }
    }
    unsafe notify_notification_clear_actions(notification)
    for action in presentation.actions {
      // The action retains the callbacks, and releases them when the action is cleared.
      unsafe notify_notification_add_action(
        notification, action.key, action.label,
        { _, key, data in
          guard let key = unsafe key else { return }
          let pressed = unsafe String(cString: key)
          // A click changes nothing. The action only prevents that the server starts a program.
          if pressed != NotificationPresentation.clickKey { unsafe NotificationCallbacks.at(data)?.pressed(pressed) }
        },
        Unmanaged.passRetained(callbacks).toOpaque(), { data in unsafe NotificationCallbacks.release(data) })
    }
    try send()
    actions = presentation.actions
  }

  private func send() throws(NotificationFailure) {
    var error: UnsafeMutablePointer<GError>? = nil
    guard unsafe notify_notification_show(notification, &error) != 0 else {
      throw unsafe NotificationFailure(BusError(taking: &error))
    }
  }

  /// Makes the notification expire after a millisecond.
  func expire() throws(NotificationFailure) {
    unsafe notify_notification_set_timeout(notification, 1)
    try send()
  }

  /// Closes the notification; the corresponding C function is `notify_notification_close`.
  func close() throws(NotificationFailure) {
    var error: UnsafeMutablePointer<GError>? = nil
    guard unsafe notify_notification_close(notification, &error) != 0 else {
      throw unsafe NotificationFailure(BusError(taking: &error))
    }
  }
}

/// A box that libnotify retains, with the callbacks of a notification.
private final class NotificationCallbacks {
  let pressed: (String) -> Void
  let closed: (CloseReason) -> Void

  init(pressed: @escaping (String) -> Void, closed: @escaping (CloseReason) -> Void) {
    self.pressed = pressed
    self.closed = closed
  }

  /// Returns the box that `data` points to; libnotify retains the box during the callback.
  static func at(_ data: UnsafeMutableRawPointer?) -> NotificationCallbacks? {
    unsafe data.map { unsafe Unmanaged<NotificationCallbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Releases a reference that libnotify has held.
  static func release(_ data: UnsafeMutableRawPointer?) {
    if let data = unsafe data { unsafe Unmanaged<NotificationCallbacks>.fromOpaque(data).release() }
  }
}
