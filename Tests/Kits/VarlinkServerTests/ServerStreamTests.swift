import JSON
import TestSupport
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

  @Test func `a stream waits for a client that does not read, until the client is dropped at the time limit`()
    async throws
  {
    var limits = ServerLimits()
    limits.write = .milliseconds(200)
    try await withServer(limits: limits) { server in
      let slow = try RawPeer(path: server.path)
      try await slow.send(message: #"{"method":"org.example.test.Flood","more":true}"#)
      let other = try await server.connect()
      for number in 0..<100 {
        let parameters: JSONValue.Object = ["text": .string("\(number)")]
        #expect(try await other.call("org.example.test.Echo", parameters) == parameters)
      }
      #expect(await server.droppedClient() == .timedOut)
      try await slow.waitForEnd()
    }
  }

  @Test func `a client that reads slowly misses the replies that the stream leaves out, and stays connected`()
    async throws
  {
    var limits = ServerLimits()
    limits.write = generousLimit
    try await withServer(limits: limits) { server in
      let slow = try RawPeer(path: server.path)
      try await slow.send(message: #"{"method":"org.example.test.Latest","more":true}"#)
      _ = await server.interface.records.first { _ in true }
      // More replies than the buffers of the socket can hold.
      server.interface.sendNumbers(1...10_000)
      var (count, last) = (0, JSONValue.null)
      while last != 10_000, let reply = try await slow.reply() {
        (count, last) = (count + 1, reply.parameters["n"] ?? 0)
      }
      #expect(last == 10_000)
      #expect(count < 10_000)
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
