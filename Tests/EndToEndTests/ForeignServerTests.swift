import Glibc
import TestSupport
import TestTraits
import Testing

/// A program of another user that listens on the control socket in a shared runtime folder.
@Suite(.root, .hangLimit) struct ForeignServerTests {
  /// Listens on a socket, and prints the number of bytes that each client sends.
  private static let script = """
    import socket, sys
    server = socket.socket(socket.AF_UNIX)
    server.bind(sys.argv[1])
    server.listen()
    print("listens", flush=True)
    while True:
        client, _ = server.accept()
        count = 0
        while data := client.recv(65536): count += len(data)
        print(count, flush=True)
    """

  @Test(arguments: [["start", "30s run"], ["status"], ["doctor"]])
  func `the client sends nothing to a server of another user`(arguments: [String]) async throws {
    try await Desktop.with { desktop in
      let folder = try desktop.folder.folder("run/intervald")
      for path in [desktop.folder.path, desktop.folder.path(of: "run"), folder] {
        try #require(unsafe chmod(path, 0o755) == 0)
      }
      let user = UserManager.runner
      try #require(unsafe chown(folder, user, user) == 0)
      let socket = "\(folder)/control.sock"
      let server = try await desktop.processes.start(
        "setpriv",
        ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", "python3", "-c", Self.script, socket],
        environment: desktop.environment)
      _ = try await server.output.first("the server") { $0 == "listens" }
      let run = try await Invocation.run(
        BuiltProgram.path(of: "intervalctl"), arguments, environment: desktop.environment)
      #expect(run.status == (arguments == ["doctor"] ? 1 : 69))
      if arguments == ["doctor"] {
        #expect(run.output.contains("\(socket) belongs to another user, with the number \(user)"), "\(run.output)")
      } else {
        #expect(
          run.errors == """
            error: the socket belongs to another user: user \(user) listens at \(socket)
            hint: set XDG_RUNTIME_DIR to a folder of your own, such as /run/user/0

            """)
      }
      #expect(try await server.output.first("the end of the connection", from: 1) { _ in true } == "0")
    }
  }
}
