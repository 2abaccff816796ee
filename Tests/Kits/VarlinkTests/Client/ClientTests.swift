import TestSupport
import Testing

@testable import Varlink
@testable import VarlinkServer

@Suite(.timeLimit(.minutes(1))) struct ClientTests {
  /// The code of the error that a call against a server of the test's own making gets.
  private func outcome(of reply: String, stream: Bool = false) async throws -> TransportError.Code? {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    defer { UnixSocket.close(listener.descriptor) }
    let client = try await Client.connect(to: folder.socket)
    async let accepted: Void = ScriptedServer().answer(on: listener.descriptor, with: Array(reply.utf8))
    do {
      if stream {
        for try await _ in client.stream("a.b.C") {}
      } else {
        _ = try await client.call("a.b.C")
      }
    } catch let error as TransportError {
      try await accepted
      return error.code
    }
    try await accepted
    return nil
  }

  @Test func `no socket and nobody listening are told apart`() async throws {
    let folder = try TemporaryFolder()
    await #expect { try await Client.connect(to: folder.socket) } throws: {
      ($0 as? TransportError)?.code == .noSocket
    }
    UnixSocket.close(try folder.bind())
    await #expect { try await Client.connect(to: folder.socket) } throws: {
      ($0 as? TransportError)?.code == .connectionRefused
    }
  }

  @Test(
    arguments: [
      ("", .disconnected), ("{\"parameters\":", .disconnected), ("{}\0", nil), ("nonsense\0", .malformedMessage),
      ("[]\0", .malformedMessage), ("{\"unknown\":1}\0", .malformedMessage),
      ("{\"continues\":true}\0", .malformedMessage),
    ] as [(String, TransportError.Code?)])
  func `what a server does wrong is told apart`(reply: String, code: TransportError.Code?) async throws {
    #expect(try await outcome(of: reply) == code)
  }

  @Test func `a stream that is cut off is an error`() async throws {
    #expect(try await outcome(of: "{\"continues\":true}\0", stream: true) == .disconnected)
    #expect(try await outcome(of: "{\"continues\":true}\0{}\0", stream: true) == nil)
  }

  @Test func `a server that does not answer is given up on`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener.bind(path: folder.socket)
    defer { UnixSocket.close(listener.descriptor) }
    let client = try await Client.connect(to: folder.socket, timeout: .milliseconds(50))
    await #expect { try await client.call("a.b.C") } throws: { ($0 as? TransportError)?.code == .timedOut }
    await #expect { try await client.call("a.b.C") } throws: { ($0 as? TransportError)?.code == .disconnected }
  }

  @Test func `calls from many tasks get their own answers`() async throws {
    try await withServer { server in
      let client = try await Client.connect(to: server.path)
      try await withThrowingTaskGroup(of: Bool.self) { tasks in
        for number in 0..<50 {
          let parameters: JSONValue.Object = ["text": .string("\(number)")]
          tasks.addTask { try await client.call("org.example.test.Echo", parameters) == parameters }
        }
        for try await isOwn in tasks { #expect(isOwn) }
      }
    }
  }

  @Test func `a stream is read to its end, and calls go on after it`() async throws {
    try await withServer { server in
      let client = try await Client.connect(to: server.path)
      var numbers: [JSONValue?] = []
      for try await reply in client.stream("org.example.test.Count", ["to": 3]) { numbers.append(reply["n"]) }
      #expect(numbers == [1, 2, 3])
      #expect(try await client.call("org.example.test.Echo", ["text": "on"]) == ["text": "on"])
    }
  }

  @Test func `an error ends a stream and not the connection`() async throws {
    try await withServer { server in
      let client = try await Client.connect(to: server.path)
      var replies = client.stream("org.example.test.Stumble").makeAsyncIterator()
      #expect(try await replies.next() == [:])
      await #expect(throws: VarlinkError("org.example.test.Failed", ["why": "late"])) { try await replies.next() }
      #expect(try await replies.next() == nil)
      #expect(try await client.call("org.example.test.Echo", ["text": "on"]) == ["text": "on"])
    }
  }

  @Test func `a call during a stream is refused`() async throws {
    try await withServer { server in
      let client = try await Client.connect(to: server.path)
      var replies = client.stream("org.example.test.Count", ["to": 2]).makeAsyncIterator()
      #expect(try await replies.next() == ["n": 1])
      await #expect { try await client.call("org.varlink.service.GetInfo") } throws: {
        ($0 as? TransportError)?.code == .busy
      }
      #expect(try await replies.next() == ["n": 2])
      _ = try await client.call("org.varlink.service.GetInfo")
    }
  }

  @Test func `a stream that waits is cancelled at once, and the server notices`() async throws {
    try await withServer { server in
      let client = try await Client.connect(to: server.path)
      var happenings = server.interface.happenings.makeAsyncIterator()
      let watching = Task {
        for try await _ in client.stream("org.example.test.Watch") {}
      }
      #expect(await happenings.next() == "watching")
      watching.cancel()
      await #expect(throws: CancellationError.self) { try await watching.value }
      #expect(await happenings.next() == "unwatched")
    }
  }
}
