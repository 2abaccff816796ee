import CGio
import CLinux
import Dispatch
import Glibc

/// Connection to a message bus, or directly to a service: a `GDBusConnection`.
///
/// The connection must be used on the GLib thread on which the connection is made. Answers and signals arrive on that
/// thread. Only `init(sharedOn:)` blocks the thread. Releasing this object closes the connection, and ends watches and
/// the subscriptions of `subscribe`. It also cancels waiting calls; only a call with a time limit may remain until then.
///
/// `@safe`: this object holds a reference to the target of each pointer.
@safe
package final class BusConnection {
  /// The kind of peer at an address.
  package enum Peer: Sendable {
    /// A message bus, which gives the connection a name and delivers calls to services.
    case bus
    /// A single service, which accepts calls without a destination and sends all its signals to the connection.
    case service
  }

  let address: String
  let connection: OpaquePointer
  let cancellable: UnsafeMutablePointer<GCancellable>
  let thread: GLibThread
  /// Closures that end watches and handlers.
  var cleanUps: [() -> Void] = []
  /// The subscriptions that end with the connection.
  var subscriptions: [BusSubscription] = []
  /// Whether other code in the process also uses the connection.
  private let isShared: Bool
  private var isOpen = false
  private var handshake: Handshake?
  private var connectTimer: GLibSource?

  /// Starts to connect to an address.
  ///
  /// The connection must not be used before it is open.
  ///
  /// - Parameters:
  ///   - address: The address in the form of the D-Bus specification.
  ///   - peer: The kind of peer at the address.
  ///   - thread: The current thread.
  ///   - limit: The time limit; nil for no limit.
  ///   - opened: Called with nil when the connection is open, or with an error; not called if this object is released
  ///     first.
  package init(
    to address: String, peer: Peer = .bus, on thread: GLibThread, within limit: Duration? = nil,
    opened: @escaping (BusError?) -> Void
  ) {
    thread.checkIsolated()
    guard let connection = unsafe cgio_connection_new(address, peer == .bus ? 1 : 0),
      let cancellable = unsafe g_cancellable_new()
    else { preconditionFailure("GLib ends the process if memory runs out") }
    self.address = address
    unsafe self.connection = unsafe connection
    unsafe self.cancellable = unsafe cancellable
    self.thread = thread
    isShared = false
    connect(within: limit, opened)
  }

  /// Uses the process's shared connection to the session bus, which libnotify also uses; see g_bus_get_sync(3).
  ///
  /// The first call connects, and blocks the thread until the bus answers.
  ///
  /// - Throws: `busUnusable` or `noDescriptor`.
  package init(sharedOn thread: GLibThread) throws(BusError) {
    thread.checkIsolated()
    guard SpareDescriptors.exist else { throw BusError(.noDescriptor) }
    var error: UnsafeMutablePointer<GError>? = nil
    guard let connection = unsafe g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error) else {
      throw unsafe BusError(connecting: &error, to: "")
    }
    guard unsafe g_dbus_connection_is_closed(connection) == 0, let cancellable = unsafe g_cancellable_new() else {
      unsafe g_object_unref(UnsafeMutableRawPointer(connection))
      throw BusError(.busUnusable, reason: "the connection is closed")
    }
    // By default, GLib ends the process when the bus closes the connection.
    unsafe g_dbus_connection_set_exit_on_close(connection, 0)
    address = ""
    unsafe self.connection = unsafe connection
    unsafe self.cancellable = unsafe cancellable
    self.thread = thread
    isShared = true
    isOpen = true
  }

  deinit {
    handshake?.cancel()
    unsafe g_cancellable_cancel(cancellable)
    for cleanUp in cleanUps { cleanUp() }
    subscriptions = []
    if isOpen, !isShared { unsafe g_dbus_connection_close(connection, nil, nil, nil) }
    unsafe g_object_unref(cancellable)
    unsafe g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Connects to an address, and waits for the connection without blocking `thread`.
  ///
  /// The caller must be on `thread`.
  ///
  /// - Throws: `busUnusable`, `notResponding` or `noDescriptor`.
  package static func open(
    _ address: String, peer: Peer = .bus, on thread: GLibThread, within limit: Duration? = nil
  ) async throws(BusError) -> BusConnection {
    var connection: BusConnection?
    let error = await withCheckedContinuation { continuation in
      connection = BusConnection(to: address, peer: peer, on: thread, within: limit) {
        continuation.resume(returning: $0)
      }
    }
    if let error { throw error }
    guard let connection else { preconditionFailure("the continuation has run") }
    return connection
  }

  private func connect(within limit: Duration?, _ opened: @escaping (BusError?) -> Void) {
    guard SpareDescriptors.exist else {
      connectTimer = thread.after(.zero) { opened(BusError(.noDescriptor)) }
      return
    }
    let address = address
    let handshake = unsafe Handshake(connection) { [weak self] error in
      guard let self else { return unsafe g_clear_error(&error) }
      (self.handshake, connectTimer) = (nil, nil)
      isOpen = unsafe error == nil
      opened(unsafe isOpen ? nil : BusError(connecting: &error, to: address))
    }
    self.handshake = handshake
    if let limit { connectTimer = thread.after(limit) { handshake.cancel() } }
    handshake.run(on: thread)
  }

  /// The bus's identifier; see g_dbus_connection_get_guid(3).
  package var identifier: String {
    // The connection owns the string, and the string is copied.
    unsafe g_dbus_connection_get_guid(connection).map { unsafe String(cString: $0) } ?? ""
  }

  /// Whether the bus or the service has closed the connection; see g_dbus_connection_is_closed(3).
  package var isClosed: Bool {
    unsafe g_dbus_connection_is_closed(connection) != 0
  }

  /// Calls a handler if the bus or the service closes the connection: the signal "closed".
  package func onClose(_ handler: @escaping () -> Void) {
    let (connection, box) = unsafe (connection, Unmanaged.passRetained(Callback<Void> { handler() }).toOpaque())
    let identifier = unsafe cgio_connect_closed(
      connection, { _, _, _, data in unsafe Callback<Void>.call(data, ()) }, box,
      { data, _ in unsafe Callback<Void>.release(data) })
    cleanUps.append { unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), identifier) }
  }
}

