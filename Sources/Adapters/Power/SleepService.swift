import MessageBus

/// A service on a bus that may come and go, and the connection on which it is asked.
struct SleepService: ~Copyable {
  let connection: BusConnection
  private let name: String
  private let path: String
  private let interface: String

  /// Connects, and has the bus tell when the service comes or goes.
  static func find(
    _ name: String, path: String, interface: String, bus: String
  ) throws(BusError) -> SleepService {
    let connection = try BusConnection.open(bus)
    try connection.subscribe(
      "type='signal',sender='\(BusConnection.name)',interface='\(BusConnection.name)',"
        + "member='\(ownerChange)',arg0='\(name)'")
    return SleepService(connection: connection, name: name, path: path, interface: interface)
  }

  private init(connection: consuming BusConnection, name: String, path: String, interface: String) {
    self.connection = connection
    self.name = name
    self.path = path
    self.interface = interface
  }

  /// Has the bus pass on a signal of the service.
  func subscribe(to member: String) throws(BusError) {
    try connection.subscribe(
      "type='signal',sender='\(name)',path='\(path)',interface='\(interface)',member='\(member)'")
  }

  func call(_ member: String) throws(BusError) -> BusMessage {
    try connection.call(member, of: interface, at: path, on: name)
  }

  func isSignal(_ message: borrowing BusMessage, _ member: String) -> Bool { message.isSignal(interface, member) }

  /// Whether the service has an owner now, if that is what a message tells; else nil.
  func hasOwner(after message: borrowing BusMessage) throws(BusError) -> Bool? {
    guard message.sender == BusConnection.name, message.isSignal(BusConnection.name, Self.ownerChange),
      try message.readString() == name
    else { return nil }
    _ = try message.readString()
    return try !message.readString().isEmpty
  }

  private static let ownerChange = "NameOwnerChanged"
}
