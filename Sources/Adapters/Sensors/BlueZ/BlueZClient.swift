import MessageBus

/// A client of BlueZ: a connection to the bus, and a copy of BlueZ's objects; used only on the GLib thread.
///
/// BlueZ ends the discoveries, the notifications and the agent of a client when the client's connection closes, which
/// is when this object is released. Only connections to devices remain.
final class BlueZClient {
  enum Event {
    /// All objects have been loaded, or an adapter has changed.
    case loaded
    /// A device has changed, or one of its services and characteristics.
    case changed(device: String)
    /// A characteristic has sent a value.
    case value(path: String, [UInt8])
    /// BlueZ is not running; the client loads the objects when BlueZ starts.
    case stopped
    /// The client is of no further use.
    case failed(SensorError)
  }

  let thread: GLibThread
  private(set) var objects = BlueZObjects()
  /// Whether `objects` is a copy of BlueZ's objects.
  private(set) var isLoaded = false
  /// The unique name of the BlueZ process; empty while BlueZ is not running.
  private(set) var owner = ""
  /// The last failure; nil after the objects have been loaded.
  private(set) var failure: SensorError?
  var handler: (Event) -> Void
  private let answerLimit: Duration
  private var bus: BusConnection?
  private var subscriptions: [BusSubscription] = []

  /// Connects to the bus and loads the objects.
  ///
  /// - Parameters:
  ///   - address: The address of the bus.
  ///   - limit: The time limit for the connection, and for each answer that needs no radio.
  ///   - thread: The current thread.
  ///   - handler: Called with each event.
  init(
    bus address: String, answersWithin limit: Duration, on thread: GLibThread,
    handler: @escaping (Event) -> Void = { _ in }
  ) {
    self.thread = thread
    self.handler = handler
    answerLimit = limit
    bus = BusConnection(to: address, on: thread, within: limit) { [weak self] error in
      guard let self else { return }
      if let error { return fail(SensorError(error)) }
      bus?.watch(BlueZ.service) { [weak self] in self?.ownerChanged($0) }
    }
  }

  /// Calls a method; `reply` is not called if this object is released first.
  func call(
    _ method: String, of interface: String, at path: String, _ arguments: [Variant] = [], within limit: Duration? = nil,
    reply: @escaping (Result<BusReply, BusError>) -> Void
  ) {
    bus?.call(
      BusCall(method, of: interface, at: path, on: BlueZ.service, arguments), within: limit ?? answerLimit,
      reply: reply)
  }

  /// Calls a method, and waits for the answer.
  @discardableResult
  func call(
    _ method: String, of interface: String, at path: String, _ arguments: [Variant] = [], within limit: Duration? = nil
  ) async throws(BusError) -> BusReply {
    guard let bus else { throw BusError(.busUnusable) }
    return try await bus.call(
      BusCall(method, of: interface, at: path, on: BlueZ.service, arguments), within: limit ?? answerLimit)
  }

  /// Exports an object for calls from BlueZ.
  func export(_ object: ExportedObject, at path: String, interface: String, description: String) {
    // The path is free, because a client exports one object.
    try? bus?.export(object, at: path, interfaces: [interface], description: description)
  }

  /// Waits until the objects meet a condition; returns whether they do at the end of the wait.
  ///
  /// The wait ends early if the task is cancelled.
  func wait(until deadline: ContinuousClock.Instant, for condition: () -> Bool) async throws(SensorError) -> Bool {
    let (changes, change) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let previous = handler
    handler = { _ in change.yield() }
    let timer = thread.after(deadline.remaining) { change.finish() }
    defer { withExtendedLifetime(timer) { handler = previous } }
    var iterator = changes.makeAsyncIterator()
    while true {
      if let failure { throw failure }
      if isLoaded, condition() { return true }
      guard await iterator.next(isolation: #isolation) != nil else { return false }
    }
  }

  /// Loads the objects again; the client fails if BlueZ does not answer.
  func load() {
    call("GetManagedObjects", of: BlueZ.objectManager, at: "/") { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let reply):
        objects = BlueZObjects(reply.arguments)
        (isLoaded, failure) = (true, nil)
        handler(.loaded)
      // The watch of the name reports the end of BlueZ and of the bus.
      case .failure(let error) where error.code == .noService || error.code == .busUnusable: break
      case .failure(let error): fail(SensorError(error))
      }
    }
  }

  private func fail(_ error: SensorError) {
    (isLoaded, failure) = (false, error)
    handler(.failed(error))
  }

  private func ownerChanged(_ ownership: BusConnection.Ownership) {
    (subscriptions, owner, objects, isLoaded, failure) = ([], "", BlueZObjects(), false, nil)
    switch ownership {
    case .owned(let owner):
      self.owner = owner
      subscribe(to: owner)
      load()
    case .notOwned:
      failure = .notRunning
      handler(.stopped)
    case .connectionLost: fail(SensorError(BusError(.busUnusable)))
    }
  }

  /// Subscribes before the objects are loaded, so that no change is missed.
  private func subscribe(to owner: String) {
    guard let bus else { return }
    subscriptions = [
      bus.subscription(to: "InterfacesAdded", of: BlueZ.objectManager, at: "/", from: owner) { [weak self] signal in
        self?.change { $0.add(signal.arguments) }
      },
      bus.subscription(to: "InterfacesRemoved", of: BlueZ.objectManager, at: "/", from: owner) { [weak self] signal in
        self?.change { $0.remove(signal.arguments) }
      },
      bus.subscription(
        to: "PropertiesChanged", of: BlueZ.properties, at: nil, from: owner, aboutNamesIn: BlueZ.service
      ) { [weak self] in self?.propertiesChanged($0) },
    ]
  }

  /// Changes the objects; `body` returns the path of the device or adapter that has changed.
  private func change(_ body: (inout BlueZObjects) -> String?) {
    guard isLoaded else { return }
    let adapters = objects.adapterPaths
    guard let path = body(&objects) else { return }
    handler(adapters.contains(path) || objects.adapterPaths.contains(path) ? .loaded : .changed(device: path))
  }

  private func propertiesChanged(_ signal: BusSignal) {
    guard let interface = signal.arguments[0]?.string, let changes = signal.arguments[1]?.dictionary else { return }
    if isLoaded, interface == BlueZ.characteristic, case .bytes(let value)? = changes["Value"] {
      handler(.value(path: signal.path, value))
    }
    let removed = signal.arguments[2]?.allStrings ?? []
    change { $0.change(interface, at: signal.path, to: changes, without: removed) }
  }
}

extension ContinuousClock.Instant {
  /// The time until the instant; zero after it.
  var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: self)) }
}

extension SensorError {
  static let notRunning = SensorError.noService("")

  /// The failure of a call that needs no sensor.
  init(_ error: BusError) {
    self =
      switch error.code {
      case .notResponding: .notResponding
      case .refused where error.name == "org.bluez.Error.NotReady": .adapterOff
      case .refused where error.name == "org.freedesktop.DBus.Error.AccessDenied": .refused(error.reason)
      case .refused: .serviceError(error.reason)
      case .noService: .notRunning
      case .busUnusable, .noDescriptor: .noService(error.description)
      }
  }
}
