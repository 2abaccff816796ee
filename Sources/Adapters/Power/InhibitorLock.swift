import MessageBus

/// A lock of one service against suspend, for use on the GLib thread.
///
/// It is taken whenever the service runs. If the object is released without `release`, the lock ends with the
/// connection.
protocol InhibitorLock: AnyObject {
  /// Lets a suspend proceed.
  func allowSuspend()

  /// Releases the lock, and calls `done` when the service has confirmed this or cannot be reached.
  func release(done: @escaping () -> Void)
}

/// An event of an inhibitor lock.
enum InhibitorLockEvent {
  /// The service holds the lock.
  case held
  /// The service refused the lock, for this reason.
  case refused(String)
  /// The service is not running, for this reason; the lock is taken when it starts.
  case absent(String)
  /// The bus cannot be reached or closed the connection, so the lock object cannot be used any more.
  case disconnected(BusError)
  /// The machine is about to suspend.
  case suspending
  /// The announced suspend is over, or was cancelled.
  case resumed
}
