/// What is on the screen, remembered for the process that comes after this one.
package protocol NotificationMemory: Sendable {
  /// What an earlier process left on the screen; nil for nothing.
  var left: NotificationMark? { get }

  /// Remembers what is on the screen; nil for nothing. It may be called on any thread, and returns soon.
  func keep(_ mark: NotificationMark?)
}

/// By what a notification can be told from all others of a session.
package struct NotificationMark: Equatable, Codable, Sendable {
  /// The server's number for it.
  package var number: Int32
  /// The unique name of the server on the bus.
  package var server: String
  /// The bus's own identifier, as unique names begin anew on another.
  package var bus: String

  package init(number: Int32, server: String, bus: String) {
    self.number = number
    self.server = server
    self.bus = bus
  }
}
