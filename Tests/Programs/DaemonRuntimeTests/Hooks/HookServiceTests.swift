import DaemonRuntime
import TestSupport
import TestTraits
import Testing

/// Hooks as services of a real user manager, which takes root.
@Suite(.root, .timeLimit(.minutes(2))) struct HookServiceTests {
  @Test func `arguments arrive byte for byte`() async throws {
    try await HookBench.withManager { bench, _ in try await HookTests.expectArgumentsToArrive(on: bench) }
  }

  @Test func `the environment is the manager's, and the place is the home folder`() async throws {
    try await HookBench.withManager(environment: HookTests.daemonsOwn) { bench, _ in
      try await HookTests.expectEnvironmentToArrive(on: bench)
    }
  }

  @Test func `how it ended is told`() async throws {
    try await HookBench.withManager { bench, _ in try await HookTests.expectEndingsToBeTold(on: bench) }
  }

  @Test func `what cannot be run is told`() async throws {
    try await HookBench.withManager { bench, _ in try await HookTests.expectObstaclesToBeTold(on: bench) }
  }

  @Test func `one that takes too long gets SIGTERM, and then SIGKILL`() async throws {
    let limits = HookLimits(time: .seconds(2), end: .milliseconds(500))
    try await HookBench.withManager(limits: limits) { bench, _ in
      try await HookTests.expectTimeToBeLimited(on: bench)
    }
  }

  @Test func `what it prints is in the journal under its unit, and the unit is forgotten`() async throws {
    try await HookBench.withManager { bench, manager in
      // The journal cannot tell the unit of a process that has gone before its words are read.
      let call = try bench.script("echo out of the hook; until [ -e $folder/go ]; do sleep 0.05; done; exit 4")
      async let outcome = bench.test(call)
      let entry = try #require(await manager.journalEntry("MESSAGE=out of the hook"))
      try bench.folder.write("", to: "go")
      #expect(try await outcome == "\(HookFailure.exited(4))")
      let unit = try #require(entry["_SYSTEMD_USER_UNIT"] ?? entry["USER_UNIT"] ?? entry["_SYSTEMD_UNIT"])
      #expect(unit.hasPrefix("intervald-hook-"), "\(unit)")
      let units = try await manager.systemctl("list-units", "--all", "--no-legend", "intervald-hook-*")
      #expect(units.answer == "")
    }
  }

  @Test func `a hook may do what the hardened daemon may not`() async throws {
    try await UserManager.run { manager in
      let hook = try manager.folder.write(
        "import socket\nsocket.socket(socket.AF_INET)\n", to: "hook")
      let probe = try BuiltProgram.path(of: "HookProbe")
      let shipped = try packageFile("systemd/intervald.service").replacing("Type=notify", with: "Type=oneshot")
        .replacing("Restart=on-failure", with: "Restart=no").replacing("Requires=intervald.socket", with: "")
      try await manager.install([
        "bare.service": shipped.replacing("@BINDIR@/intervald", with: "/usr/bin/python3 \(hook)"),
        "hook.service": shipped.replacing("@BINDIR@/intervald", with: "\(probe) 30000 2000 0 /usr/bin/python3 \(hook)"),
      ])
      #expect(try await manager.systemctl("start", "bare.service").status != 0)
      #expect(try await manager.systemctl("start", "hook.service").status == 0)
      _ = try #require(await manager.journalEntry("MESSAGE=done"))
    }
  }
}
