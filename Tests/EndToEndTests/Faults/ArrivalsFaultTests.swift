import ControlInterface
import FoundationEssentials
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Clients that come and go as fast as they can.
@Suite(.fault, .serialized, .timeLimit(.minutes(5))) struct ArrivalsFaultTests {
  /// Connects over and over from four processes: to leave at once, in the middle of a message, or before the answer.
  private static let script = """
    import os, socket, sys, time
    path, end = sys.argv[1], time.monotonic() + float(sys.argv[2])
    texts = [b"", b'{"method":"org.inter', b'{"method":"org.intervald.Workout.GetStatus"}\\0', b"rubbish\\0"]
    pipe, entrance = os.pipe()
    for number in range(4):
        if os.fork(): continue
        count = 0
        while time.monotonic() < end:
            client = socket.socket(socket.AF_UNIX)
            try:
                client.connect(path)
                if text := texts[count % 4]: client.sendall(text)
            except OSError: pass
            client.close()
            count += 1
        os.write(entrance, b"%d\\n" % count)
        os._exit(0)
    os.close(entrance)
    print(sum(int(line) for line in os.fdopen(pipe)), flush=True)
    """

  @Test func `a flood of clients that come and go leaves nothing behind, in the log neither`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      _ = try await daemon.connect().start(plan: "lead-in off\nforever 1s run")
      _ = try await daemon.connect().status()
      let open = try daemon.figures.descriptors().count
      let before = try daemon.figures.residentKibibytes()
      let seconds = FaultSize.of(5, full: 60)
      let flood = try await Invocation.run(
        "python3", ["-c", Self.script, daemon.socket.path, "\(seconds)"], within: .seconds(seconds + 60))
      let count = try #require(Int(flood.answer), "\(flood.errors)")
      let punctuality = try #require(try await daemon.statusOnceAdmitted().punctuality)
      punctuality.expectUnharmed()
      // Those that left are seen to have, one after the other.
      try await withTimeLimit("the end of the last client") {
        while try daemon.figures.descriptors().count > open { await Task.yield() }
      }
      let growth = try daemon.figures.residentKibibytes() - before
      #expect(growth < 64 << 10)
      let lines = daemon.process.errors.elements.count(where: { $0.contains("client") || $0.contains("connection") })
      #expect(lines <= 30)
      print(
        "arrivals: \(count / seconds) a second for \(seconds) s, \(growth >> 10) MiB more, \(lines) log lines,",
        "latest cue \(punctuality.maxUs) µs")
    }
  }

  @Test func `another user's processes are refused, and a thousand of them are ten lines in the log`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      // Wherever the socket's permissions would let them reach it.
      let socket = try daemon.socket
      for folder in [desktop.folder.path, desktop.folder.path(of: "run"), socket.folder] {
        try open(folder, mode: 0o755)
      }
      try open(socket.path, mode: 0o666)
      let script = """
        import os, socket, sys
        assert os.geteuid() == 65534
        for number in range(int(sys.argv[2])):
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(20)
            client.connect(sys.argv[1])
            try:
                client.sendall(b'{"method":"org.intervald.Workout.GetStatus"}\\0')
                assert client.recv(1) == b"", "an answer"
            except ConnectionError: pass
        print("refused")
        """
      func connect(_ count: Int) async throws -> Invocation {
        try await Invocation.run(
          "setpriv",
          ["--reuid=65534", "--regid=65534", "--clear-groups"]
            + ["/usr/bin/python3", "-c", script, socket.path, "\(count)"], within: .seconds(60))
      }
      let refused = try await connect(1)
      #expect(refused.answer == "refused", "\(refused.errors)")
      let line = try await daemon.log("Refused a connection from user 65534")
      let flood = try await connect(1000)
      #expect(flood.answer == "refused", "\(flood.errors)")
      #expect(try await daemon.connect().status().phase == .idle)
      let lines = daemon.process.errors.elements.count(where: { $0.contains("Refused a connection from user 65534") })
      #expect(lines == 10, "\(line)")
      print("other users: 1001 connections refused, \(lines) log lines")
    }
  }

  /// Sets the mode of a file or folder.
  private func open(_ path: String, mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }
}
