import Glibc
import JSON
import TestTraits
import Testing
import Varlink
import VarlinkServer

/// Tests of faulty clients, which lose their own connections but do not affect other clients.
@Suite(.hangLimit) struct ServerAbuseTests {
  @Test(arguments: [
    "", "hello", "[]", "{\"method\":", #"{"method":"org.varlink.service.GetInfo","unknown":1}"#,
    #"{"method":"org.varlink.service.GetInfo","more":true,"oneway":true}"#, "\u{1F600}",
    String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
    #"{"method":"org.varlink.service.GetInfo","parameters":{"a":"# + String(repeating: "[", count: 100_000) + "}}",
    String(repeating: " ", count: MessageFramer.maximumLength + 1),
  ])
  func `an invalid message closes its own connection and no other`(text: String) async throws {
    try await withServer { server in
      let bystander = try await server.connect()
      _ = try await bystander.call("org.varlink.service.GetInfo")
      let peer = try RawPeer(path: server.path)
      // The server may close the connection before it has read the whole message.
      try? await peer.send(message: text)
      #expect(await server.droppedClient() == .malformedMessage)
      try await peer.waitForEnd()
      _ = try await bystander.call("org.varlink.service.GetInfo")
    }
  }

  @Test func `a message over the limit is rejected before its end`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try? await peer.send([UInt8](repeating: 0x20, count: 2 * MessageFramer.maximumLength))
      #expect(await server.droppedClient() == .malformedMessage)
      try await peer.waitForEnd()
    }
  }

  @Test func `an incomplete message closes its connection at the time limit, even during a stream`() async throws {
    var limits = ServerLimits()
    limits.incompleteMessage = .milliseconds(100)
    try await withServer(limits: limits) { server in
      let bystander = try await server.connect()
      let silent = try RawPeer(path: server.path)
      try await silent.send(Array("{\"method\":".utf8))
      #expect(await server.droppedClient() == .timedOut)
      try await silent.waitForEnd()
      let watcher = try RawPeer(path: server.path)
      try await watcher.send(Array("{\"method\":\"org.example.test.Watch\",\"more\":true}\0{".utf8))
      #expect(await server.droppedClient() == .timedOut)
      try await watcher.waitForEnd()
      _ = try await bystander.call("org.varlink.service.GetInfo")
    }
  }

  @Test func `the time limit of a message excludes the time in which the server does not read`() async throws {
    var limits = ServerLimits()
    limits.incompleteMessage = .milliseconds(100)
    try await withServer(limits: limits) { server in
      let busy = try RawPeer(path: server.path)
      let echo = Call("org.example.test.Echo", ["text": "é"]).message + [0]
      let calls = Call("org.example.test.Wait").message + [0] + echo + echo
      try await busy.send(calls + echo.prefix(20))
      let silent = try RawPeer(path: server.path)
      try await silent.send(Array(echo.prefix(20)))
      #expect(await server.droppedClient() == .timedOut)
      try await silent.waitForEnd()
      try await busy.send(Array(echo.dropFirst(20)))
      server.interface.openGate()
      #expect(try await busy.reply() == Reply())
      for _ in 1...3 { #expect(try await busy.reply() == Reply(["text": "é"])) }
    }
  }

  @Test func `a message that arrives byte by byte is answered`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      for byte in Call("org.example.test.Echo", ["text": "é"]).message + [0] { try await peer.send([byte]) }
      #expect(try await peer.reply() == Reply(["text": "é"]))
    }
  }

  @Test func `a connection over the limit is closed at once, and the others stay open`() async throws {
    var limits = ServerLimits()
    limits.connections = 16
    try await withServer(limits: limits) { server in
      var clients: [Client] = []
      for _ in 0..<16 {
        let client = try await server.connect()
        _ = try await client.call("org.varlink.service.GetInfo")
        clients.append(client)
      }
      let extra = try RawPeer(path: server.path)
      try await extra.waitForEnd()
      #expect(await server.event { if case .refusedConnection = $0 { true } else { nil } } == true)
      for client in clients { _ = try await client.call("org.varlink.service.GetInfo") }
    }
  }

  @Test func `a closed connection does not count towards the limit`() async throws {
    var limits = ServerLimits()
    limits.connections = 1
    try await withServer(limits: limits) { server in
      for _ in 0..<10 {
        // The client may detect the end before the server stops counting the connection.
        while try await !isAnswered(at: server.path) {}
      }
    }
  }

  private func isAnswered(at path: String) async throws -> Bool {
    let peer = try RawPeer(path: path)
    try? await peer.send(message: #"{"method":"org.varlink.service.GetInfo"}"#)
    await peer.endSending()
    return try await peer.reply() != nil
  }

  @Test func `the connection of a process that is not admitted is closed`() async throws {
    try await withServer(admits: { _ in false }) { server in
      let peer = try RawPeer(path: server.path)
      try? await peer.send(message: #"{"method":"org.example.test.Note","parameters":{"text":"heard"}}"#)
      try await peer.waitForEnd()
      let refused = await server.event { if case .refusedPeer(let peer?) = $0 { peer } else { nil } }
      #expect(refused?.isOwnUserOrRoot == true)
      #expect(refused?.processID == getpid())
    }
  }

  @Test(arguments: [(0, true), (geteuid(), true), (geteuid() + 1, false)])
  func `only processes of the same user and of root are admitted`(userID: UInt32, isAdmitted: Bool) {
    #expect(PeerCredentials(processID: 1, userID: userID, groupID: 0).isOwnUserOrRoot == isAdmitted)
  }
}
