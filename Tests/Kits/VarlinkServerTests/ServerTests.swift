import JSON
import TestTraits
import Testing
import Varlink
import VarlinkServer

@Suite(.hangLimit) struct ServerTests {
  @Test func `a server describes itself and its interfaces`() async throws {
    try await withServer { server in
      let client = try await server.connect()
      #expect(
        try await client.call("org.varlink.service.GetInfo") == [
          "vendor": "Example", "product": "Test", "version": "1.0", "url": "https://example.org/test",
          "interfaces": ["org.varlink.service", "org.example.test"],
        ])
      for interface in ["org.varlink.service", "org.example.test"] {
        let result = try await client.call(
          "org.varlink.service.GetInterfaceDescription", ["interface": .string(interface)])
        let text = try #require(result["description"]?.string)
        #expect(try InterfaceDescription(parsing: text).name == interface)
      }
    }
  }

  @Test(
    arguments: [
      ("org.example.test.Undo", [:], .methodNotFound("org.example.test.Undo")),
      ("org.example.none.Do", [:], .interfaceNotFound("org.example.none")), ("Do", [:], .interfaceNotFound("")),
      ("org.example.test.Echo", [:], .invalidParameter("text")),
      ("org.example.test.Echo", ["text": 1], .invalidParameter("text")),
      ("org.example.test.Echo", ["text": "", "more": true], .invalidParameter("more")),
      ("org.example.test.Move", ["from": ["x": 1]], .invalidParameter("from.y")),
      ("org.example.test.Count", ["to": 1], .expectedMore),
      ("org.example.test.Fail", [:], VarlinkError("org.example.test.Failed", ["why": "asked to"])),
      (
        "org.varlink.service.GetInterfaceDescription", ["interface": "org.example.none"],
        .interfaceNotFound("org.example.none")
      ),
    ] as [(String, JSONValue.Object, VarlinkError)])
  func `an invalid call gets an error with the reason, and the connection stays open`(
    method: String, parameters: JSONValue.Object, error: VarlinkError
  ) async throws {
    try await withServer { server in
      let client = try await server.connect()
      await #expect(throws: error) { try await client.call(method, parameters) }
      #expect(try await client.call("org.example.test.Echo", ["text": "next"]) == ["text": "next"])
    }
  }

  @Test func `a call of an upgrade gets an error, and a call of no upgrade gets its answer`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      let head = #"{"method":"org.example.test.Echo","parameters":{"text":"x"},"upgrade":"#
      for value in ["false", "null", "true", "false"] {
        try await peer.send(Array("\(head)\(value)}\0".utf8))
        #expect(
          try await peer.reply()
            == (value == "true" ? Reply(.methodNotImplemented("org.example.test.Echo")) : Reply(["text": "x"])))
      }
    }
  }

  @Test(arguments: ["%", "%.Echo", "org.example.test.%", "org.example.test.Echo"])
  func `a call with names of combining marks is answered in time`(pattern: String) async throws {
    let marks = String(repeating: "\u{301}\u{323}\u{345}\u{334}", count: 40_000)
    try await withServer { server in
      let client = try await server.connect()
      let method = pattern.split(separator: "%", omittingEmptySubsequences: false).joined(separator: marks)
      let parameters = JSONValue.Object(uniqueKeysWithValues: [("text", JSONValue.string("")), (marks, .null)])
      await #expect(throws: VarlinkError.self) {
        try await client.call(method, parameters)
      }
      #expect(try await client.call("org.example.test.Echo", ["text": "next"]) == ["text": "next"])
    }
  }

  @Test func `pipelined calls are answered in order`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      let calls = (0..<500).map { Call("org.example.test.Echo", ["text": .string("\($0)")]).message + [0] }
      try await peer.send(Array(calls.joined()))
      for number in 0..<500 {
        #expect(try await peer.reply() == Reply(["text": .string("\(number)")]))
      }
    }
  }

  @Test func `a reply does not wait for the reply to the next call`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      let calls = [Call("org.example.test.Echo", ["text": "first"]), Call("org.example.test.Wait")]
      try await peer.send(Array(calls.map { $0.message + [0] }.joined()))
      #expect(try await peer.reply() == Reply(["text": "first"]))
      server.interface.openGate()
      #expect(try await peer.reply() == Reply())
    }
  }

  @Test func `a method that does not stream sends a single reply to a call with more`() async throws {
    try await withServer { server in
      let client = try await server.connect()
      var replies: [JSONValue.Object] = []
      for try await reply in client.stream("org.example.test.Echo", ["text": "once"]) { replies.append(reply) }
      #expect(replies == [["text": "once"]])
    }
  }

  @Test func `a oneway call gets neither a reply nor an error`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Note","parameters":{"text":"a"},"oneway":true}"#)
      try await peer.send(message: #"{"method":"org.example.test.Fail","oneway":true}"#)
      try await peer.send(message: #"{"method":"org.example.test.Count","parameters":{"to":2},"oneway":true}"#)
      try await peer.send(message: #"{"method":"org.example.test.Echo","parameters":{"text":"b"}}"#)
      #expect(try await peer.reply() == Reply(["text": "b"]))
    }
  }

  @Test func `a oneway call is executed even if its client disconnects at once`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Note","parameters":{"text":"gone"},"oneway":true}"#)
      peer.disconnect()
      #expect(await server.interface.records.first { _ in true } == "gone")
    }
  }

  @Test func `a client that has stopped sending gets its replies`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Big","parameters":{"size":1000000}}"#)
      try await peer.send(message: #"{"method":"org.example.test.Echo","parameters":{"text":"b"}}"#)
      await peer.endSending()
      #expect(try await peer.reply()?.parameters["text"]?.string?.utf8.count == 1_000_000)
      #expect(try await peer.reply() == Reply(["text": "b"]))
      #expect(try await peer.reply() == nil)
    }
  }

  @Test(arguments: [
    #"{"method":"org.example.test.Note","parameters":{"text":"a"},"oneway":true}"#,
    #"{"method":"org.example.test.Break"}"#,
  ])
  func `a long reply is complete even if no other reply follows`(last: String) async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      let long = #"{"method":"org.example.test.Big","parameters":{"size":1000000}}"#
      try await peer.send([long, last].flatMap { Array($0.utf8) + [0] })
      await peer.endSending()
      #expect(try await peer.reply()?.parameters["text"]?.string?.utf8.count == 1_000_000)
      #expect(try await peer.reply() == nil)
    }
  }

  @Test func `an unexpected error of a service is not sent to the client`() async throws {
    try await withServer { server in
      let peer = try RawPeer(path: server.path)
      try await peer.send(message: #"{"method":"org.example.test.Break"}"#)
      #expect(try await peer.reply() == nil)
      let method = await server.event { event -> String? in
        guard case .serviceFailed(let method, let error) = event, error is ExampleInterface.Fault else { return nil }
        return method
      }
      #expect(method == "org.example.test.Break")
    }
  }

  @Test func `the server stops without waiting for idle, watching or stalled clients`() async throws {
    var limits = ServerLimits()
    limits.write = .seconds(3600)
    try await withServer(limits: limits) { server in
      let idle = try await server.connect()
      _ = try await idle.call("org.varlink.service.GetInfo")
      let watcher = try RawPeer(path: server.path)
      try await watcher.send(message: #"{"method":"org.example.test.Watch","more":true}"#)
      #expect(await server.interface.records.first { _ in true } == "watching")
      let stalled = try RawPeer(path: server.path)
      try await stalled.send(message: #"{"method":"org.example.test.Big","parameters":{"size":5000000}}"#)
      // When this closure returns, the server stops. If the server waited for these clients, the test would reach its
      // time limit.
    }
  }

  @Test func `a server can stop while connections arrive`() async throws {
    for _ in 0..<50 {
      try await withServer { server in
        let first = try await server.connect()
        _ = try await first.call("org.varlink.service.GetInfo")
        for _ in 0..<20 { _ = try RawPeer(path: server.path) }
      }
    }
  }

  @Test func `a string of any characters is echoed unchanged`() async throws {
    try await withServer { server in
      let client = try await server.connect()
      for text in [String(repeating: "long é", count: 100_000), "\u{0}\u{1}\n\"\\\u{7f}", "🏃‍♀️ 𝄞 \u{10FFFF}", ""] {
        #expect(try await client.call("org.example.test.Echo", ["text": .string(text)]) == ["text": .string(text)])
      }
    }
  }
}
