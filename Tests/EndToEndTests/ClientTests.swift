import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Clients of the real daemon: hostile clients, clients with invalid plans, and clients that other projects wrote.
@Suite(.hangLimit) struct ClientTests {
  @Test func `hostile clients are disconnected, and the workout continues without a missed cue`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\nforever 5s run")
      let path = try daemon.socket.path
      let script = """
        import socket, sys
        def connect():
            s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.settimeout(float(sys.argv[2])); return s
        def closed(s):
            try: return s.recv(1) == b""
            except ConnectionError: return True
        for bytes in (b"no json\\0", b"[" * 100000 + b"]" * 100000 + b"\\0", b"x" * (1 << 20) + b"y\\0", b"\\xff\\0"):
            s = connect()
            try: s.sendall(bytes)
            except ConnectionError: pass
            assert closed(s), bytes[:10]
        half = connect(); half.sendall(b'{"method": "org.inter')
        crowd = [connect() for _ in range(300)]
        refused = sum(closed(s) for s in crowd[260:])
        assert refused == 40, refused
        print("harmless")
        """
      let attack = try await Invocation.run("python3", ["-c", script, path, "\(generousLimit.components.seconds)"])
      #expect(attack.answer == "harmless", "\(attack.errors)")
      try await daemon.log("Dropped a client: not JSON: unexpected byte at byte 0")
      let number = try await client.status().number ?? 0
      for try await event in try await daemon.connect().watch() {
        guard (event.status.number ?? 0) > number else { continue }
        #expect(event.status.phase == .running)
        #expect(event.status.punctuality?.missed == 0)
        break
      }
    }
  }

  @Test(arguments: [
    ("4x(30s rum)", 1, 8), ("until 5km 30s run", 1, 11), ("60h, 60h", 1, 1), ("4x 30s run, 30s walk", 1, 4),
    ("hook start \"/bin/sh\"\n30s", 1, 1), ("", 1, 1),
  ])
  func `an invalid plan is rejected with its line and column, and a running workout does not change`(
    text: String, line: Int, column: Int
  ) async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      for phase in [Report.Phase.idle, .running] {
        let before = try await client.status()
        #expect(before.phase == phase)
        let error = try await #require(throws: ControlError.self) { try await client.start(plan: text, replace: true) }
        guard case .invalidPlan(let place) = error else { return #expect(Bool(false), "\(error)") }
        #expect(place.line == line)
        #expect(place.column == column)
        #expect(!place.message.isEmpty)
        let after = try await client.status()
        #expect(after.phase == phase)
        #expect(after.workoutId == before.workoutId)
        #expect(after.deadlineNs == before.deadlineNs)
        if phase == .idle { _ = try await client.start(plan: "lead-in off\n1h run") }
      }
    }
  }

  @Test(.enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"))
  func `all checks of PyPI's varlink client succeed`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await ForeignClient.check(socket: daemon.socket.path)
      #expect(client.status == 0, "\(client.errors)")
      #expect(client.output.hasSuffix("all checks passed\n"), "\(client.output)\(client.errors)")
    }
  }

  @Test(.enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"))
  func `all checks of PyPI's asyncvarlink client succeed`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await Invocation.run(
        VirtualEnvironment.program("python"),
        ["\(packageRoot)/Tests/foreign/asyncvarlink_client.py", daemon.socket.path])
      #expect(client.status == 0, "\(client.errors)")
      #expect(client.answer.hasSuffix("all checks passed"), "\(client.output)\(client.errors)")
    }
  }
}
