import MessageBus
import CSystemd
import Dispatch
import Glibc
import Concurrency
import Synchronization

/// The time from one `hold` to its `release`: a thread that waits for the services and for orders, in poll(2) alone.
///
/// The descriptors are not on the runner's queue, since a dispatch source that is cancelled on Linux can take the
/// process with it: https://github.com/swiftlang/swift-corelibs-libdispatch/issues/949
final class SleepHold: Sendable {
  private struct Orders {
    var isOver = false
    var maySleep = false
    /// Whether the locks that there are none of are to be taken.
    var isToCatchUp = true
    /// Whether one could not be taken since then, or was lost.
    var isLacking = false
    var caughtUp = ContinuousClock.now
  }

  private let orders = Mutex(Orders())
  /// Written to when there is an order: eventfd(2).
  private let bell: CInt
  private let over: AsyncStream<Never>
  private let report: @Sendable (SleepEvent) -> Void

  /// Begins at once, unless there is no descriptor left.
  ///
  /// `report` is called on the thread.
  init?(on buses: SleepBuses, report: @escaping @Sendable (SleepEvent) -> Void) {
    let bell = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
    guard bell >= 0 else { return nil }
    self.bell = bell
    let (over, end) = AsyncStream<Never>.makeStream()
    self.over = over
    self.report = report
    // A serial queue gets a thread at once.
    DispatchQueue(label: "org.intervald.sleep").async {
      self.keepAwake(on: buses)
      end.finish()
    }
  }

  deinit {
    close(bell)
  }

  func end() { order { $0.isOver = true } }

  func allowSuspend() { order { $0.maySleep = true } }

  /// Looks again for a bus that was missing, or is gone, unless that was done within the interval; where none is the
  /// thread is not woken.
  func catchUp(every interval: Duration) {
    let isDue = orders.withLock { $0.isLacking && $0.caughtUp.duration(to: .now) >= interval }
    if isDue { order { ($0.isToCatchUp, $0.caughtUp) = (true, .now) } }
  }

  /// Waits until all is given back, but no longer than the limit.
  func ended(within limit: Duration) async {
    await over.end(within: limit)
  }

  private func order(_ change: (inout Orders) -> Void) {
    orders.withLock { change(&$0) }
    _ = eventfd_write(bell, 1)
  }

  private func takeOrders() -> Orders {
    var count: UInt64 = 0
    // The variable outlives the call.
    _ = unsafe eventfd_read(bell, &count)
    return orders.withLock { orders in
      defer { (orders.maySleep, orders.isToCatchUp) = (false, false) }
      if orders.isToCatchUp { orders.isLacking = false }
      return orders
    }
  }

  private func keepAwake(on buses: SleepBuses) {
    let jumps = ClockChangeTimer()
    var locks: [any InhibitorLock] = []
    while true {
      let orders = takeOrders()
      if orders.isOver { break }
      if orders.isToCatchUp { complete(&locks, on: buses) }
      if orders.maySleep { locks.forEach { $0.allowSuspend() } }
      if jumps.take() { report(.clockChanged) }
      locks.removeAll { !isAlive($0) }
      wait(for: locks, jumps.descriptor)
    }
    locks.forEach { $0.release() }
  }

  /// Takes the locks that there are none of.
  private func complete(_ locks: inout [any InhibitorLock], on buses: SleepBuses) {
    for service in InhibitorService.allCases where !locks.contains(where: { $0.service == service }) {
      do throws(BusError) {
        locks.append(try buses.lock(of: service))
      } catch {
        lack(service, error)
      }
    }
  }

  private func lack(_ service: InhibitorService, _ error: BusError) {
    orders.withLock { $0.isLacking = true }
    report(.notInhibited(by: service, reason: "\(error)"))
  }

  /// Deals with what a service has to say; false when its bus is no more.
  private func isAlive(_ lock: any InhibitorLock) -> Bool {
    do throws(BusError) {
      try lock.process(report)
      return true
    } catch {
      lock.release()
      lack(lock.service, error)
      return false
    }
  }

  /// Waits until there is something to do: poll(2).
  private func wait(for locks: [any InhibitorLock], _ jumps: CInt) {
    var descriptors = locks.map(\.interest)
    for descriptor in [bell, jumps] {
      // One below zero is passed over.
      descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    }
    let left = locks.compactMap(\.deadline).min().map { max($0 - .now, .zero) }
    let milliseconds = left.map { CInt(($0 / .milliseconds(1)).rounded(.up)) } ?? -1
    // The array has as many as the call is told; being interrupted is as good as being woken.
    _ = unsafe poll(&descriptors, nfds_t(descriptors.count), milliseconds)
  }
}
