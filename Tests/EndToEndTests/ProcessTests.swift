import ControlInterface
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import Varlink
import WorkoutReports

/// The process of the daemon: how it starts again, reloads its settings, and ends.
@Suite(.hangLimit) struct ProcessTests {
  @Test func `a daemon starts despite the stale socket of a killed daemon, and only its user can access the socket`()
    async throws
  {
    try await Desktop.with { desktop in
      let killed = try await DaemonProcess.start(on: desktop)
      try await killed.process.killAndWait()
      let daemon = try await DaemonProcess.start(on: desktop)
      #expect(try await daemon.connect().status().phase == .idle)
      let path = try daemon.socket.path
      #expect(mode(of: path) == 0o600)
      #expect(mode(of: String(path.dropLast("/control.sock".count))) == 0o700)
      daemon.process.send(SIGTERM)
      #expect(try await daemon.process.end().isSuccess)
      #expect(mode(of: path) == nil)
    }
  }

  @Test func `a watcher is disconnected when the daemon exits, and the next daemon resumes the workout`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let started = try await daemon.connect().start(plan: "lead-in off\n600s run").status
      var events: [Report.EventWord] = []
      do {
        for try await event in try await daemon.connect().watch() {
          events.append(event.event)
          if event.event == .state { daemon.process.send(SIGTERM) }
        }
      } catch let error as TransportError {
        #expect(error.code == .disconnected)
      }
      #expect(events == [.state])
      #expect(try await daemon.process.end().isSuccess)
      let next = try await DaemonProcess.start(on: desktop)
      let status = try await next.connect().status()
      #expect(status.phase == .running)
      #expect(status.workoutId == started.workoutId)
      #expect(status.deadlineNs == started.deadlineNs)
      #expect(status.punctuality?.missed == 0)
    }
  }

  @Test func `a full log pipe delays neither the replies nor the exit of the daemon`() async throws {
    try await Desktop.with { desktop in
      let script = """
        import fcntl, os, signal, socket, subprocess, sys
        unread, log = os.pipe()
        os.set_blocking(log, False)
        try:
            while True: os.write(log, b"x" * 4096)
        except BlockingIOError: pass
        os.set_blocking(log, True)
        ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ready.bind(sys.argv[2])
        ready.settimeout(float(sys.argv[4]))
        daemon = subprocess.Popen([sys.argv[1]], stderr=log, env=os.environ | {"NOTIFY_SOCKET": sys.argv[2]})
        while b"READY=1" not in ready.recv(4096): pass
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(float(sys.argv[4]))
        client.connect(sys.argv[3])
        client.sendall(b'{"method": "org.intervald.Workout.Start", "parameters": {"plan": "forever 1s"}}\\0')
        assert client.recv(10), "no answer"
        daemon.send_signal(signal.SIGTERM)
        print("ended with", daemon.wait(float(sys.argv[4])))
        """
      let run = try await Invocation.run(
        "python3",
        [
          "-c", script, BuiltProgram.path(of: "intervald"), desktop.folder.path(of: "ready"),
          ControlSocket(environment: desktop.environment).path, "\(generousLimit.components.seconds)",
        ], environment: desktop.environment)
      #expect(run.answer == "ended with 0", "\(run.errors)")
    }
  }

  @Test func `a daemon whose control socket fails reports the error and exits, and another daemon can be started`()
    async throws
  {
    try await Desktop.with { desktop in
      // A seccomp(2) filter makes accept4(2) fail with EPERM.
      let script = """
        import ctypes, os, socket, struct, subprocess, sys
        accept4 = {"x86_64": 288, "aarch64": 242}[os.uname().machine]
        lines = [(0x20, 0, 0, 0), (0x15, 0, 1, accept4), (0x06, 0, 0, 0x00050001), (0x06, 0, 0, 0x7FFF0000)]
        code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *line) for line in lines))
        prctl = ctypes.CDLL(None).prctl
        assert prctl(38, 1, 0, 0, 0) == 0
        assert prctl(22, 2, struct.pack("@HP", len(lines), ctypes.addressof(code)), 0, 0) == 0
        ready = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        ready.bind(sys.argv[2])
        ready.settimeout(float(sys.argv[4]))
        daemon = subprocess.Popen([sys.argv[1]], env=os.environ | {"NOTIFY_SOCKET": sys.argv[2]})
        while b"READY=1" not in ready.recv(4096): pass
        client = socket.socket(socket.AF_UNIX)
        client.connect(sys.argv[3])
        try: print("ended with", daemon.wait(float(sys.argv[4])))
        finally: daemon.kill()
        """
      let run = try await Invocation.run(
        "python3",
        [
          "-c", script, BuiltProgram.path(of: "intervald"), desktop.folder.path(of: "ready"),
          ControlSocket(environment: desktop.environment).path, "\(generousLimit.components.seconds)",
        ], environment: desktop.environment)
      #expect(run.answer == "ended with 69", "\(run.errors)")
      #expect(
        run.errors.contains("critical: The control socket failed: accept: Operation not permitted"), "\(run.errors)")
      #expect(try await DaemonProcess.start(on: desktop).connect().status().phase == .idle)
    }
  }

  @Test func `a second daemon exits, and the first one continues`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      let second = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: first.environment)
      #expect(second.status == 69)
      #expect(second.errors.contains("already"))
      #expect(try await first.connect().status().phase == .idle)
    }
  }

  @Test func `SIGHUP makes the daemon read its settings again, and invalid settings are reported and change nothing`()
    async throws
  {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      let before = try await client.start(plan: "lead-in off\n1h run").status
      try desktop.folder.write("distance-units mi\n", to: "config/intervald/intervald.conf")
      daemon.process.send(SIGHUP)
      try await daemon.log("Reloaded the settings")
      #expect(try await client.status().distanceUnits == "mi")
      try desktop.folder.write("distance-units leagues\n", to: "config/intervald/intervald.conf")
      daemon.process.send(SIGHUP)
      try await daemon.log("intervald.conf:1:16: found 'leagues'")
      let error = try await #require(throws: ControlError.self) { try await client.reload() }
      guard case .invalidConfiguration(let place) = error else { return #expect(Bool(false), "\(error)") }
      #expect(place.line == 1)
      #expect(place.column == 16)
      #expect(place.lineText == "distance-units leagues")
      let after = try await client.status()
      #expect(after.distanceUnits == "mi")
      #expect(after.deadlineNs == before.deadlineNs)
    }
  }

  /// Permission bits of a file; nil if the file does not exist.
  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}
