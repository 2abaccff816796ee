import TestSupport
import TestTraits
import Testing

@Suite(.fault, .hangLimit) struct HooksFaultTests {
  @Test(arguments: [
    ("sleeps forever", "until [ -e go ]; do sleep 0.1; done"),
    ("ignores SIGTERM", "trap '' TERM; until [ -e go ]; do sleep 0.1; done"),
    ("forks", "for n in 1 2 3 4; do setsid sh -c 'until [ -e go ]; do sleep 0.5; done' & done; wait"),
    ("prints without end", "until [ -e go ]; do printf '%065536d\\n' 0; sleep 0.01; done"),
  ])
  func `a hook that does not end is reported once, and hooks run again when the earlier hooks have ended`(
    behavior: String, script: String
  ) async throws {
    try await Desktop.with { desktop in
      let folder = try desktop.folder.folder("home")
      let (_, run) = try await startRun(on: desktop, hook: "cd \(folder)\n\(script)\n")
      let cues = FaultSize.of(12, full: 120)
      try await run.awaitCues(cues)
      try await run.expectUnaffected("hooks: a hook that \(behavior), at \(cues) cues")
      try await write("echo again >> \(folder)/ran\n", on: desktop)
      try desktop.folder.write("", to: "home/go")
      let wait = "until [ \"$(grep -c again \(folder)/ran)\" -ge 3 ]; do sleep 0.1; done"
      #expect(try await Invocation.run("sh", ["-c", wait]).status == 0)
    }
  }

  @Test func `a hook that fails at every cue is reported once, and again after a success`() async throws {
    try await Desktop.with { desktop in
      let folder = desktop.folder.path
      let (daemon, run) = try await startRun(on: desktop, hook: "exit 3\n")
      let cues = FaultSize.of(5, full: 60)
      try await run.awaitCues(cues)
      try await write("echo >> \(folder)/ran\n", on: desktop)
      #expect(try await Invocation.run("sh", ["-c", "until [ -s \(folder)/ran ]; do sleep 0.1; done"]).status == 0)
      let mark = daemon.process.errors.count
      try await write("exit 3\n", on: desktop)
      try await daemon.log("failed: exit status 3", from: mark)
      try await run.expectUnaffected("hooks: a hook that fails, at \(cues) cues", problems: 2)
    }
  }

  /// Starts a workout that runs the given shell script as a hook at the start of every interval.
  private func startRun(on desktop: Desktop, hook: String) async throws -> (DaemonProcess, FaultRun) {
    try await write(hook, on: desktop)
    let path = desktop.folder.path(of: "hook")
    try desktop.folder.write(
      "notify off\nsound off\ncue start hook\nhook start \"/bin/sh\" \"\(path)\"\n",
      to: "config/intervald/intervald.conf")
    let daemon = try await DaemonProcess.start(on: desktop)
    return (daemon, try await FaultRun.start(on: daemon))
  }

  /// Replaces the script atomically, so that no shell reads a part of it.
  private func write(_ hook: String, on desktop: Desktop) async throws {
    let path = try desktop.folder.write(hook, to: "hook.next")
    try await desktop.run("mv", [path, desktop.folder.path(of: "hook")])
  }
}
