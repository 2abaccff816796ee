import Concurrency
import Glibc
import SystemPackage
import TestSupport

@testable import Varlink

/// A client that can send any bytes.
actor RawPeer {
  private let executor = QueueExecutor(label: "raw peer")
  private let socket: Socket
  private var framer = MessageFramer()

  // The actor owns its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  init(path: String) throws {
    socket = Socket(owning: try UnixSocket.make())
    try UnixSocket.connect(socket.descriptor, to: path)
  }

  /// Sends a text and a NUL.
  func send(message: String) throws {
    try send(Array(message.utf8) + [0])
  }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try UnixSocket.send(rest, on: socket.descriptor)) }
  }

  /// Returns the next reply, or nil at the end of the connection.
  func reply() throws -> Reply? {
    while true {
      if let message = try framer.next() { return try Reply(message: message) }
      guard let bytes = try receive() else { return nil }
      framer.append(bytes)
    }
  }

  /// Waits until bytes arrive, without reading them, and returns whether they arrived within the limit.
  func hasReply(within limit: Duration) throws -> Bool {
    try UnixSocket.waitToRead(socket.descriptor, for: limit)
  }

  /// Reads and ignores replies until the server closes the connection.
  func waitForEnd() throws {
    while try receive() != nil {}
  }

  /// Shuts down the connection for sending, but not for reading; see shutdown(2).
  func endSending() {
    _ = shutdown(socket.descriptor.rawValue, CInt(SHUT_WR))
  }

  /// Closes the connection.
  nonisolated func disconnect() {
    socket.shutDown()
  }

  private func receive() throws -> [UInt8]? {
    guard try UnixSocket.waitToRead(socket.descriptor, for: generousLimit) else {
      throw TransportError(.timedOut, context: "nothing to read")
    }
    do {
      let bytes = try UnixSocket.receive(on: socket.descriptor)
      return bytes.isEmpty ? nil : bytes
    } catch {
      guard error.code == .disconnected else { throw error }
      return nil
    }
  }
}
