import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import Varlink
@testable import VarlinkServer

@Suite(.timeLimit(.minutes(1))) struct ListenerTests {
  /// Runs a server on a listener just long enough to answer one call.
  private func serve(_ listener: Listener, at path: String) async throws {
    let server = Server(listener: listener, identity: RunningServer.identity, interfaces: [])
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await server.run() }
      let client = try await Client.connect(to: path)
      _ = try await client.call("org.varlink.service.GetInfo")
      tasks.cancelAll()
      try await tasks.waitForAll()
    }
  }

  @Test func `a bound socket is for its owner alone, and gone after the stop`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    #expect(folder.socketMode == S_IFSOCK | 0o600)
    try await serve(listener, at: folder.socket)
    #expect(folder.socketMode == nil)
  }

  @Test(arguments: [true, false])
  func `a socket that was handed over is served and never removed`(isListening: Bool) async throws {
    let folder = try TemporaryFolder()
    let descriptor = try folder.bind()
    if isListening { try UnixSocket.listen(descriptor, backlog: 1) }
    try await serve(Listener.adopt(descriptor: descriptor), at: folder.socket)
    #expect(folder.socketMode != nil)
  }

  @Test func `a server whose socket fails ends with the error, and waits for no client`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    let server = Server(listener: listener, identity: RunningServer.identity, interfaces: [])
    await #expect(throws: TransportError(.system, errno: EINVAL, context: "accept")) {
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await server.run() }
        let client = try await Client.connect(to: folder.socket)
        _ = try await client.call("org.varlink.service.GetInfo")
        // A socket that does not listen replaces the one that the event loop still watches.
        let watched = dup(listener.descriptor)
        defer { close(watched) }
        let other = try UnixSocket.make()
        defer { close(other) }
        #expect(dup2(other, listener.descriptor) == listener.descriptor)
        let next = try RawPeer(path: folder.socket)
        try await tasks.waitForAll()
        extendLifetime((client, next))
      }
    }
  }

  @Test func `an end of the arrivals without an error is a failure of the server`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    defer { close(listener.descriptor) }
    let server = Server(listener: listener, identity: RunningServer.identity, interfaces: [])
    let arrivals = AsyncThrowingStream<Connection, any Error> { $0.finish() }
    await #expect(throws: TransportError(.system, context: "the listening socket was closed")) {
      try await server.serve(arrivals, on: nil)
    }
  }

  @Test func `the socket file of a killed process is no obstacle`() async throws {
    let folder = try TemporaryFolder()
    UnixSocket.close(try folder.bind())
    try await serve(Listener.bind(path: folder.socket), at: folder.socket)
  }

  @Test func `a socket that somebody listens on is left alone`() throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    defer { UnixSocket.close(listener.descriptor) }
    #expect { try Listener.bind(path: folder.socket) } throws: { ($0 as? TransportError)?.code == .addressInUse }
    #expect(folder.socketMode != nil)
  }

  @Test func `a file that is no socket is left alone`() throws {
    let folder = try TemporaryFolder()
    try Data("precious".utf8).write(to: URL(filePath: folder.socket))
    #expect { try Listener.bind(path: folder.socket) } throws: { ($0 as? TransportError)?.code == .unusablePath }
    #expect(try Data(contentsOf: URL(filePath: folder.socket)) == Data("precious".utf8))
  }

  @Test func `a file that took the path since is left alone`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    try FileManager.default.moveItem(atPath: folder.socket, toPath: folder.socket + ".old")
    try Data().write(to: URL(filePath: folder.socket))
    try await serve(listener, at: folder.socket + ".old")
    #expect(FileManager.default.fileExists(atPath: folder.socket))
  }

  @Test(
    arguments: [
      ("", .unusablePath), ("/tmp/" + String(repeating: "x", count: 103), .unusablePath),
      ("/nonexistent/socket", .noSocket),
    ] as [(String, TransportError.Code)])
  func `a path that cannot be bound is an error`(path: String, code: TransportError.Code) {
    #expect { try Listener.bind(path: path) } throws: { ($0 as? TransportError)?.code == code }
  }

  @Test func `a descriptor that is no Unix socket is not adopted`() {
    #expect(throws: TransportError(.system, errno: EBADF, context: "getsockopt")) { try Listener.adopt(descriptor: -1) }
  }
}
