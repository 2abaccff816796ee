import JSON
import TestTraits
import Testing
import Varlink

/// Tests of our client and our server together.
@Suite(.hangLimit) struct ConversationTests {
  @Test func `calls of many tasks get their own answers`() async throws {
    try await withServer { server in
      let client = try await server.connect()
      try await withThrowingTaskGroup(of: Bool.self) { tasks in
        for number in 0..<50 {
          let parameters: JSONValue.Object = ["text": .string("\(number)")]
          tasks.addTask { try await client.call("org.example.test.Echo", parameters) == parameters }
        }
        for try await isOwn in tasks { #expect(isOwn) }
      }
    }
  }

  @Test func `a client reads a stream to its end, and makes calls after it`() async throws {
    try await withServer { server in
      let client = try await server.connect()
      var numbers: [JSONValue?] = []
      for try await reply in client.stream("org.example.test.Count", ["to": 3]) { numbers.append(reply["n"]) }
      #expect(numbers == [1, 2, 3])
      #expect(try await client.call("org.example.test.Echo", ["text": "next"]) == ["text": "next"])
    }
  }

  @Test func `an error ends a stream but not the connection`() async throws {
    try await withServer { server in
      let client = try await server.connect()
      var replies = client.stream("org.example.test.Stumble").makeAsyncIterator()
      #expect(try await replies.next() == [:])
      await #expect(throws: VarlinkError("org.example.test.Failed", ["why": "late"])) { try await replies.next() }
      #expect(try await replies.next() == nil)
      #expect(try await client.call("org.example.test.Echo", ["text": "next"]) == ["text": "next"])
    }
  }

  @Test func `a call during a stream fails, and the stream continues`() async throws {
    try await withServer { server in
      let client = try await server.connect()
      var replies = client.stream("org.example.test.Count", ["to": 2]).makeAsyncIterator()
      #expect(try await replies.next() == ["n": 1])
      await #expect { try await client.call("org.varlink.service.GetInfo") } throws: {
        ($0 as? TransportError)?.code == .busy
      }
      #expect(try await replies.next() == ["n": 2])
      _ = try await client.call("org.varlink.service.GetInfo")
    }
  }

  @Test func `a cancellation ends an idle stream, and the server detects it`() async throws {
    try await withServer { server in
      let client = try await server.connect()
      var records = server.interface.records.makeAsyncIterator()
      let watching = Task {
        for try await _ in client.stream("org.example.test.Watch") {}
      }
      #expect(await records.next() == "watching")
      watching.cancel()
      await #expect(throws: CancellationError.self) { try await watching.value }
      #expect(await records.next() == "unwatched")
    }
  }
}
