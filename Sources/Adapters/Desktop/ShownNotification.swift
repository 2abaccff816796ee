import CGio
import CLibnotify
import MessageBus

/// One notification on the screen: a `NotifyNotification`, held for as long as the screen may hold it.
///
/// It belongs to the GLib thread. Every call waits for the server, up to libnotify's own limit of 25 s.
///
/// `@safe`: the pointer lives as long as the object that holds a reference to it.
@safe
final class ShownNotification {
  private let notification: UnsafeMutablePointer<NotifyNotification>
  private let callbacks: NotificationCallbacks

  /// Makes a notification of which the server knows nothing yet: notify_notification_new.
  ///
  /// - Parameters:
  ///   - pressed: Gets the key of each button pressed.
  ///   - closed: Is called once the server says that the notification went.
  init(pressed: @escaping (String) -> Void, closed: @escaping (CloseReason) -> Void) {
    guard let notification = unsafe notify_notification_new(NotificationPresentation.emptySummary, nil, nil) else {
      preconditionFailure("notify_notification_new refuses only an empty summary")
    }
    unsafe self.notification = unsafe notification
    callbacks = NotificationCallbacks(pressed: pressed, closed: closed)
    // The connection owns a reference and gives it back when the object goes.
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

  /// The server's number for it; 0 where it is not on the screen.
  var number: Int32 {
    get { unsafe clibnotify_number(notification) }
    set { unsafe clibnotify_set_number(notification, newValue) }
  }

  /// Puts content on the screen, in the place of what this notification showed: notify_notification_show.
  func show(_ presentation: NotificationPresentation) throws(NotificationFailure) {
    unsafe notify_notification_update(notification, presentation.summary, presentation.body, presentation.icon)
    unsafe notify_notification_set_timeout(notification, presentation.timeout)
    unsafe notify_notification_clear_hints(notification)
    unsafe notify_notification_set_urgency(notification, NOTIFY_URGENCY_NORMAL)
    for (key, hint) in presentation.hints {
      // The notification takes over the floating reference of a new variant.
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
      // The action owns a reference and gives it back when it is cleared.
      unsafe notify_notification_add_action(
        notification, action.key, action.label,
        { _, key, data in
          guard let key = unsafe key else { return }
          unsafe NotificationCallbacks.at(data)?.pressed(String(cString: key))
        },
        Unmanaged.passRetained(callbacks).toOpaque(), { data in unsafe NotificationCallbacks.release(data) })
    }
    var error: UnsafeMutablePointer<GError>? = nil
    guard unsafe notify_notification_show(notification, &error) != 0 else {
      throw unsafe NotificationFailure(BusError(taking: &error))
    }
  }

  /// Takes the notification off the screen: notify_notification_close.
  func close() throws(NotificationFailure) {
    var error: UnsafeMutablePointer<GError>? = nil
    guard unsafe notify_notification_close(notification, &error) != 0 else {
      throw unsafe NotificationFailure(BusError(taking: &error))
    }
  }
}

/// What a notification calls back, in a box of which libnotify holds references.
private final class NotificationCallbacks {
  let pressed: (String) -> Void
  let closed: (CloseReason) -> Void

  init(pressed: @escaping (String) -> Void, closed: @escaping (CloseReason) -> Void) {
    self.pressed = pressed
    self.closed = closed
  }

  /// The box that `data` points to, alive as libnotify holds a reference while it calls back.
  static func at(_ data: UnsafeMutableRawPointer?) -> NotificationCallbacks? {
    unsafe data.map { unsafe Unmanaged<NotificationCallbacks>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Gives back one of libnotify's references.
  static func release(_ data: UnsafeMutableRawPointer?) {
    if let data = unsafe data { unsafe Unmanaged<NotificationCallbacks>.fromOpaque(data).release() }
  }
}
