import MessageBus
import Glibc

/// What the desktop's screen saver holds for us against idling: org.freedesktop.ScreenSaver, of the idle inhibition
/// service draft.
final class ScreenSaverLock: InhibitorLock {
  let service = InhibitorService.screenSaver
  let deadline: ContinuousClock.Instant? = nil
  private let screenSaver: SleepService
  private var lock = Lock.free

  private enum Lock {
    case free
    /// Asked for, in the call with this number.
    case wanted(call: UInt64)
    /// By the number that the service gave.
    case held(number: UInt32)
  }

  init(bus: String) throws(BusError) {
    screenSaver = try SleepService.find(
      service.busName, path: "/org/freedesktop/ScreenSaver", interface: "org.freedesktop.ScreenSaver", bus: bus)
    try takeLock()
  }

  var interest: pollfd { screenSaver.connection.interest }

  func process(_ report: (SleepEvent) -> Void) throws(BusError) {
    while let message = try screenSaver.connection.receive() {
      if case .wanted(let call) = lock, message.repliesTo == call {
        lock = .free
        if let words = message.errorWords {
          report(.notInhibited(by: service, reason: words))
        } else {
          lock = .held(number: try message.readNumber())
          report(.inhibited(by: service))
        }
      } else if let isThere = try screenSaver.hasOwner(after: message) {
        lock = .free
        if isThere { try takeLock() } else { report(.notInhibited(by: service, reason: "it has gone")) }
      }
    }
  }

  func allowSuspend() {}

  func release() {
    guard case .held(let number) = lock, let call = try? screenSaver.call("UnInhibit") else { return }
    lock = .free
    // Where this fails, the end of the connection says the same.
    guard (try? call.append(number)) != nil else { return }
    _ = try? screenSaver.connection.send(call)
  }

  private func takeLock() throws(BusError) {
    let call = try screenSaver.call("Inhibit")
    try call.append(LogindLock.who)
    try call.append(LogindLock.why)
    lock = .wanted(call: try screenSaver.connection.send(call))
  }
}
