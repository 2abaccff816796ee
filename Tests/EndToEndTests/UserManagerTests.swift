import Glibc
import LogHandlers
import TestSupport
import TestTraits
import Testing

/// The daemon under a real systemd user manager, with the shipped units.
@Suite(.root, .hangLimit) struct UserManagerTests {
  @Test func `the first command starts the service through its socket, and the service stops cleanly`() async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald()
      #expect(try await manager.property("ActiveState", of: "intervald.service") == "inactive")
      let started = try await manager.intervalctl("start", "lead-in off\n10m run, 10m walk")
      #expect(started.status == 0, "\(started.errors)")
      #expect(try await manager.property("ActiveState", of: "intervald.service") == "active")
      let status = try await manager.property("StatusText", of: "intervald.service")
      #expect(status == "Run 10 min. Next: walk, 10 min. 20:00 left")
      #expect(try await manager.systemctl("stop", "intervald.service").status == 0)
      #expect(try await manager.property("Result", of: "intervald.service") == "success")
      // The socket still exists, because it belongs to the manager. The next command starts the service again, and the
      // service resumes the workout.
      #expect(try await manager.intervalctl("stop").status == 0)
      #expect(try await manager.property("ActiveState", of: "intervald.service") == "active")
    }
  }

  @Test func `the start and the end of a workout are recorded in the journal with their own fields`() async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald()
      _ = try await manager.intervalctl("start", "lead-in 1s\n1s run, 1s walk")
      let cue = try #require(await manager.journalEntry("INTERVALD_EVENT=start"))
      #expect(cue["MESSAGE"] == "Run 1 s")
      #expect(cue["SYSLOG_IDENTIFIER"] == "intervald")
      #expect(cue["INTERVALD_LATENESS_US"].flatMap { UInt($0) } != nil)
      let workout = try #require(cue["INTERVALD_WORKOUT"])
      let end = try #require(await manager.journalEntry("INTERVALD_EVENT=finished", "INTERVALD_WORKOUT=\(workout)"))
      #expect(end["MESSAGE"] == "Workout finished")
    }
  }

  @Test(arguments: [true, false])
  func `a restart of the service during a workout is one line on a terminal, and no command notices it`(
    withSocket: Bool
  ) async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald(withSocket: withSocket)
      let script = #"""
        intervalctl=$0 screen=$1
        plan='600s run, 60s walk'
        tail -f /dev/null | script -qefc "stty columns 80 rows 24; exec $intervalctl start --watch --lead-in off '$plan'" "$screen" \
          > /dev/null & watch=$!
        wait_for() { until grep -qa "$1" "$screen" 2> /dev/null; do sleep 0.05; done; }
        wait_for 'Run 10 min'
        count=0
        for number in 1 2 3; do
          systemctl --user restart intervald.service & restart=$!
          while kill -0 $restart 2> /dev/null; do
            "$intervalctl" status --format '{phase} {number}' | grep -vx 'running 1'
            "$intervalctl" extend 10s > /dev/null && count=$((count + 10))
          done
        done
        wait_for 'intervald has restarted'
        "$intervalctl" status --json | python3 -c '
        import json, sys
        status = json.load(sys.stdin)
        print(status["phase"], status["intervalElapsedMs"] + status["intervalRemainingMs"] - int(sys.argv[1]) * 1000)
        ' $count
        # The view may still be connecting to the third process, and a workout of a few seconds is not in the history.
        "$intervalctl" next > /dev/null
        wait_for 'Walk 1 min'
        "$intervalctl" stop > /dev/null
        wait_for 'Stopped 10m run, 1m walk'
        grep -ca 'lost the connection' "$screen"
        """#
      let run = try await manager.run(
        "bash", ["-c", script, BuiltProgram.path(of: "intervalctl"), manager.folder.path(of: "screen")],
        within: .seconds(60))
      #expect(run.output == "running 600000\n0\n", "\(run.output)\(run.errors)")
      #expect(run.errors == "", "\(run.errors)")
    }
  }

  @Test func `a command names the command that starts a stopped service without a socket`() async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald(withSocket: false)
      #expect(try await manager.intervalctl("status").answer == "Idle")
      #expect(try await manager.systemctl("stop", "intervald.service").status == 0)
      let missing = try await manager.intervalctl("status")
      #expect(
        missing.errors
          == "error: intervald is not running\nhint: start it with: systemctl --user start intervald.service\n")
    }
  }

  @Test func `systemd restarts a killed service`() async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald()
      #expect(try await manager.intervalctl("status").answer == "Idle")
      let first = try await manager.property("MainPID", of: "intervald.service")
      #expect(try await manager.systemctl("kill", "--signal=KILL", "intervald.service").status == 0)
      // No client connects here, because a connection would start the service through its socket.
      let waiting =
        "until [ $(systemctl --user show --property=NRestarts --value intervald.service) = 1 ]; do sleep 0.1; done"
      #expect(try await manager.run("sh", ["-c", waiting]).status == 0)
      #expect(try await manager.intervalctl("status").answer == "Idle")
      #expect(try await manager.property("MainPID", of: "intervald.service") != first)
    }
  }

  @Test func `a crash loop of the service does not stop the socket`() async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald()
      // Clients start the service at once, so these crashes occur in quick succession.
      for _ in 0..<20 {
        #expect(try await manager.intervalctl("status").answer == "Idle")
        try await manager.systemctl("kill", "--signal=KILL", "intervald.service")
      }
      // This daemon ends at every start.
      try await manager.install([
        "intervald.service.d/crash.conf": "[Service]\nExecStart=\nExecStart=/bin/sh -c 'kill -KILL $$$$'\n"
      ])
      // The daemon may have been started once more before the crashes begin.
      _ = try await manager.systemctl("kill", "--signal=KILL", "intervald.service")
      let unreachable = "while \(try BuiltProgram.path(of: "intervalctl")) status; do sleep 0.1; done"
      #expect(try await manager.run("sh", ["-c", unreachable]).status == 0)
      let crashes =
        "until [ $(systemctl --user show --property=NRestarts --value intervald.service) -ge 10 ]; do sleep 0.1; done"
      #expect(try await manager.run("sh", ["-c", crashes]).status == 0)
      #expect(try await manager.property("ActiveState", of: "intervald.socket") == "active")
      try await manager.install(["intervald.service.d/crash.conf": ""])
      let idle = "until [ \"$(\(try BuiltProgram.path(of: "intervalctl")) status)\" = Idle ]; do sleep 0.1; done"
      #expect(try await manager.run("sh", ["-c", idle]).status == 0)
      #expect(try await manager.property("ActiveState", of: "intervald.socket") == "active")
    }
  }

  @Test func `the service runs within the limits of its unit`() async throws {
    try await UserManager.run(of: UserManager.runner) { manager in
      try await manager.installIntervald()
      #expect(try await manager.intervalctl("start", "lead-in off\nopen run").status == 0)
      for (property, value) in [
        ("MemoryHigh", "\(256 << 20)"), ("MemoryMax", "\(512 << 20)"), ("TasksMax", "128"), ("LimitCORE", "0"),
        ("RestartUSec", "500ms"), ("StartLimitBurst", "200"), ("StartLimitIntervalUSec", "10s"),
      ] {
        #expect(try await manager.property(property, of: "intervald.service") == value, "\(property)")
      }
      #expect(try await manager.property("TriggerLimitBurst", of: "intervald.socket") == "200")
      let process = try await manager.property("MainPID", of: "intervald.service")
      let limits = try await manager.run("cat", ["/proc/\(process)/limits"]).answer
      #expect(limits.contains(/Max core file size +0 +0/), "\(limits)")
      let status = try await manager.run("cat", ["/proc/\(process)/status"]).answer
      let threads = try #require(status.firstMatch(of: /Threads:\t(\d+)/).flatMap { Int($0.1) })
      #expect(threads < 64)
    }
  }

  @Test(arguments: ["control.sock", ""])
  func `a deleted socket is restored by the command that doctor shows, and the workout continues`(
    deleted: String
  ) async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald()
      #expect(try await manager.intervalctl("start", "lead-in off\nopen run").status == 0)
      #expect(try await manager.run("rm", ["-r", "\(manager.folder.path)/run/intervald/\(deleted)"]).status == 0)
      let status = try await manager.intervalctl("status")
      #expect(status.status == 69)
      #expect(status.errors.hasSuffix("hint: start it with: systemctl --user restart intervald.socket\n"), "\(status)")
      let report = try await manager.intervalctl("doctor").output
      #expect(report.contains("intervald cannot be reached: "), "\(report)")
      #expect(report.contains("→ systemctl --user restart intervald.socket\n"), "\(report)")
      #expect(try await manager.systemctl("restart", "intervald.socket").status == 0)
      let resumed = try await manager.intervalctl("status")
      #expect(resumed.output.contains("run"), "\(resumed.output)\(resumed.errors)")
      #expect(try await manager.intervalctl("stop").status == 0)
    }
  }

  @Test func `a reload reads the settings again, and the service does not start with invalid settings`() async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald()
      _ = try await manager.intervalctl("start", "open run")
      #expect(try await manager.systemctl("reload", "intervald.service").status == 0)
      _ = try #require(await manager.journalEntry("MESSAGE=Reloaded the settings"))
      try manager.folder.write("sound loud\n", to: "config/intervald/intervald.conf")
      try await manager.systemctl("stop", "intervald.service")
      #expect(try await manager.systemctl("start", "intervald.service").status != 0)
      #expect(try await manager.property("ExecMainStatus", of: "intervald.service") == "78")
      // systemd does not retry the start. A client reports the failure at once. The socket stays active, so the service
      // starts when the settings are valid.
      #expect(try await manager.property("NRestarts", of: "intervald.service") == "0")
      #expect(try await manager.intervalctl("status").status == 69)
      #expect(try await manager.property("ActiveState", of: "intervald.socket") == "active")
      try manager.folder.write("sound on\n", to: "config/intervald/intervald.conf")
      #expect(try await manager.intervalctl("stop").status == 0)
    }
  }

  @Test func `a hook finds intervalctl in an installation that is not in the PATH of the user manager`() async throws {
    try await UserManager.run { manager in
      let prefix = manager.folder.path(of: "home/.local")
      let installed = try await Invocation.run(
        "\(packageRoot)/.ci/files", ["install"],
        environment: [
          "PATH": "/usr/bin:/bin", "PREFIX": prefix, "DESTDIR": "", "STRIP": "no",
          "BUILT": String(try BuiltProgram.path(of: "").dropLast()),
        ])
      #expect(installed.status == 0, "\(installed.errors)")
      let (script, result) = (manager.folder.path(of: "hook.sh"), manager.folder.path(of: "result"))
      try manager.folder.write(
        "command -v intervalctl > \(result).new; intervalctl status --format '{phase}' >> \(result).new\n"
          + "mv \(result).new \(result)\n",
        to: "hook.sh")
      try manager.folder.write("hook start \"/bin/sh\" \"\(script)\"\n", to: "config/intervald/intervald.conf")
      let units = "\(prefix)/share/systemd/user"
      #expect(try await manager.systemctl("link", "\(units)/intervald.service").status == 0)
      #expect(try await manager.systemctl("enable", "--now", "\(units)/intervald.socket").status == 0)
      let client = "\(prefix)/bin/intervalctl"
      #expect(try await manager.run(client, ["start", "lead-in off\n600s run"]).status == 0)
      #expect(try await manager.run("sh", ["-c", "until [ -e \(result) ]; do sleep 0.05; done"]).status == 0)
      #expect(try manager.folder.read("result") == "\(client)\nrunning\n")
      #expect(try await manager.run(client, ["stop"]).status == 0)
    }
  }

  @Test func `the Stop button of a real notification stops a workout that the client started`() async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald()
      try await manager.startDesktop()
      let started = try await manager.intervalctl("start", "lead-in off\n10m run, 30s walk")
      #expect(started.status == 0, "\(started.errors)")
      #expect(!started.errors.contains("Notifications"), "\(started.errors)")
      #expect(try await manager.awaitDisplayedNotifications(1))
      try manager.folder.write("#Stop ", to: "press")
      #expect(try await manager.run("dunstctl", ["context"]).status == 0)
      _ = try #require(await manager.journalEntry("INTERVALD_EVENT=stopped"))
      #expect(try await manager.intervalctl("status").answer == "Idle")
      #expect(try await manager.awaitDisplayedNotifications(0))
    }
  }

  @Test func `the journal marks a failed start as an event of the catalog`() async throws {
    try await UserManager.run { manager in
      try await manager.write("pace run 11:30\n", to: "config/intervald/intervald.conf")
      try await manager.installIntervald()
      _ = try await manager.systemctl("start", "intervald.service")
      let entry = try #require(await manager.journalEntry("MESSAGE_ID=\(CatalogEntry.startFailed.rawValue)"))
      #expect(entry["MESSAGE"]?.contains("intervald.conf:1:15: ") == true)
    }
  }

  @Test func `the socket is in the user's registry of Varlink services`() async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald()
      let link = "$XDG_RUNTIME_DIR/varlink/registry/org.intervald.Workout"
      let same = try await manager.run("sh", ["-c", "test \(link) -ef $XDG_RUNTIME_DIR/intervald/control.sock"])
      #expect(same.status == 0)
    }
  }

  @Test func `systemd-analyze verify reports no problems in the units`() async throws {
    try await UserManager.run { manager in
      try await manager.installIntervald()
      let verdict = try await manager.run(
        "systemd-analyze", ["--user", "--man=no", "verify", "intervald.service", "intervald.socket"])
      #expect(verdict.status == 0, "\(verdict.errors)")
      #expect(verdict.errors.isEmpty)
    }
  }
}
