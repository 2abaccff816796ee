import Testing
import ControlInterface
import UserFiles

@Suite struct ControlSocketTests {
  @Test(arguments: ["/run/user/1000", "/run/user/1000/"])
  func `the socket is in a folder of its own in the runtime folder`(runtimeFolder: String) throws {
    let socket = try ControlSocket(environment: ["XDG_RUNTIME_DIR": runtimeFolder, "HOME": "/root"])
    #expect(socket.folder == "/run/user/1000/intervald")
    #expect(socket.path == "/run/user/1000/intervald/control.sock")
  }

  @Test(
    arguments: [
      ([:], .unset, "XDG_RUNTIME_DIR is not set"),
      (["XDG_RUNTIME_DIR": ""], .unset, "XDG_RUNTIME_DIR is not set"),
      (
        ["XDG_RUNTIME_DIR": "run"], .relative("run"),
        "XDG_RUNTIME_DIR is \"run\", which is no absolute path"
      ),
    ] as [([String: String], XDGFolders.RuntimeError, String)])
  func `without a runtime folder there is no place`(
    environment: [String: String], error: XDGFolders.RuntimeError, words: String
  ) {
    #expect(throws: error) { try ControlSocket(environment: environment) }
    #expect(error.description == words)
  }
}
