import TestSupport
import Varlink
import VarlinkServer

/// A running server of the example interface.
struct RunningServer: Sendable {
  static let identity = ServiceIdentity(
    vendor: "Example", product: "Test", version: "1.0", url: "https://example.org/test")

  let path: String
  let interface: ExampleInterface
  let events: AsyncStream<ServerEvent>

  /// Connects a client, whose calls may take long on a busy machine.
  func connect() async throws -> Client { try await Client.connect(to: path, timeout: generousLimit) }

  /// Waits for the next event for which `pick` returns a value, and returns that value.
  func event<Value>(_ pick: (ServerEvent) -> Value?) async -> Value? {
    for await event in events {
      if let value = pick(event) { return value }
    }
    return nil
  }

  /// Waits until the server drops a client, and returns the code of the error.
  func droppedClient() async -> TransportError.Code? {
    await event { if case .droppedClient(let error) = $0 { error.code } else { nil } }
  }
}

/// Runs a server of the example interface until the body returns.
func withServer(
  limits: ServerLimits = ServerLimits(),
  admits: @escaping @Sendable (PeerCredentials) -> Bool = { $0.isOwnUserOrRoot },
  _ body: (RunningServer) async throws -> Void
) async throws {
  let interface = ExampleInterface()
  let (events, report) = AsyncStream.makeStream(of: ServerEvent.self)
  try await withServer(of: interface, limits: limits, admits: admits, report: { report.yield($0) }) { path in
    try await body(RunningServer(path: path, interface: interface, events: events))
  }
}

/// Runs a server of one interface until the body returns.
///
/// The body gets the path of the socket.
func withServer(
  of interface: any VarlinkInterface,
  limits: ServerLimits = ServerLimits(),
  admits: @escaping @Sendable (PeerCredentials) -> Bool = { $0.isOwnUserOrRoot },
  report: @escaping @Sendable (ServerEvent) -> Void = { _ in },
  _ body: (String) async throws -> Void
) async throws {
  let folder = try TemporaryFolder()
  let server = Server(
    listener: try Listener.bind(path: folder.socket), identity: RunningServer.identity, interfaces: [interface],
    limits: limits, admits: admits, report: report)
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask { try await server.run() }
    try await body(folder.socket)
    tasks.cancelAll()
    try await tasks.waitForAll()
  }
}