/// The blocking part of connecting: authentication and greeting.
///
/// `@unchecked Sendable`: GIO's own locks protect the GIO objects, and `done` is used only on the GLib thread.
/// `@safe`: this object holds a reference to the target of each pointer.
@safe
private final class Handshake: @unchecked Sendable {
  private let connection: OpaquePointer
  private let cancellable: UnsafeMutablePointer<GCancellable>?
  private var done: ((inout UnsafeMutablePointer<GError>?) -> Void)?

  init(_ connection: OpaquePointer, done: @escaping (inout UnsafeMutablePointer<GError>?) -> Void) {
    unsafe g_object_ref(UnsafeMutableRawPointer(connection))
    unsafe self.connection = unsafe connection
    unsafe cancellable = unsafe g_cancellable_new()
    unsafe self.done = unsafe done
  }

  deinit {
    unsafe g_object_unref(cancellable)
    unsafe g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Cancels the handshake, which then ends with an error; see g_cancellable_cancel(3).
  func cancel() {
    unsafe g_cancellable_cancel(cancellable)
  }

  /// Opens the connection, and reports the result on the GLib thread.
  func run(on thread: GLibThread) {
    // Opening the connection blocks. A new serial queue gets its own thread at once.
    DispatchQueue(label: "org.intervald.bus.connect").async { [self] in
      var error: UnsafeMutablePointer<GError>? = nil
      unsafe cgio_connection_open(connection, cancellable, &error)
      nonisolated(unsafe) let result = unsafe error
      thread.post {
        var result = unsafe result
        unsafe self.done?(&result)
        unsafe self.done = nil
      }
    }
  }
}

/// Closure that GLib owns.
final class Callback<Value> {
  private let body: (Value) -> Void

  init(_ body: @escaping (Value) -> Void) {
    self.body = body
  }

  /// Calls the closure of the `Callback` at `data`; GLib retains the `Callback` during the call.
  static func call(_ data: UnsafeMutableRawPointer?, _ value: Value) {
    guard let data = unsafe data else { return }
    unsafe Unmanaged<Callback>.fromOpaque(data).takeUnretainedValue().body(value)
  }

  /// Releases the `Callback` at `data`.
  static func release(_ data: UnsafeMutableRawPointer?) {
    if let data = unsafe data { unsafe Unmanaged<Callback>.fromOpaque(data).release() }
  }
}

/// File descriptors that GLib needs for connecting, and for each blocking call.
///
/// If GLib cannot open a descriptor, GLib ends the process; see g_main_context_new(3). The caller therefore checks for
/// free descriptors first.
package enum SpareDescriptors {
  /// The number of descriptors to check.
  ///
  /// The number is higher than a call needs, because other threads may open descriptors after the check.
  private static let count = 4

  /// Whether enough descriptors are free; see eventfd(2).
  ///
  /// The check is fast enough to run before each cue.
  package static var exist: Bool {
    let taken = (0..<count).map { _ in eventfd(0, CInt(EFD_CLOEXEC)) }
    for descriptor in taken where descriptor >= 0 { close(descriptor) }
    return taken.allSatisfy { $0 >= 0 }
  }
}
