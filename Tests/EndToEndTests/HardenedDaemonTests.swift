import Glibc
import TestSupport
import TestTraits
import Testing

/// The daemon in the shipped unit, and the processes that it starts outside its sandbox.
@Suite(.root, .hangLimit) struct HardenedDaemonTests {
  @Test(arguments: [false, true])
  func `the speech service runs in its own unit, and outlives the daemon`(hasShippedUnit: Bool) async throws {
    try await UserManager.run { manager in
      try SpeechServer.configure(manager)
      if hasShippedUnit { try await manager.install(["speech-dispatcher.service": Self.shippedSpeech]) }
      try await manager.startSound()
      // Sounds are off, so the recorder hears only words.
      try manager.folder.write("sound off\ncue start voice\n", to: "config/intervald/intervald.conf")
      try await manager.installIntervald()
      // The speech service starts slowly. Words for cues before the service is ready are dropped, not spoken late.
      let started = try await manager.intervalctl("start", "lead-in off\nforever 4s run")
      #expect(started.status == 0, "\(started.errors)")
      _ = try #require(await manager.journalEntry("MESSAGE=heard"))

      let speech = "speech-dispatcher.service"
      // The service may speak before the manager has read its process ID.
      let waiting = "until systemctl --user is-active --quiet \(speech); do sleep 0.1; done"
      #expect(try await manager.run("sh", ["-c", waiting]).status == 0)
      #expect(try await manager.property("Description", of: speech).hasPrefix("Shipped") == hasShippedUnit)
      let process = try await manager.property("MainPID", of: speech)
      let group = try await manager.property("ControlGroup", of: speech)
      #expect(try await manager.property("ControlGroup", of: "intervald.service") != group)
      #expect(try await manager.run("cat", ["/proc/\(process)/cgroup"]).answer.contains(group))
      let status = try await manager.run("cat", ["/proc/\(process)/status"]).answer
      #expect(status.contains("NoNewPrivs:\t0\n"))
      #expect(status.contains("Seccomp:\t0\n"))

      try await manager.systemctl("stop", "intervald.service", "intervald.socket")
      #expect(try await manager.property("ActiveState", of: "intervald.service") == "inactive")
      #expect(try await manager.property("ActiveState", of: speech) == "active")
      #expect(try await manager.run("spd-say", ["--wait", "Walk"]).status == 0)
      #expect(try await manager.property("MainPID", of: speech) == process)
    }
  }

  @Test func `hooks run in their own units, without the restrictions of the daemon`() async throws {
    try await UserManager.run { manager in
      let script = """
        printf '%s\\0' "$@" > \(manager.folder.path)/arguments
        cat /proc/$$/environ > \(manager.folder.path)/variables
        python3 -c 'import socket; socket.socket(socket.AF_INET)' && echo opened
        until [ -e \(manager.folder.path)/finished ]; do sleep 0.05; done
        echo overlapped
        """
      let awkward = ["", " ", "-n", "a b", "$HOME", "$$", "%h", "%%", "\\", "\"", "'", "é 🏃", ";", "*"]
      let arguments = ["/bin/sh", "-c", script.replacing("\n", with: "; "), "hook"] + awkward + ["{kind} {goal}"]
      try manager.folder.write(
        """
        hook start \(arguments.map(Self.quoted).joined(separator: " "))
        hook finish "/bin/sh" "-c" "touch \(manager.folder.path)/finished; exit 5"

        """, to: "config/intervald/intervald.conf")
      try await manager.installIntervald()
      let started = try await manager.intervalctl("start", "lead-in off\ncountdown off\n1s run")
      #expect(started.status == 0, "\(started.errors)")

      let printed = try #require(await manager.journalEntry("MESSAGE=opened"))
      let unit = try #require(printed["_SYSTEMD_USER_UNIT"] ?? printed["USER_UNIT"] ?? printed["_SYSTEMD_UNIT"])
      #expect(unit.hasPrefix("intervald-hook-"), "\(unit)")
      #expect(try await manager.property("RestrictAddressFamilies", of: "intervald.service") == "AF_UNIX")
      let received = try manager.folder.read("arguments").split(separator: "\0", omittingEmptySubsequences: false)
      #expect(received.dropLast().map(String.init) == awkward + ["run 1 s"])
      let variables = try manager.folder.read("variables").split(separator: "\0").map(String.init)
      #expect(variables.contains("INTERVALD_CUE=start"), "\(variables)")
      #expect(variables.contains("INTERVALD_KIND=run"), "\(variables)")
      #expect(!variables.contains { $0.hasPrefix("NOTIFY_SOCKET=") || $0.hasPrefix("LISTEN_FDS=") })

      // The workout does not wait for the start hook, which runs until the finish hook. The finish hook fails, and its
      // failure is logged once.
      let end = try #require(await manager.journalEntry("INTERVALD_EVENT=finished"))
      #expect(end["INTERVALD_LATENESS_US"].flatMap { UInt($0) } != nil)
      let failure = "MESSAGE=The hook /bin/sh at finish failed: exit status 5"
      let logged = try #require(await manager.journalEntry(failure))
      #expect(logged["SYSLOG_IDENTIFIER"] == "intervald")
      let overlapped = try #require(await manager.journalEntry("MESSAGE=overlapped"))
      #expect([overlapped["_SYSTEMD_USER_UNIT"], overlapped["USER_UNIT"], overlapped["_SYSTEMD_UNIT"]].contains(unit))
      let waiting = "while systemctl --user is-active --quiet \(unit); do sleep 0.05; done"
      #expect(try await manager.run("sh", ["-c", waiting]).status == 0)
      #expect(try await manager.systemctl("stop", "intervald.service", "intervald.socket").status == 0)
      let failures = try await manager.run(
        "journalctl", ["--output=cat", "--grep=failed", "SYSLOG_IDENTIFIER=intervald"])
      #expect(failures.answer == failure.dropFirst("MESSAGE=".count))
    }
  }

  @Test func `a daemon that other tests start in a unit has the shipped hardening`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop, in: .unit)
      let status = try await Invocation.run("cat", ["/proc/\(daemon.process.identifier)/status"]).output
      #expect(status.contains("Seccomp:\t2\n"), "\(status)")
      #expect(status.contains("NoNewPrivs:\t1\n"), "\(status)")
    }
  }

  private static let shippedSpeech = """
    [Unit]
    Description=Shipped speech
    [Service]
    Type=forking
    PIDFile=speech-dispatcher/pid/speech-dispatcher.pid
    ExecStart=speech-dispatcher --run-daemon
    """

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

extension UserManager {
  /// Starts a sound server with a null output, and a recorder that writes `heard` to the journal at the first sound.
  fileprivate func startSound() async throws {
    let server = """
      exec pulseaudio -n --exit-idle-time=-1 --daemonize=no --use-pid-file=no -L "module-null-sink sink_name=null" \
      -L module-native-protocol-unix
      """
    let ears = """
      until pactl info > /dev/null 2>&1; do sleep 0.1; done
      parec -d null.monitor --latency-msec=50 --format=s16le --rate=8000 --channels=1 | python3 -c '
      import array, sys
      while max(map(abs, array.array("h", sys.stdin.buffer.read(800)))) < 300: pass
      print("heard", flush=True)
      sys.stdin.buffer.read()'
      """
    for (unit, script) in [("sound", server), ("ears", ears)] {
      let options = ["--user", "--unit=test-\(unit)", "--setenv=PATH"]
      let started = try await run("systemd-run", options + ["--", "sh", "-c", script])
      #expect(started.status == 0, "\(started.errors)")
    }
  }
}
