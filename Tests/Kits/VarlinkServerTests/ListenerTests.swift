import CLinux
import FoundationEssentials
import NIOPosix
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import Varlink
@testable import VarlinkServer

@Suite(.hangLimit) struct ListenerTests {
  /// Runs a server until the server has answered one call.
  private func serve(_ listener: Listener, at path: String) async throws {
    let server = Server(listener: listener, identity: RunningServer.identity, interfaces: [])
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await server.run() }
      let client = try await Client.connect(to: path, timeout: generousLimit)
      _ = try await client.call("org.varlink.service.GetInfo")
      tasks.cancelAll()
      try await tasks.waitForAll()
    }
  }

  @Test func `a bound socket is private to its owner, and is removed after the server stops`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    #expect(folder.socketMode == FileMode(type: .socket, permissions: .ownerReadWrite))
    try await serve(listener, at: folder.socket)
    #expect(folder.socketMode == nil)
  }

  @Test(arguments: [true, false])
  func `a socket that was passed to the server is served and not removed`(isListening: Bool) async throws {
    let folder = try TemporaryFolder()
    let socket = try folder.bind()
    if isListening { try UnixSocket.listen(socket, backlog: 1) }
    try await serve(Listener.take(descriptor: socket.rawValue), at: folder.socket)
    #expect(folder.socketMode != nil)
  }

  @Test(.enabled(if: marksAreStored, "requires Linux 7.0 or later"), arguments: [true, false])
  func `the file of a socket is marked as the entry point of a Varlink service`(isBound: Bool) async throws {
    let folder = try TemporaryFolder()
    let listener =
      try isBound ? Listener.bind(path: folder.socket) : Listener.take(descriptor: folder.bind().rawValue)
    defer { try? listener.descriptor.close() }
    #expect(Self.mark(of: folder.socket) == "entrypoint")
  }

  /// The attribute `user.varlink` of a file; nil if the file has no such attribute; see getxattr(2).
  private static func mark(of path: String) -> String? {
    var value = [UInt8](repeating: 0, count: 32)
    // `value` outlives the call, which writes at most its bytes.
    let count = unsafe getxattr(path, "user.varlink", &value, value.count)
    return count < 0 ? nil : String(decoding: value.prefix(count), as: UTF8.self)
  }

  /// Whether the kernel stores attributes of socket files: before Linux 7.0, setxattr(2) fails with EPERM.
  private static let marksAreStored: Bool = {
    guard let folder = try? TemporaryFolder(), let socket = try? folder.bind() else { return false }
    defer { try? socket.close() }
    return unsafe setxattr(folder.socket, "user.test", "1", 1, 0) == 0
  }()

  @Test func `a server whose socket fails ends with the error, without waiting for clients`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    let server = Server(listener: listener, identity: RunningServer.identity, interfaces: [])
    await #expect(throws: TransportError(.system, errno: .invalidArgument, context: "accept")) {
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await server.run() }
        let client = try await Client.connect(to: folder.socket, timeout: generousLimit)
        _ = try await client.call("org.varlink.service.GetInfo")
        // The descriptor gets a socket that does not listen, so accept(2) fails. The event loop still watches the
        // listening socket, which `watched` holds open.
        let watched = try listener.descriptor.duplicate()
        defer { try? watched.close() }
        let other = try UnixSocket.make()
        defer { try? other.close() }
        _ = try other.duplicate(as: listener.descriptor)
        let next = try RawPeer(path: folder.socket)
        try await tasks.waitForAll()
        extendLifetime((client, next))
      }
    }
  }

  @Test func `a server fails if the stream of connections ends without an error`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    defer { try? listener.descriptor.close() }
    let server = Server(listener: listener, identity: RunningServer.identity, interfaces: [])
    let arrivals = AsyncThrowingStream<Connection, any Error> { $0.finish() }
    await #expect(throws: TransportError(.system, context: "the listening socket was closed")) {
      let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
      let connections = OpenConnections(limits: ServerLimits(), eventLoop: eventLoop)
      try await server.serve(arrivals, among: connections, on: EventLoopExecutor(eventLoop))
    }
  }

  @Test func `the socket file of a killed process is replaced`() async throws {
    let folder = try TemporaryFolder()
    try folder.bind().close()
    try await serve(Listener.bind(path: folder.socket), at: folder.socket)
  }

  @Test func `a socket on which a process listens is not replaced`() throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    defer { try? listener.descriptor.close() }
    #expect { try Listener.bind(path: folder.socket) } throws: { ($0 as? TransportError)?.code == .addressInUse }
    #expect(folder.socketMode != nil)
  }

  @Test func `a file that is not a socket is not replaced`() throws {
    let folder = try TemporaryFolder()
    try Data("precious".utf8).write(to: URL(filePath: folder.socket))
    #expect { try Listener.bind(path: folder.socket) } throws: { ($0 as? TransportError)?.code == .unusablePath }
    #expect(try Data(contentsOf: URL(filePath: folder.socket)) == Data("precious".utf8))
  }

  @Test func `a file that has replaced the socket is not removed`() async throws {
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

  @Test func `a descriptor that is not a Unix socket is rejected`() {
    #expect(throws: TransportError(.system, errno: .badFileDescriptor, context: "getsockopt")) {
      try Listener.take(descriptor: -1)
    }
  }
}
