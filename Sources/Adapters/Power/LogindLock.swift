import MessageBus
import Glibc

/// What logind holds for us: a lock against idling, and one that delays sleep, while this object keeps their
/// descriptors; see systemd's "Inhibitor Locks" and org.freedesktop.login1(5).
final class LogindLock: InhibitorLock {
  let service = InhibitorService.logind
  private let logind: SleepService
  private var idle = Lock.free
  private var sleep = Lock.free
  /// The one that answered: anybody can send a signal to whom he knows, under his own name.
  private var owner: String?
  private(set) var deadline: ContinuousClock.Instant?

  private enum Lock {
    case free
    /// Asked for, in the call with this number.
    case wanted(call: UInt64)
    case held(descriptor: CInt)

    var isHeld: Bool { if case .held = self { true } else { false } }

    /// Takes the answer to the call: whether a message is that, and with what words it was refused.
    mutating func take(
      _ message: borrowing BusMessage
    ) throws(BusError) -> (isAnswer: Bool, refusal: String?) {
      guard case .wanted(let call) = self, message.repliesTo == call else { return (false, nil) }
      self = .free
      if let refusal = message.errorWords { return (true, refusal) }
      self = .held(descriptor: try message.readDescriptor())
      return (true, nil)
    }

    mutating func free() {
      if case .held(let descriptor) = self { close(descriptor) }
      self = .free
    }
  }

  init(bus: String) throws(BusError) {
    logind = try SleepService.find(
      service.busName, path: "/org/freedesktop/login1", interface: "org.freedesktop.login1.Manager", bus: bus)
    // First the signal, and then the lock that makes it come in time.
    try logind.subscribe(to: Self.prepareForSleep)
    try takeLocks()
  }

  var interest: pollfd { logind.connection.interest }

  func process(_ report: (SleepEvent) -> Void) throws(BusError) {
    while let message = try logind.connection.receive() {
      var answer = try idle.take(message)
      if !answer.isAnswer { answer = try sleep.take(message) }
      if answer.isAnswer { owner = message.sender }
      if let refusal = answer.refusal {
        report(.notInhibited(by: service, reason: refusal))
      } else if !answer.isAnswer {
        try takeSignal(message, report)
      } else if idle.isHeld, sleep.isHeld {
        report(.inhibited(by: service))
      }
    }
    if let deadline, deadline <= .now { allowSuspend() }
  }

  func allowSuspend() {
    guard deadline != nil else { return }
    deadline = nil
    sleep.free()
  }

  func release() {
    idle.free()
    sleep.free()
  }

  private func takeSignal(
    _ message: borrowing BusMessage, _ report: (SleepEvent) -> Void
  ) throws(BusError) {
    if logind.isSignal(message, Self.prepareForSleep), message.sender == owner {
      if try message.readFlag() {
        deadline = .now + SleepEvent.maxDelay
        report(.suspending)
      } else {
        allowSuspend()
        report(.resumed)
        try takeLocks()
      }
    } else if let isThere = try logind.hasOwner(after: message) {
      release()
      if isThere { try takeLocks() } else { report(.notInhibited(by: service, reason: "it has gone")) }
    }
  }

  private func takeLocks() throws(BusError) {
    if case .free = idle { idle = try want("idle", mode: "block") }
    if case .free = sleep { sleep = try want("sleep", mode: "delay") }
  }

  private func want(_ what: String, mode: String) throws(BusError) -> Lock {
    let call = try logind.call("Inhibit")
    for argument in [what, Self.who, Self.why, mode] { try call.append(argument) }
    return .wanted(call: try logind.connection.send(call))
  }

  private static let prepareForSleep = "PrepareForSleep"
  static let who = "intervald"
  static let why = "A workout is running"
}
