import ControlInterface
import FoundationEssentials
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Clients that connect and disconnect as fast as they can.
@Suite(.fault, .serialized, .hangLimit) struct ArrivalsFaultTests {
  /// Connects repeatedly from four processes, and disconnects at once, in the middle of a message, or before the reply.
  private static let script = """
    import os, socket, sys, time
    path, end = sys.argv[1], time.monotonic() + float(sys.argv[2])
    texts = [b"", b'{"method":"org.inter', b'{"method":"org.intervald.Workout.GetStatus"}\\0', b"rubbish\\0"]
    reading, writing = os.pipe()
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
        os.write(writing, b"%d\\n" % count)
        os._exit(0)
    os.close(writing)
    print(sum(int(line) for line in os.fdopen(reading)), flush=True)
    """

  @Test func `short connections delay no cue, leak no descriptor, and add few lines to the log`() async throws {
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
      punctuality.expectWithinLimits()
      // The daemon notices the disconnections one after the other.
      try await withTimeLimit("the end of the last connection") {
        while try daemon.figures.descriptors().count > open { await Task.yield() }
      }
      let growth = try daemon.figures.residentKibibytes() - before
      #expect(growth < 64 << 10)
      let lines = daemon.process.errors.elements.count(where: { $0.contains("client") || $0.contains("connection") })
      #expect(lines <= 30)
      print(
        "arrivals: \(count / seconds) connections per second for \(seconds) s, memory +\(growth >> 10) MiB,",
        "\(lines) log lines,",
        "latest cue \(punctuality.maxUs) µs")
    }
  }

  @Test func `connections of another user are refused, and only ten of 1,001 refusals are logged`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      // With these permissions, another user can connect to the socket.
      let socket = try daemon.socket
      for folder in [desktop.folder.path, desktop.folder.path(of: "run"), socket.folder] {
        try setMode(of: folder, to: 0o755)
      }
      try setMode(of: socket.path, to: 0o666)
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
            + ["/usr/bin/python3", "-c", script, socket.path, "\(count)"])
      }
      let refused = try await connect(1)
      #expect(refused.answer == "refused", "\(refused.errors)")
      let line = try await daemon.log("Refused a connection from user 65534")
      let flood = try await connect(1000)
      #expect(flood.answer == "refused", "\(flood.errors)")
      #expect(try await daemon.connect().status().phase == .idle)
      let lines = daemon.process.errors.elements.count(where: { $0.contains("Refused a connection from user 65534") })
      #expect(lines == 10, "\(line)")
      print("other users: 1,001 connections refused, \(lines) log lines")
    }
  }

  private func setMode(of path: String, to mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }
}
