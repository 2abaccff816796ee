import Glibc
import TestSupport
import TestTraits
import Testing

/// What the units ask of a user's manager, and what that makes of it, for a user who may do no more than any.
@Suite(.root, .timeLimit(.minutes(3))) struct HardeningTests {
  /// Settings, and the status with which a unit ends that has them.
  private static let refused: [([String], CInt)] =
    ["CapabilityBoundingSet=", "PrivateDevices=yes", "ProtectClock=yes", "ProtectKernelLogs=yes"].map { ([$0], 218) }
    + [
      (["ProtectKernelModules=yes"], 218), (["User=root"], 216), (["SupplementaryGroups=audio"], 216),
      (["DynamicUser=yes"], 217), (["RootDirectory=/"], 210), (["PrivateUsers=yes", "User=root"], 216),
      (["PrivateUsers=yes", "SupplementaryGroups=audio"], 216), (["PrivateUsers=yes", "DynamicUser=yes"], 217),
    ]

  /// Settings that change nothing, and the one of the example that has them change something, where there is one.
  private static let idle: [(setting: String, isOfExample: Bool)] =
    [
      "PrivateMounts=yes", "PrivateNetwork=yes", "PrivateTmp=yes", "ProtectControlGroups=yes", "ProtectHome=read-only",
      "ProtectHostname=yes", "ProtectKernelTunables=yes", "ProtectSystem=strict",
    ].map { ($0, true) } + [("DeviceAllow=/dev/null", false), ("IPAddressDeny=any", false)]

  @Test(.enabled("newer managers can do more", { try await isVersion252 }))
  func `a user's manager makes of each directive what the unit says`() async throws {
    try await UserManager.run(of: UserManager.runner) { manager in
      func namespaces(_ settings: [String]) async throws -> Invocation {
        let options = ["--user", "--quiet", "--pipe", "--wait"] + settings.map { "--property=\($0)" }
        return try await manager.run(
          "systemd-run", options + ["readlink", "/proc/self/ns/mnt", "/proc/self/ns/net", "/proc/self/ns/uts"])
      }
      for (settings, status) in Self.refused {
        #expect(try await namespaces(settings).status == status, "\(settings)")
      }
      let usual = try await namespaces([])
      #expect(usual.status == 0 && usual.answer.hasPrefix("mnt:"))
      for (setting, isOfExample) in Self.idle {
        #expect(try await namespaces([setting]).output == usual.output, "\(setting)")
        let own = try await namespaces(["PrivateUsers=yes", setting])
        #expect(own.status == 0 && (own.output != usual.output) == isOfExample, "\(setting)")
      }
      for setting in ["ProtectProc=invisible", "ProcSubset=pid"] {
        let files = try await manager.run(
          "systemd-run",
          [
            "--user", "--quiet", "--pipe", "--wait", "--property=PrivateUsers=yes", "--property=\(setting)", "cat",
            "/proc/sys/kernel/ostype", "/proc/1/comm",
          ])
        #expect(files.status == 0, "\(setting)")
      }
    }
  }

  @Test func `with the example of more hardening everything works, and hooks are not held by it`() async throws {
    try await UserManager.run(of: UserManager.runner) { manager in
      try await manager.write("", to: "home/.local/state/intervald/.keep")
      try await manager.install([
        "intervald.service.d/hardening.conf": try packageFile("systemd/hardening.conf"),
        "intervald.service.d/test.conf": """
        [Service]
        UnsetEnvironment=XDG_STATE_HOME
        Environment=XDG_DATA_DIRS=\(packageRoot)/share:/usr/local/share:/usr/share
        # What is built may lie in /tmp, of which the unit has one of its own.
        BindReadOnlyPaths=\(packageRoot)
        """,
      ])
      try await manager.installIntervald()
      let hook = "stat --format %u /etc/passwd > /run/manager/hook && touch /run/manager/hook.done"
      try await manager.write("hook start \"/bin/sh\" \"-c\" \"\(hook)\"\n", to: "config/intervald/intervald.conf")
      try await manager.write("lead-in off\n60s run\n", to: "config/intervald/plans/easy.plan")
      // Settings of root's, which looks like nobody in the daemon's user namespace.
      let settings = manager.folder.path(of: "config/intervald/intervald.conf")
      #expect(unsafe chown(settings, 0, 0) == 0 && chmod(settings, 0o644) == 0)

      // The sound server is this user's; notifications have no server here.
      let sinks = "until pactl list short sinks | grep --quiet null; do sleep 0.1; done"
      #expect(try await manager.run("sh", ["-c", sinks]).status == 0)
      let heard = try await manager.intervalctl("test-cues", "run")
      #expect(heard.output.contains(/sound +works/), "\(heard.output)\(heard.errors)")
      let started = try await manager.intervalctl("start", "easy")
      #expect(started.status == 0, "\(started.errors)")
      let done = "until [ -e /run/manager/hook.done ]; do sleep 0.05; done"
      #expect(try await manager.run("sh", ["-c", done]).status == 0)
      #expect(try manager.folder.read("hook") == "0\n")
      let player = try await manager.run("busctl", ["--user", "status", "org.mpris.MediaPlayer2.intervald"])
      #expect(player.status == 0, "\(player.errors)")

      let process = try await manager.property("MainPID", of: "intervald.service")
      let status = try await manager.run("cat", ["/proc/\(process)/status"]).answer
      for line in ["CapBnd:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"] {
        #expect(status.contains("\(line)\n"), "\(line)")
      }
      let mounts = try await manager.run("cat", ["/proc/\(process)/mountinfo"]).answer.split(separator: "\n")
      #expect(mounts.contains { $0.contains(" / ro") })
      #expect(mounts.contains { $0.contains(" /run/user/\(UserManager.runner)/intervald rw") })
      #expect(mounts.contains { $0.contains(" /run/manager/home/.local/state/intervald rw") })

      // What it remembers, it finds again.
      #expect(try await manager.systemctl("restart", "intervald.service").status == 0)
      _ = try await manager.intervalctl("stop")
      let again = try await manager.intervalctl("start")
      #expect(again.status == 0 && again.output.contains("easy"), "\(again.output)\(again.errors)")
    }
  }

  private static var isVersion252: Bool {
    get async throws { try await Invocation.run("systemctl", ["--version"]).output.hasPrefix("systemd 252 ") }
  }
}
