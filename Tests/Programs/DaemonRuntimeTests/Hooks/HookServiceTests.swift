import DaemonRuntime
import TestSupport
import TestTraits
import Testing

/// Hooks as services of a real user manager; the tests require root.
@Suite(.root, .hangLimit) struct HookServiceTests {
  @Test func `arguments arrive unchanged`() async throws {
    try await HookFixture.withManager { fixture, _ in try await fixture.expectUnchangedArguments() }
  }

  @Test func `a hook runs in the home folder with the manager's environment`() async throws {
    try await HookFixture.withManager(environment: HookFixture.daemonEnvironment) { fixture, _ in
      try await fixture.expectHookEnvironment()
    }
  }

  @Test func `a hook finds intervalctl wherever it is installed`() async throws {
    try await HookFixture.withManager { fixture, _ in try await fixture.expectOwnProgramsFound() }
  }

  @Test func `a hook runs with any character in its arguments and its environment`() async throws {
    @Sendable func text(_ values: [Int]) -> String {
      String(String.UnicodeScalarView(values.compactMap { Unicode.Scalar(UInt32($0)) }))
    }
    try await HookFixture.withManager { fixture, _ in
      let call = try fixture.script(
        "printf '%s|%s' \"$1\" \"$INTERVALD_LABEL\" > $folder/texts", [text([0x61, 0xFFFE, 0x62])],
        environment: ["INTERVALD_LABEL": text([0x63, 0xFDD0, 0x10FFFF, 0x64])])
      #expect(try await fixture.test(call) == nil)
      #expect(try fixture.folder.read("texts") == "a b|c  d")
      for start in Array(stride(from: 0xA0, to: 0x10000, by: 0x3000)) + [0x1F000, 0x10F000] {
        let all = text(Array(start..<min(start + 0x3000, 0x110000)))
        let call = try fixture.script("[ -n \"$1\" ]", [all], environment: ["INTERVALD_LABEL": all])
        #expect(try await fixture.test(call) == nil, "from U+\(String(start, radix: 16))")
      }
    }
  }

  @Test func `the exit status of a hook is reported`() async throws {
    try await HookFixture.withManager { fixture, _ in try await fixture.expectExitStatuses() }
  }

  @Test func `a program that cannot be run is reported`() async throws {
    try await HookFixture.withManager { fixture, _ in try await fixture.expectUnusablePrograms() }
  }

  @Test func `a hook that exceeds its time limit receives SIGTERM, then SIGKILL`() async throws {
    let limits = HookLimits(time: .seconds(2), end: .milliseconds(500))
    try await HookFixture.withManager(limits: limits) { fixture, _ in try await fixture.expectTimeLimit() }
  }

  @Test func `the output of a hook is in the journal under its unit, and the unit is unloaded`() async throws {
    try await HookFixture.withManager { fixture, manager in
      // The hook waits for a file, because the journal finds the unit of a process only while the process runs.
      let call = try fixture.script("echo out of the hook; until [ -e $folder/go ]; do sleep 0.05; done; exit 4")
      async let outcome = fixture.test(call)
      let entry = try #require(await manager.journalEntry("MESSAGE=out of the hook"))
      try fixture.folder.write("", to: "go")
      #expect(try await outcome == "\(HookFailure.exited(4))")
      let unit = try #require(entry["_SYSTEMD_USER_UNIT"] ?? entry["USER_UNIT"] ?? entry["_SYSTEMD_UNIT"])
      #expect(unit.hasPrefix("intervald-hook-"), "\(unit)")
      let units = try await manager.systemctl("list-units", "--all", "--no-legend", "intervald-hook-*")
      #expect(units.answer == "")
    }
  }

  @Test func `a hook is not restricted by the hardening of the daemon`() async throws {
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
