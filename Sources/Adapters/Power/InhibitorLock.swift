import MessageBus

/// A lock that makes one service prevent suspend; used only on the GLib thread.
///
/// The lock is taken whenever the service runs. If the object is deallocated without a call of `release`, the lock ends
/// when the object's connection closes.
protocol InhibitorLock: AnyObject {
  /// Lets a suspend proceed.
  func allowSuspend()

  /// Releases the lock, and calls `done` when the service has confirmed the release or cannot be reached.
  func release(done: @escaping () -> Void)
}

/// An event of an inhibitor lock.
enum InhibitorLockEvent {
  /// The service holds the lock.
  case held
  /// The service refused the lock; the text is the reason.
  case refused(String)
  /// The service is not running; the text is the reason.
  ///
  /// The lock is taken when the service starts.
  case absent(String)
  /// The bus cannot be reached, or it has closed the connection.
  ///
  /// The lock object cannot be used any more.
  case disconnected(BusError)
  /// The machine is about to suspend.
  case suspending
  /// The announced suspend is over, or was cancelled.
  case resumed

  /// The service answered with values of other types than the interface specifies.
  static let malformedAnswer = Self.refused("its answer is malformed")
}
