import CSystemd
package import Glibc

/// A connection to a message bus, on which nothing waits: an `sd_bus`.
///
/// For one thread at a time, which finds out by `poll(2)` when there is something to process.
///
/// `@safe`: the pointer lives as long as the value that owns it.
@safe
package struct BusConnection: ~Copyable {
  private let bus: OpaquePointer
  private let address: String

  /// Begins to connect: sd_bus_set_address(3), sd_bus_set_bus_client(3), sd_bus_start(3).
  ///
  /// - Throws: `busUnusable` where nobody listens; one that listens and never answers shows in nothing being received.
  package static func open(_ address: String) throws(BusError) -> BusConnection {
    var created: OpaquePointer?
    try unsafe check(sd_bus_new(&created), address)
    guard let created = unsafe created else { throw BusError(.busUnusable, subject: address) }
    let connection = unsafe BusConnection(owning: created, address: address)
    try unsafe check(sd_bus_set_address(connection.bus, address), address)
    try unsafe check(sd_bus_set_bus_client(connection.bus, 1), address)
    try unsafe check(sd_bus_start(connection.bus), address)
    return connection
  }

  private init(owning bus: OpaquePointer, address: String) {
    unsafe self.bus = unsafe bus
    self.address = address
  }

  deinit {
    unsafe sd_bus_close(bus)
    unsafe sd_bus_unref(bus)
  }

  /// What poll(2) is to look for: sd_bus_get_fd(3), sd_bus_get_events(3).
  package var interest: pollfd {
    let events = unsafe sd_bus_get_events(bus)
    return unsafe pollfd(fd: sd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: max(events, 0)), revents: 0)
  }

  /// Makes a call without arguments yet, for which no service is started: sd_bus_message_set_auto_start(3).
  package func call(
    _ member: String, of interface: String, at path: String, on destination: String
  ) throws(BusError) -> BusMessage {
    let call = try unsafe BusMessage.call(
      on: bus, destination: destination, path: path, interface: interface, member: member)
    try unsafe Self.check(sd_bus_message_set_auto_start(call.message, 0), address)
    return call
  }

  /// Sends a call, or queues it where the connection is not made yet, and returns the number that its reply will name:
  /// sd_bus_send(3).
  @discardableResult package func send(_ call: borrowing BusMessage) throws(BusError) -> UInt64 {
    var number: UInt64 = 0
    try unsafe Self.check(sd_bus_send(bus, call.message, &number), address)
    return number
  }

  /// Has the bus pass signals on: AddMatch of the D-Bus specification.
  package func subscribe(_ rule: String) throws(BusError) {
    let call = try call("AddMatch", of: Self.name, at: Self.path, on: Self.name)
    try call.append(rule)
    try send(call)
  }

  /// What has been received next, or nil where nothing has: sd_bus_process(3).
  ///
  /// - Throws: `busUnusable` when the bus has hung up.
  package func receive() throws(BusError) -> BusMessage? {
    while true {
      var received: OpaquePointer?
      let status = unsafe sd_bus_process(bus, &received)
      try Self.check(status, address)
      if let received = unsafe received { return unsafe BusMessage(owning: received) }
      if status == 0 { return nil }
    }
  }

  package static let name = "org.freedesktop.DBus"
  package static let path = "/org/freedesktop/DBus"

  private static func check(_ status: CInt, _ address: String) throws(BusError) {
    if status < 0 { throw BusError(.busUnusable, errno: -status, subject: address) }
  }
}
