import ControlInterface
import Dispatch
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import TestTraits
import Testing
import Varlink
import VarlinkServer
import WorkoutReports

/// The client and a process of the daemon that ends without answering, and the next process.
@Suite(.hangLimit) struct RestartedDaemonTests {
  private let folder: TemporaryFolder
  private let socket: ControlSocket

  init() throws {
    folder = try TemporaryFolder()
    socket = try ControlSocket(environment: ["XDG_RUNTIME_DIR": folder.path])
    // The lock file shows that a daemon has run.
    try folder.write("", to: "intervald/lock")
  }

  /// Connects a client to a process, makes the process end during a call, and answers further calls in the next process.
  ///
  /// - Parameters:
  ///   - isRead: Whether the first process reads the call before it ends.
  ///   - call: Makes the call.
  /// - Returns: The result of the call.
  /// - Throws: The error of the call.
  private func restart<Value: Sendable>(
    afterRead isRead: Bool, _ call: @escaping @Sendable (WorkoutClient) async throws -> Value
  ) async throws -> Value {
    let old = try UnixSocket.make()
    try UnixSocket.bind(old, to: socket.path)
    try UnixSocket.listen(old, backlog: 1)
    let client = try await WorkoutClient.connect(to: socket)
    async let result = call(client)
    if isRead {
      // The calls wait, so they must not run on the threads that the client needs.
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "old process").async {
          Self.readCall(from: old)
          continuation.resume()
        }
      }
    }
    // The old process removes its socket. A child process that another test has just forked may still hold a copy of it.
    #expect(unsafe unlink(socket.path) == 0)
    try old.close()
    let server = Server(
      listener: try Listener.bind(path: socket.path),
      identity: ServiceIdentity(vendor: "intervald", product: "test", version: "0", url: "https://example.org"),
      interfaces: [WorkoutService(controller: ScriptedController())])
    let serving = Task { try await server.run() }
    defer { serving.cancel() }
    return try await result
  }

  /// Accepts a connection, reads a call, and closes the connection.
  private static func readCall(from listener: FileDescriptor) {
    let connection = accept(listener.rawValue, nil, nil)
    var byte: UInt8 = 1
    // `read` does not keep the pointer to `byte`. A message ends with a zero byte.
    while byte != 0, unsafe read(connection, &byte, 1) == 1 {}
    close(connection)
  }

  @Test(arguments: [(false, false), (nil, true)] as [(Bool?, Bool)])
  func `a client does not wait for a daemon that is not restarted, or that ended long ago`(
    isRestarting: Bool?, isOld: Bool
  ) async throws {
    if isOld {
      var times = utimbuf(actime: 0, modtime: 0)
      // `utime` only reads the times.
      #expect(unsafe utime(socket.folder, &times) == 0)
    }
    let questions = Mutex(0)
    await #expect {
      try await WorkoutClient.connect(to: socket, restartingWithin: generousLimit) {
        questions.withLock { $0 += 1 }
        return isRestarting
      }
    } throws: {
      ($0 as? TransportError)?.code == .noSocket
    }
    #expect(questions.withLock { $0 } == 1)
  }

  @Test func `a command that the old process has not read takes effect in the next process`() async throws {
    let phase = try await restart(afterRead: false) { try await $0.start(plan: "forever 30s").status.phase }
    #expect(phase == .running)
  }

  @Test func `a question that the old process has read is answered by the next process`() async throws {
    #expect(try await restart(afterRead: true) { try await $0.status() } == Samples.idleStatus)
  }

  @Test func `a command that the old process has read is not repeated`() async throws {
    await #expect {
      try await restart(afterRead: true) { try await $0.start(plan: "forever 30s") }
    } throws: {
      ($0 as? TransportError)?.code == .disconnected
    }
  }
}
