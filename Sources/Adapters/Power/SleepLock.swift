import MessageBus
import Glibc

/// What one service holds against the machine's sleep, on a connection of its own, for one thread.
protocol InhibitorLock: AnyObject {
  var service: InhibitorService { get }
  /// What poll(2) is to look for.
  var interest: pollfd { get }
  /// When it acts unasked; nil for not at all.
  var deadline: ContinuousClock.Instant? { get }

  /// Deals with all that has been received, and with a deadline that has passed.
  ///
  /// - Throws: `busUnusable` when the bus has hung up; `messageUnusable` for what is not to be understood.
  func process(_ report: (SleepEvent) -> Void) throws(BusError)

  /// Lets the machine fall asleep.
  func allowSuspend()

  /// Gives all back, without waiting for an answer.
  func release()
}
