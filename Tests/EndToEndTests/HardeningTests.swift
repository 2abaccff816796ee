import FoundationEssentials
import Glibc
import TestSupport
import TestTraits
import Testing

/// Tests of systemd's hardening directives in units of an unprivileged user.
@Suite(.root, .hangLimit) struct HardeningTests {
  private static let hasSoundUnit = ["pulseaudio", "pipewire-pulse"].contains {
    FileManager.default.fileExists(atPath: "/usr/lib/systemd/user/\($0).socket")
  }

  /// Settings that prevent the start of a unit, and the resulting exit status.
  private static let rejected: [([String], CInt)] =
    ["CapabilityBoundingSet=", "PrivateDevices=yes", "ProtectClock=yes", "ProtectKernelLogs=yes"].map { ([$0], 218) }
    + [
      (["ProtectKernelModules=yes"], 218), (["User=root"], 216), (["SupplementaryGroups=audio"], 216),
      (["DynamicUser=yes"], 217), (["RootDirectory=/"], 210), (["PrivateUsers=yes", "User=root"], 216),
      (["PrivateUsers=yes", "SupplementaryGroups=audio"], 216), (["PrivateUsers=yes", "DynamicUser=yes"], 217),
    ]

  /// Settings that have no effect alone, and whether each setting has an effect together with `PrivateUsers=yes`.
  private static let ineffective: [(setting: String, requiresPrivateUsers: Bool)] =
    [
      "PrivateMounts=yes", "PrivateNetwork=yes", "PrivateTmp=yes", "ProtectControlGroups=yes", "ProtectHome=read-only",
      "ProtectHostname=yes", "ProtectKernelTunables=yes", "ProtectSystem=strict",
    ].map { ($0, true) } + [("DeviceAllow=/dev/null", false), ("IPAddressDeny=any", false)]

  @Test(.enabled("requires systemd 252, because later versions support more directives", { try await isVersion252 }))
  func `in a user manager, each directive has the effect that the unit's comments describe`() async throws {
    try await UserManager.run(of: UserManager.runner) { manager in
      func namespaces(_ settings: [String]) async throws -> Invocation {
        let options = ["--user", "--quiet", "--pipe", "--wait"] + settings.map { "--property=\($0)" }
        return try await manager.run(
          "systemd-run", options + ["readlink", "/proc/self/ns/mnt", "/proc/self/ns/net", "/proc/self/ns/uts"])
      }
      for (settings, status) in Self.rejected {
        #expect(try await namespaces(settings).status == status, "\(settings)")
      }
      let usual = try await namespaces([])
      #expect(usual.status == 0)
      #expect(usual.answer.hasPrefix("mnt:"))
      for (setting, requiresPrivateUsers) in Self.ineffective {
        #expect(try await namespaces([setting]).output == usual.output, "\(setting)")
        let sandboxed = try await namespaces(["PrivateUsers=yes", setting])
        #expect(sandboxed.status == 0, "\(setting)")
        #expect((sandboxed.output != usual.output) == requiresPrivateUsers, "\(setting)")
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

  @Test(.sharedClone, .enabled(if: hasSoundUnit, "requires a sound server that the user manager starts"))
  func `the daemon works with hardening.conf, and hooks run outside its sandbox`() async throws {
    try await UserManager.run(of: UserManager.runner) { manager in
      try await manager.write("", to: "home/.local/state/intervald/.keep")
      try await manager.install([
        "intervald.service.d/hardening.conf": try packageFile("systemd/hardening.conf"),
        "intervald.service.d/test.conf": """
        [Service]
        UnsetEnvironment=XDG_STATE_HOME
        Environment=XDG_DATA_DIRS=\(packageRoot)/share:/usr/local/share:/usr/share
        # The build folder can be in /tmp, which is private in the unit.
        BindReadOnlyPaths=\(packageRoot)
        """,
      ])
      try await manager.installIntervald()
      let hook = "stat --format %u /etc/passwd > /run/manager/hook && touch /run/manager/hook.done"
      try await manager.write("hook start \"/bin/sh\" \"-c\" \"\(hook)\"\n", to: "config/intervald/intervald.conf")
      try await manager.write("lead-in off\nopen run\n", to: "config/intervald/plans/easy.plan")
      // The settings file belongs to root. In the daemon's user namespace, the file seems to belong to user 65534.
      let settings = manager.folder.path(of: "config/intervald/intervald.conf")
      #expect(unsafe chown(settings, 0, 0) == 0)
      #expect(unsafe chmod(settings, 0o644) == 0)

      // The user manager starts a sound server for this user. No notification server runs.
      // PipeWire has a default output only when its session manager is ready.
      let sinks = """
        until pactl get-default-sink | grep --quiet null; do sleep 0.1; done
        pactl load-module module-null-sink sink_name=out
        until [ "$(pactl get-default-sink)" = out ]; do pactl set-default-sink out; sleep 0.1; done
        """
      #expect(try await manager.run("sh", ["-c", sinks]).status == 0)
      let report = try await manager.intervalctl("test-cues", "run")
      #expect(report.output.contains(/sound +works/), "\(report.output)\(report.errors)")
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

      // The daemon reads its saved state after a restart.
      #expect(try await manager.systemctl("restart", "intervald.service").status == 0)
      _ = try await manager.intervalctl("stop")
      let again = try await manager.intervalctl("start")
      #expect(again.status == 0, "\(again.errors)")
      #expect(again.output.contains("easy"), "\(again.output)\(again.errors)")
    }
  }

  private static var isVersion252: Bool {
    get async throws { try await Invocation.run("systemctl", ["--version"]).output.hasPrefix("systemd 252 ") }
  }
}
