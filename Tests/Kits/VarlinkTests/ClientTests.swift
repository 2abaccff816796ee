import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import Varlink

@Suite(.hangLimit) struct ClientTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "socket")
  }

  /// Creates a socket that listens at the path of the test.
  private func listen() throws -> FileDescriptor {
    let socket = try UnixSocket.make()
    try UnixSocket.bind(socket, to: path)
    try UnixSocket.listen(socket, backlog: 1)
    return socket
  }

  /// Calls a server that sends `reply`, and returns the code of the error; nil if the call succeeds.
  private func errorCode(ofReply reply: String, stream: Bool = false) async throws -> TransportError.Code? {
    let listening = try listen()
    defer { try? listening.close() }
    let client = try await Client.connect(to: path, timeout: generousLimit)
    async let accepted: Void = ScriptedServer().answer(on: listening, with: Array(reply.utf8))
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

  @Test func `a missing socket and a socket without a listener are different errors`() async throws {
    await #expect { try await Client.connect(to: path) } throws: { ($0 as? TransportError)?.code == .noSocket }
    let socket = try UnixSocket.make()
    try UnixSocket.bind(socket, to: path)
    try socket.close()
    await #expect { try await Client.connect(to: path) } throws: { ($0 as? TransportError)?.code == .connectionRefused }
  }

  @Test(
    arguments: [
      ("", .disconnected), ("{\"parameters\":", .disconnected), ("{}\0", nil), ("nonsense\0", .malformedMessage),
      ("[]\0", .malformedMessage), ("{\"unknown\":1}\0", .malformedMessage),
      ("{\"continues\":true}\0", .malformedMessage),
    ] as [(String, TransportError.Code?)])
  func `each kind of invalid reply has an error code`(reply: String, code: TransportError.Code?) async throws {
    #expect(try await errorCode(ofReply: reply) == code)
  }

  @Test(
    arguments: [("{\"continues\":true}\0", .disconnected), ("{\"continues\":true}\0{}\0", nil)]
      as [(String, TransportError.Code?)])
  func `a stream is complete only with its last reply`(replies: String, code: TransportError.Code?) async throws {
    #expect(try await errorCode(ofReply: replies, stream: true) == code)
  }

  @Test func `a call fails at the time limit, and closes the connection`() async throws {
    let listening = try listen()
    defer { try? listening.close() }
    let client = try await Client.connect(to: path, timeout: .milliseconds(50))
    await #expect { try await client.call("a.b.C") } throws: { ($0 as? TransportError)?.code == .timedOut }
    await #expect { try await client.call("a.b.C") } throws: { ($0 as? TransportError)?.code == .callUnread }
  }
}
