import ControlInterface
import FoundationEssentials
import Glibc
import Subprocess
import TestSupport
import Testing
import Varlink
import WorkoutReports

/// The daemon as a process: how it starts, ends, and meets what it finds.
@Suite(.timeLimit(.minutes(2))) struct ProcessTests {
  @Test func `a stale socket after a kill is no obstacle, and the socket is the person's alone`() async throws {
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

  @Test func `whoever watches is let go at the end, for the workout goes on`() async throws {
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
      #expect(status.phase == .running && status.workoutId == started.workoutId)
      #expect(status.deadlineNs == started.deadlineNs && status.punctuality?.missed == 0)
    }
  }

  @Test func `a log that nobody reads holds up neither the answers nor the end`() async throws {
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
        ready.settimeout(20)
        daemon = subprocess.Popen([sys.argv[1]], stderr=log, env=os.environ | {"NOTIFY_SOCKET": sys.argv[2]})
        while b"READY=1" not in ready.recv(4096): pass
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(20)
        client.connect(sys.argv[3])
        client.sendall(b'{"method": "org.intervald.Workout.Start", "parameters": {"plan": "forever 1s"}}\\0')
        assert client.recv(10), "no answer"
        daemon.send_signal(signal.SIGTERM)
        print("ended with", daemon.wait(20))
        """
      let run = try await Invocation.run(
        "python3",
        [
          "-c", script, BuiltProgram.path(of: "intervald"), desktop.folder.path(of: "ready"),
          ControlSocket(environment: desktop.environment).path,
        ], environment: desktop.environment)
      #expect(run.answer == "ended with 0", "\(run.errors)")
    }
  }

  @Test func `a daemon whose control socket fails reports the error and exits, so that another can be started`()
    async throws
  {
    try await Desktop.with { desktop in
      // A seccomp(2) filter has accept4(2) fail with EPERM.
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
        ready.settimeout(20)
        daemon = subprocess.Popen([sys.argv[1]], env=os.environ | {"NOTIFY_SOCKET": sys.argv[2]})
        while b"READY=1" not in ready.recv(4096): pass
        client = socket.socket(socket.AF_UNIX)
        client.connect(sys.argv[3])
        try: print("ended with", daemon.wait(10))
        finally: daemon.kill()
        """
      let run = try await Invocation.run(
        "python3",
        [
          "-c", script, BuiltProgram.path(of: "intervald"), desktop.folder.path(of: "ready"),
          ControlSocket(environment: desktop.environment).path,
        ], environment: desktop.environment)
      #expect(run.answer == "ended with 69", "\(run.errors)")
      #expect(
        run.errors.contains("critical: The control socket failed: accept: Operation not permitted"), "\(run.errors)")
      #expect(try await DaemonProcess.start(on: desktop).connect().status().phase == .idle)
    }
  }

  @Test func `what show prints as the schedule is exactly what is fired`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let plan = "lead-in 2s\nskip-last rest\n2x(until 10mtr (1s run @5:00/km, 1.2s walk @10:00/km), 1s rest)"
      let shown = try await daemon.intervalctl("show", "--json", "--schedule", "--text", plan)
      let schedule = try JSONDecoder().decode(ShownPlan.self, from: Data(shown.output.utf8)).schedule
      #expect(schedule.count > 8)
      var origin = 0
      var fired: [ShownPlan.Entry] = []
      for try await event in try await daemon.connect().watch() {
        if event.status.phase == .idle, event.event == .state {
          // The lead-in ends where the schedule begins.
          origin = try #require(try await daemon.connect().start(plan: plan).status.deadlineNs)
        }
        guard event.event == .finished || event.cue == .start else { continue }
        guard let interval = event.status.interval, let deadline = event.status.deadlineNs else { break }
        let duration = try #require(interval.durationMs)
        let start = Int((Double(deadline - origin) / 1e6).rounded()) - duration
        fired.append(
          .init(
            number: event.status.number, kind: interval.kind, goal: interval.goal, startMs: start, durationMs: duration)
        )
      }
      #expect(
        fired.map { "\($0.number ?? 0) \($0.kind) \($0.goal) \($0.durationMs)" }
          == schedule.map { "\($0.number ?? 0) \($0.kind) \($0.goal) \($0.durationMs)" })
      // Each side is rounded to the millisecond by itself.
      #expect(zip(fired, schedule).allSatisfy { abs($0.startMs - $1.startMs) <= 1 }, "\(fired)")
    }
  }

  @Test(arguments: [
    (["--foo"], "unknown option '--foo'"), (["foo"], "unexpected argument 'foo'"),
    (["bar", "--foo"], "unexpected argument 'bar'"), (["-x"], "unknown option '-x'"),
  ])
  func `a wrong argument is reported with the help to read`(arguments: [String], message: String) async throws {
    let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), arguments)
    #expect(daemon.status == 64 && daemon.output.isEmpty)
    #expect(daemon.errors == "error: \(message)\nSee 'intervald --help'\n")
  }

  @Test(arguments: ["x\u{1B}]0;owned\u{07}", "--x\u{202E}\u{9B}owned"])
  func `a wrong argument is told without what would steer a terminal`(argument: String) async throws {
    let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), [argument])
    #expect(daemon.status == 64)
    #expect(daemon.errors.hasPrefix("error: ") && daemon.errors.contains("owned"))
    let isHarmless = daemon.errors.unicodeScalars.allSatisfy {
      $0 == "\n" || ($0.properties.generalCategory != .control && !$0.properties.isBidiControl)
    }
    #expect(isHarmless, "\(daemon.errors.debugDescription)")
  }

  @Test func `there is one instance`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      let second = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: first.environment)
      #expect(second.status == 69)
      #expect(second.errors.contains("already"))
      #expect(try await first.connect().status().phase == .idle)
    }
  }

  @Test(arguments: ["", "relative/run"])
  func `without a runtime folder the daemon says so`(folder: String) async throws {
    let daemon = try await Invocation.run(
      BuiltProgram.path(of: "intervald"), environment: ["XDG_RUNTIME_DIR": folder])
    #expect(daemon.status == 78)
    #expect(daemon.errors.contains("XDG_RUNTIME_DIR"))
  }

  @Test func `settings that are wrong at the start end it with the place`() async throws {
    try await Desktop.with { desktop in
      try desktop.folder.write("pace run 11:30\n", to: "config/intervald/intervald.conf")
      let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: desktop.environment)
      #expect(daemon.status == 78)
      #expect(
        daemon.errors.contains(
          "config/intervald/intervald.conf:1:15: found the end of the line, expected /mi or /km after the time of a pace"
        ))
    }
  }

  @Test func `settings that cannot be read at the start end it with the reason`() async throws {
    try await Desktop.with { desktop in
      _ = try desktop.folder.folder("config/intervald/intervald.conf")
      let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: desktop.environment)
      #expect(daemon.status == 78)
      #expect(daemon.errors.contains("config/intervald/intervald.conf: Is a directory"))
    }
  }

  @Test func `settings that others can write to are obeyed by neither program`() async throws {
    try await Desktop.with { desktop in
      let path = try desktop.folder.write("sound on\n", to: "config/intervald/intervald.conf", mode: 0o664)
      let remedy = "see what is in it, then: chmod go-w \(path)"
      let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: desktop.environment)
      #expect(daemon.status == 78)
      #expect(daemon.errors.contains("\(path): others can write to it (\(remedy))"), "\(daemon.errors)")
      let client = try await Invocation.run(
        BuiltProgram.path(of: "intervalctl"), ["show", "--text", "30s"], environment: desktop.environment)
      #expect(client.status == 78)
      #expect(client.errors == "error: \(path): others can write to it\nhint: \(remedy)\n")
    }
  }

  @Test(arguments: [mode_t(0o770), 0o707])
  func `a socket folder that others can write to is refused, with the remedy`(mode: mode_t) async throws {
    try await Desktop.with { desktop in
      let path = try desktop.folder.folder("run/intervald")
      #expect(unsafe chmod(path, mode) == 0)
      let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: desktop.environment)
      #expect(daemon.status == 78)
      #expect(daemon.errors.contains("chmod go-w '\(path)'"), "\(daemon.errors)")
    }
  }

  @Test func `SIGHUP reads the settings again, and wrong ones are reported and change nothing`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      let before = try await client.start(plan: "lead-in off\n60s run").status
      try desktop.folder.write("distance-units mi\n", to: "config/intervald/intervald.conf")
      daemon.process.send(SIGHUP)
      try await daemon.log("Reloaded the settings")
      #expect(try await client.status().distanceUnits == "mi")
      try desktop.folder.write("distance-units leagues\n", to: "config/intervald/intervald.conf")
      daemon.process.send(SIGHUP)
      try await daemon.log("intervald.conf:1:16: found 'leagues'")
      let error = try await #require(throws: ControlError.self) { try await client.reload() }
      guard case .invalidConfiguration(let place) = error else { return #expect(Bool(false), "\(error)") }
      #expect(place.line == 1 && place.column == 16 && place.lineText == "distance-units leagues")
      let after = try await client.status()
      #expect(after.distanceUnits == "mi" && after.deadlineNs == before.deadlineNs)
    }
  }

  @Test func `hostile clients harm neither each other nor the beat`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await daemon.connect()
      _ = try await client.start(plan: "lead-in off\n600x 1s")
      let path = try daemon.socket.path
      let script = """
        import socket, sys
        def connect():
            s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.settimeout(20); return s
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
      let attack = try await Invocation.run("python3", ["-c", script, path])
      #expect(attack.answer == "harmless", "\(attack.errors)")
      try await daemon.log("Dropped a client: not JSON: unexpected byte at byte 0")
      let status = try await client.status()
      #expect(status.phase == .running && status.punctuality?.missed == 0)
    }
  }

  @Test(.enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"))
  func `a foreign Varlink client finds everything in order`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let client = try await ForeignClient.check(socket: daemon.socket.path)
      #expect(client.status == 0 && client.output.hasSuffix("all is well\n"), "\(client.output)\(client.errors)")
    }
  }

  @Test(arguments: [
    ("4x(30s rum)", 1, 8), ("until 5km 30s run", 1, 11), ("60h, 60h", 1, 1), ("4x 30s run, 30s walk", 1, 4),
    ("hook start \"/bin/sh\"\n30s", 1, 1), ("", 1, 1),
  ])
  func `a text that is no plan starts nothing, and leaves a running workout as it is`(
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
        #expect(place.line == line && place.column == column && !place.message.isEmpty)
        let after = try await client.status()
        #expect(after.phase == phase && after.workoutId == before.workoutId && after.deadlineNs == before.deadlineNs)
        if phase == .idle { _ = try await client.start(plan: "lead-in off\n60s run") }
      }
    }
  }

  private func mode(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }
}

/// What `show --json --schedule` prints, as far as it is compared.
private struct ShownPlan: Decodable {
  let schedule: [Entry]

  struct Entry: Decodable {
    let number: Int?
    let kind: String
    let goal: String
    let startMs: Int
    let durationMs: Int
  }
}
