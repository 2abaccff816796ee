import TestSupport
import Testing

/// Tests with a script that acts as the service manager, and passes sockets to a separate process.
@Suite struct ActivationSocketsTests {
  /// Script that creates sockets of the given kinds, and executes a program with the sockets as descriptors 3 and up.
  private static let passSockets = """
    import os, socket, sys
    probe, folder, *kinds = sys.argv[1:]
    for index, kind in enumerate(kinds):
        family = socket.AF_INET if kind == "internet" else socket.AF_UNIX
        made = socket.socket(family, socket.SOCK_DGRAM if kind == "datagram" else socket.SOCK_STREAM)
        if kind != "internet":
            made.bind(f"{folder}/{index}")
        if kind in ("listening", "internet"):
            made.listen()
        os.dup2(made.detach(), 100 + index)
    for index in range(len(kinds)):
        os.dup2(100 + index, 3 + index, inheritable=True)
    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(kinds)))
    os.execv(probe, [probe, "sockets"])
    """

  @Test(arguments: [
    (["listening"], "1 taken, unannounced, 0 inheritable"),
    (["listening", "listening"], "2 taken, unannounced, 0 inheritable"),
    (["datagram"], "descriptor 3 was passed, but is not a listening Unix stream socket"),
    (["internet"], "descriptor 3 was passed, but is not a listening Unix stream socket"),
    (["listening", "bound"], "descriptor 4 was passed, but is not a listening Unix stream socket"),
  ])
  func `listening Unix sockets are taken over, and any other descriptor is refused`(kinds: [String], answer: String)
    async throws
  {
    let scratch = try TemporaryFolder()
    let probe = try await Invocation.run(
      "python3", ["-c", Self.passSockets, BuiltProgram.path(of: "NotifyProbe"), scratch.path] + kinds)
    #expect(probe.answer == answer)
  }

  @Test(arguments: [
    ("", "0 taken, unannounced, 0 inheritable"),
    ("LISTEN_FDS=1 LISTEN_PID=1", "0 taken, unannounced, 0 inheritable"),
    ("LISTEN_FDS=one LISTEN_PID=$$", "cannot take over sockets from LISTEN_FDS: Invalid argument"),
  ])
  func `only sockets that are announced to this process are taken over`(announcement: String, answer: String)
    async throws
  {
    let probe = try await Invocation.run(
      "sh", ["-c", "exec env \(announcement) \(BuiltProgram.path(of: "NotifyProbe")) sockets"])
    #expect(probe.answer == answer)
  }
}
