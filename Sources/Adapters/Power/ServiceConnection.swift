import MessageBus

/// A connection to a service that may start and stop; used only on the GLib thread.
final class ServiceConnection {
  /// A change of the service's state.
  enum Change {
    /// The service is running; `owner` is its unique name on the bus.
    case started(owner: String)
    /// The service is not running; the text is the reason.
    case absent(String)
    case disconnected(BusError)
  }

  private let name: String
  private let path: String
  private let interface: String
  private let thread: GLibThread
  private var bus: BusConnection?
  private var wasRunning = false

  /// Prepares a connection; `connect` opens the connection.
  init(name: String, path: String, interface: String, on thread: GLibThread) {
    self.name = name
    self.path = path
    self.interface = interface
    self.thread = thread
  }

  /// Connects to the bus and watches the service.
  ///
  /// - Parameters:
  ///   - address: The bus's address.
  ///   - signal: The name of a signal to receive from the service.
  ///   - received: Called with each signal of this name.
  ///   - changed: Called with the present state of the service, and then with each new state.
  func connect(
    to address: String, signal: String? = nil, received: @escaping (BusSignal) -> Void = { _ in },
    changed: @escaping (Change) -> Void
  ) {
    bus = BusConnection(to: address, on: thread) { [weak self] error in
      guard let self, let bus else { return }
      if let error { return changed(.disconnected(error)) }
      // The subscription is sent before the first call, so no signal is missed.
      if let signal { bus.subscribe(to: signal, of: interface, at: path, handler: received) }
      bus.watch(name) { [weak self] ownership in
        guard let self else { return }
        switch ownership {
        case .owned(let owner):
          wasRunning = true
          changed(.started(owner: owner))
        case .notOwned: changed(.absent(wasRunning ? "it has stopped" : "it is not running"))
        case .connectionLost:
          changed(.disconnected(BusError(.busUnusable, subject: address, reason: "the connection was closed")))
        }
      }
    }
  }

  /// Calls a method of the service.
  ///
  /// `reply` is called with the answer, unless the connection is released first.
  func call(
    _ method: String, _ arguments: [Variant], within limit: Duration? = nil,
    reply: @escaping (Result<BusReply, BusError>) -> Void
  ) {
    bus?.call(BusCall(method, of: interface, at: path, on: name, arguments), within: limit, reply: reply)
  }
}
