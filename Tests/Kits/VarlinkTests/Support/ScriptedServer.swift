import Glibc

@testable import Varlink

/// A server that reads one message from one client, says its piece and hangs up, on a thread of its own.
actor ScriptedServer {
  private let executor = SocketExecutor()

  // The actor holds its executor for as long as it lives.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

  func answer(on listening: CInt, with bytes: [UInt8]) throws {
    let descriptor = try UnixSocket.check(accept(listening, nil, nil), "accept")
    defer { UnixSocket.close(descriptor) }
    var framer = MessageFramer()
    while try framer.next() == nil {
      guard try UnixSocket.waitToRead(descriptor, for: .seconds(10)) else { return }
      framer.append(try UnixSocket.receive(on: descriptor))
    }
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try UnixSocket.send(rest, on: descriptor)) }
  }
}
