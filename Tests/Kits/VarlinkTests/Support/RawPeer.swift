@testable import Varlink

/// A client that sends any bytes it likes, on a thread of its own.
actor RawPeer {
  private let executor = SocketExecutor()
  private let descriptor: SocketDescriptor
  private var framer = MessageFramer()

  // The actor holds its executor for as long as it lives.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  init(path: String) throws {
    descriptor = SocketDescriptor(owning: try UnixSocket.make())
    try UnixSocket.connect(descriptor.number, to: path)
  }

  /// Sends text with a NUL after it.
  func send(message: String) throws {
    try send(Array(message.utf8) + [0])
  }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try UnixSocket.send(rest, on: descriptor.number)) }
  }

  /// Takes the next reply; nil at the end of the connection.
  func reply() throws -> Reply? {
    while true {
      if let message = try framer.next() { return try Reply(message: message) }
      guard let bytes = try receive() else { return nil }
      framer.append(bytes)
    }
  }

  /// Waits until there is something to take, and takes nothing.
  func hasReply(within limit: Duration) throws -> Bool {
    try UnixSocket.waitToRead(descriptor.number, for: limit)
  }

  /// Reads until the server has closed the connection, and passes over whatever comes before.
  func waitForEnd() throws {
    while try receive() != nil {}
  }

  /// Ends what this side sends, and goes on reading.
  func endSending() {
    UnixSocket.shutDownSending(descriptor.number)
  }

  /// Ends the connection.
  func leave() {
    descriptor.shutDown()
  }

  private func receive() throws -> [UInt8]? {
    guard try UnixSocket.waitToRead(descriptor.number, for: .seconds(30)) else {
      throw TransportError(.timedOut, context: "nothing to read")
    }
    do {
      let bytes = try UnixSocket.receive(on: descriptor.number)
      return bytes.isEmpty ? nil : bytes
    } catch {
      guard error.code == .disconnected else { throw error }
      return nil
    }
  }
}
