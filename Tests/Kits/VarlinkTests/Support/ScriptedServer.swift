import Concurrency
import Glibc
import SystemPackage

@testable import Varlink

/// A server that reads one message of one client, sends bytes that the test specifies, and closes the connection.
actor ScriptedServer {
  private let executor = QueueExecutor(label: "scripted server")

  // The actor owns its executor.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  func answer(on listening: FileDescriptor, with bytes: [UInt8]) throws {
    let client = FileDescriptor(rawValue: try UnixSocket.check(accept(listening.rawValue, nil, nil), "accept"))
    defer { try? client.close() }
    var framer = MessageFramer()
    while try framer.next() == nil {
      guard try UnixSocket.waitToRead(client, for: .seconds(10)) else { return }
      framer.append(try UnixSocket.receive(on: client))
    }
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try UnixSocket.send(rest, on: client)) }
  }
}
