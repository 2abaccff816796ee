import JSON
import TestSupport
import TestTraits
import Testing
import VarlinkServer

@testable import Varlink

/// The end of a server while clients use it.
@Suite(.hangLimit) struct ServerEndTests {
  private let folder: TemporaryFolder
  private let interface = ExampleInterface()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Starts a server, which runs until the task is cancelled.
  private func startServer(shutdownLimit: Duration) throws -> Task<Void, any Error> {
    var limits = ServerLimits()
    limits.shutdown = shutdownLimit
    let server = Server(
      listener: try Listener.bind(path: folder.socket), identity: RunningServer.identity, interfaces: [interface],
      limits: limits)
    return Task { try await server.run() }
  }

  @Test func `calls that have been read are answered, and a call that has not been read has no effect`() async throws {
    let serving = try startServer(shutdownLimit: generousLimit)
    let (peer, idle) = (try RawPeer(path: folder.socket), try await Client.connect(to: folder.socket))
    _ = try await idle.call("org.example.test.Echo", ["text": "connected"])
    let calls = ["Note\",\"parameters\":{\"text\":\"read\"}", "Wait\"", "Echo\",\"parameters\":{\"text\":\"last\"}"]
    try await peer.send(calls.flatMap { Array(#"{"method":"org.example.test.\#($0)}"#.utf8) + [0] })
    #expect(await interface.records.first { _ in true } == "read")
    serving.cancel()
    await #expect {
      // The server closes the idle connection while the other client still waits.
      while true { _ = try await idle.call("org.example.test.Echo", ["text": "unread"]) }
    } throws: {
      ($0 as? TransportError)?.code == .callUnread
    }
    interface.openGate()
    #expect(try await peer.reply() == Reply())
    #expect(try await peer.reply() == Reply())
    #expect(try await peer.reply() == Reply(["text": "last"]))
    #expect(try await peer.reply() == nil)
    try await serving.value
    #expect(folder.socketMode == nil)
  }

  @Test func `each call of busy clients is answered, or has no effect`() async throws {
    for _ in 0..<20 {
      let serving = try startServer(shutdownLimit: generousLimit)
      let ends = try await withThrowingTaskGroup(of: TransportError.Code?.self) { group in
        var clients: [Client] = []
        for _ in 0..<8 { clients.append(try await Client.connect(to: folder.socket)) }
        for client in clients {
          _ = try await client.call("org.example.test.Echo", ["text": "connected"])
          group.addTask {
            do {
              while true { _ = try await client.call("org.example.test.Echo", ["text": "again"]) }
            } catch let error as TransportError {
              return error.code
            }
          }
        }
        serving.cancel()
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(ends == Array(repeating: .callUnread, count: 8))
      try await serving.value
    }
  }

  @Test func `a server ends at its limit although a service never answers`() async throws {
    let serving = try startServer(shutdownLimit: .milliseconds(50))
    let peer = try RawPeer(path: folder.socket)
    try await peer.send(message: #"{"method":"org.example.test.Note","parameters":{"text":"read"}}"#)
    try await peer.send(message: #"{"method":"org.example.test.Wait"}"#)
    #expect(await interface.records.first { _ in true } == "read")
    serving.cancel()
    try await serving.value
    try await peer.waitForEnd()
    interface.openGate()
  }

  @Test func `a stream ends with the server, after the replies that wait for the client`() async throws {
    let serving = try startServer(shutdownLimit: generousLimit)
    let peer = try RawPeer(path: folder.socket)
    try await peer.send(message: #"{"method":"org.example.test.Latest","more":true}"#)
    #expect(await interface.records.first { _ in true } == "watching")
    interface.sendNumbers(1...4)
    serving.cancel()
    var numbers: [JSONValue?] = []
    while let reply = try await peer.reply() { numbers.append(reply.parameters["n"]) }
    #expect(numbers == [1, 2, 3, 4])
    try await serving.value
  }
}
