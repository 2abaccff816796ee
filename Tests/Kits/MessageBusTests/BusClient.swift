import MessageBus
import TestSupport

/// A client of a message bus, with its own GLib thread.
actor BusClient {
  private nonisolated let thread = GLibThread(name: "client")
  private var connection: BusConnection?
  let signals = Recording<BusSignal>()
  let owners = Recording<BusConnection.Ownership>()
  let closings = Recording<Bool>()

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  init() {}

  isolated deinit {}

  func open(_ address: String, within limit: Duration? = generousLimit) async throws(BusError) {
    let connection = try await BusConnection.open(address, on: thread, within: limit)
    connection.onClose { [closings] in closings.append(true) }
    self.connection = connection
  }

  /// Starts a connection, and releases it at once.
  func openAndRelease(_ address: String) {
    _ = BusConnection(to: address, on: thread) { [closings] _ in closings.append(false) }
  }

  func call(_ call: BusCall, within limit: Duration? = nil) async throws(BusError) -> BusReply {
    guard let connection else { throw BusError(.busUnusable) }
    return try await connection.call(call, within: limit)
  }

  /// Returns the error of a call, or nil if the call succeeds.
  func failure(of call: BusCall) async -> BusError? {
    do throws(BusError) {
      _ = try await self.call(call)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the error of an attempt to connect, or nil if the attempt succeeds.
  func failure(toOpen address: String, within limit: Duration) async -> BusError? {
    do throws(BusError) {
      try await open(address, within: limit)
      return nil
    } catch {
      return error
    }
  }

  func watch(_ name: String) {
    connection?.watch(name) { [owners] in owners.append($0) }
  }

  func subscribe(to name: String, of interface: String, at path: String? = nil) {
    connection?.subscribe(to: name, of: interface, at: path) { [signals] in signals.append($0) }
  }

  /// Subscribes to a signal, and ends the subscription at once.
  func subscribeAndRelease(to name: String, of interface: String) {
    _ = connection?.subscription(to: name, of: interface, at: nil) { [signals] in signals.append($0) }
  }

  func takeName(_ name: String) async throws(BusError) -> Bool {
    try await connection?.takeName(name, within: generousLimit) ?? false
  }

  func emit(_ signal: String, of interface: String, at path: String, _ arguments: [Variant]) {
    connection?.emit(signal, of: interface, at: path, arguments)
  }

  /// Exports an object with a method that succeeds, a method that fails and a property, and records its requests.
  func export(at path: String, _ requests: Recording<String>) throws(BusError) {
    let object = ExportedObject(
      value: { interface, property in
        requests.append("get \(interface) \(property)")
        return .int64(42)
      },
      set: { property, value in requests.append("set \(property) \(value)") },
      call: { method in
        requests.append("call \(method)")
        return method == "Fail" ? "nothing to do" : nil
      })
    try connection?.export(
      object, at: path, interfaces: ["org.example.Test"],
      description: """
        <node><interface name="org.example.Test">
          <method name="Succeed"/><method name="Fail"/><property name="Answer" type="x" access="readwrite"/>
        </interface></node>
        """)
  }

  func close() {
    connection = nil
  }
}
