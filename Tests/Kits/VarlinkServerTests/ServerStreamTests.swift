import JSON
import TestTraits
import Testing
import Varlink
import VarlinkServer

@Suite(.hangLimit) struct ServerStreamTests {
  @Test func `a stream ends with its last reply, and the connection stays open`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      for _ in 0..<2 {
        try await peer.send(message: #"{"method":"org.example.test.Count","parameters":{"to":3},"more":true}"#)
        #expect(try await peer.reply() == Reply(["n": 1], continues: true))
        #expect(try await peer.reply() == Reply(["n": 2], continues: true))
        #expect(try await peer.reply() == Reply(["n": 3]))
      }
    }
  }

  @Test func `an error that a stream throws is sent as its last reply`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Stumble","more":true}"#)
      try await peer.send(message: #"{"method":"org.example.test.Echo","parameters":{"text":"next"}}"#)
      #expect(try await peer.reply() == Reply(continues: true))
      #expect(try await peer.reply() == Reply(VarlinkError("org.example.test.Failed", ["why": "late"])))
      #expect(try await peer.reply() == Reply(["text": "next"]))
    }
  }

  @Test func `a stream that ends without a last reply closes the connection`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Stop","more":true}"#)
      try await peer.waitForEnd()
    }
  }

  @Test(arguments: [true, false])
  func `a server detects the end of a client that watches an idle stream`(endsSendingOnly: Bool) async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Watch","more":true}"#)
      var records = server.interface.records.makeAsyncIterator()
      #expect(await records.next() == "watching")
      if endsSendingOnly { await peer.endSending() } else { peer.disconnect() }
      #expect(await records.next() == "unwatched")
    }
  }

  @Test func `a client that reads its stream too slowly is dropped, and others still get replies`() async throws {
    try await withServer { server in
      let slow = try RawPeer(path: server.path)
      try await slow.send(message: #"{"method":"org.example.test.Flood","more":true}"#)
      let other = try await server.connect()
      for number in 0..<100 {
        let parameters: JSONValue.Object = ["text": .string("\(number)")]
        #expect(try await other.call("org.example.test.Echo", parameters) == parameters)
      }
      #expect(await server.droppedClient() == .slowReader)
      try await slow.waitForEnd()
    }
  }

  @Test func `an endless stream does not block other connections`() async throws {
    try await withServer { server in
      let fast = try RawPeer(path: server.path)
      try await fast.send(message: #"{"method":"org.example.test.Flood","more":true}"#)
      async let reading: Void = fast.waitForEnd()
      let other = try await server.connect()
      for number in 0..<10 {
        let parameters: JSONValue.Object = ["text": .string("\(number)")]
        #expect(try await other.call("org.example.test.Echo", parameters) == parameters)
      }
      fast.disconnect()
      try await reading
    }
  }

  @Test(arguments: [(3, Int.max), (Int.max, 50_000)])
  func `a client with more queued replies or bytes than the limits is dropped`(replies: Int, bytes: Int) async throws {
    var limits = ServerLimits()
    (limits.queuedReplies, limits.queuedBytes) = (replies, bytes)
    try await withServer(limits: limits) { server in
      let slow = try RawPeer(path: server.path)
      try await slow.send(message: #"{"method":"org.example.test.Flood","more":true}"#)
      #expect(await server.droppedClient() == .slowReader)
    }
  }

  @Test func `a single reply may exceed the limit of queued bytes`() async throws {
    var limits = ServerLimits()
    limits.queuedBytes = 1
    try await withServer(limits: limits) { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Count","parameters":{"to":1},"more":true}"#)
      #expect(try await peer.reply() == Reply(["n": 1]))
    }
  }

  @Test func `a client that does not read a reply is dropped at the time limit`() async throws {
    var limits = ServerLimits()
    limits.write = .milliseconds(100)
    try await withServer(limits: limits) { server in
      let slow = try RawPeer(path: server.path)
      try await slow.send(message: #"{"method":"org.example.test.Big","parameters":{"size":5000000}}"#)
      #expect(await server.droppedClient() == .timedOut)
      try await slow.waitForEnd()
    }
  }
}
