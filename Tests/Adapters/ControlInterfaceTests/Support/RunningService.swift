import FoundationEssentials
import VarlinkServer
import ControlInterface

/// Runs a service on a socket of its own for as long as the body takes, which gets the controller and the socket.
func withService(_ body: (ScriptedController, ControlSocket) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.path + "/control-\(UInt64.random(in: 0...(.max)))"
  let socket = try ControlSocket(environment: ["XDG_RUNTIME_DIR": folder])
  try FileManager.default.createDirectory(atPath: socket.folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(atPath: folder) }
  let controller = ScriptedController()
  let server = Server(
    listener: try Listener.bind(path: socket.path),
    identity: ServiceIdentity(vendor: "intervald", product: "test", version: "0", url: "https://example.org"),
    interfaces: [WorkoutService(controller: controller)])
  try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask { try await server.run() }
    try await body(controller, socket)
    tasks.cancelAll()
    try await tasks.waitForAll()
  }
}
