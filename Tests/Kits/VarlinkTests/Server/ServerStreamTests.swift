import Testing
import Varlink
import VarlinkServer

@Suite(.timeLimit(.minutes(1))) struct ServerStreamTests {
  @Test func `a stream ends with a reply that does not continue, and the connection lives`() async throws {
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

  @Test func `an error that a stream throws is its last reply`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Stumble","more":true}"#)
      try await peer.send(message: #"{"method":"org.example.test.Echo","parameters":{"text":"on"}}"#)
      #expect(try await peer.reply() == Reply(continues: true))
      #expect(try await peer.reply() == Reply(VarlinkError("org.example.test.Failed", ["why": "late"])))
      #expect(try await peer.reply() == Reply(["text": "on"]))
    }
  }

  @Test func `a stream that ends without a last reply ends the connection`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Stop","more":true}"#)
      try await peer.waitForEnd()
    }
  }

  @Test(arguments: [true, false])
  func `a watcher that leaves is noticed though nothing happens`(endsSendingOnly: Bool) async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Watch","more":true}"#)
      var happenings = server.interface.happenings.makeAsyncIterator()
      #expect(await happenings.next() == "watching")
      if endsSendingOnly { await peer.endSending() } else { await peer.leave() }
      #expect(await happenings.next() == "unwatched")
    }
  }

  @Test func `a reader too slow for its stream is dropped while others go on`() async throws {
    try await withServer { server in
      let slow = try RawPeer(path: server.path)
      try await slow.send(message: #"{"method":"org.example.test.Flood","more":true}"#)
      let other = try await Client.connect(to: server.path)
      for number in 0..<100 {
        let parameters: JSONValue.Object = ["text": .string("\(number)")]
        #expect(try await other.call("org.example.test.Echo", parameters) == parameters)
      }
      #expect(await server.droppedClient() == .slowReader)
      try await slow.waitForEnd()
    }
  }

  @Test(arguments: [(3, Int.max), (Int.max, 50_000)])
  func `so many replies may wait, or so many bytes of them`(replies: Int, bytes: Int) async throws {
    var limits = ServerLimits()
    (limits.queuedReplies, limits.queuedBytes) = (replies, bytes)
    try await withServer(limits: limits) { server in
      let slow = try RawPeer(path: server.path)
      try await slow.send(message: #"{"method":"org.example.test.Flood","more":true}"#)
      #expect(await server.droppedClient() == .slowReader)
    }
  }

  @Test func `a reply of more bytes than may wait is sent all the same`() async throws {
    var limits = ServerLimits()
    limits.queuedBytes = 1
    try await withServer(limits: limits) { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Count","parameters":{"to":1},"more":true}"#)
      #expect(try await peer.reply() == Reply(["n": 1]))
    }
  }

  @Test func `a client that does not take a reply is dropped in time`() async throws {
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
