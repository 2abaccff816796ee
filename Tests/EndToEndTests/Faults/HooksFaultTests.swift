import TestSupport
import TestTraits
import Testing

@Suite(.fault, .timeLimit(.minutes(10))) struct HooksFaultTests {
  @Test(arguments: [
    ("sleeps for ever", "until [ -e go ]; do sleep 0.1; done"),
    ("ignores SIGTERM", "trap '' TERM; until [ -e go ]; do sleep 0.1; done"),
    ("forks", "for n in 1 2 3 4; do setsid sh -c 'until [ -e go ]; do sleep 0.5; done' & done; wait"),
    ("prints without end", "until [ -e go ]; do printf '%065536d\\n' 0; sleep 0.01; done"),
  ])
  func `a hook that hangs is told once, and runs again when those before it have ended`(
    what: String, script: String
  ) async throws {
    try await Desktop.with { desktop in
      let folder = try desktop.folder.folder("home")
      let (_, run) = try await begin(on: desktop, hook: "cd \(folder)\n\(script)\n")
      let cues = FaultSize.of(12, full: 120)
      try await run.pass(cues)
      try await run.expectUnharmed("hooks: one that \(what), at \(cues) cues")
      try await write("echo again >> \(folder)/ran\n", on: desktop)
      try desktop.folder.write("", to: "home/go")
      let question = "until [ \"$(grep -c again \(folder)/ran)\" -ge 3 ]; do sleep 0.1; done"
      #expect(try await Invocation.run("sh", ["-c", question], within: .seconds(60)).status == 0)
    }
  }

  @Test func `a hook that fails at every cue is told once, and once more when it has worked meanwhile`() async throws {
    try await Desktop.with { desktop in
      let folder = desktop.folder.path
      let (daemon, run) = try await begin(on: desktop, hook: "exit 3\n")
      let cues = FaultSize.of(5, full: 60)
      try await run.pass(cues)
      try await write("echo >> \(folder)/ran\n", on: desktop)
      #expect(try await Invocation.run("sh", ["-c", "until [ -s \(folder)/ran ]; do sleep 0.1; done"]).status == 0)
      let log = daemon.process.errors.count
      try await write("exit 3\n", on: desktop)
      try await daemon.log("failed: exit status 3", from: log)
      try await run.expectUnharmed("hooks: one that fails, at \(cues) cues", problems: 2)
    }
  }

  /// Starts the workout with a hook at every interval, a shell script in the file `hook`.
  private func begin(on desktop: Desktop, hook: String) async throws -> (DaemonProcess, FaultRun) {
    try await write(hook, on: desktop)
    let path = desktop.folder.path(of: "hook")
    try desktop.folder.write(
      "notify off\nsound off\ncue start hook\nhook start \"/bin/sh\" \"\(path)\"\n",
      to: "config/intervald/intervald.conf")
    let daemon = try await DaemonProcess.start(on: desktop)
    return (daemon, try await FaultRun.begin(on: daemon))
  }

  /// Writes the script, of which no shell that begins meanwhile sees less than all.
  private func write(_ hook: String, on desktop: Desktop) async throws {
    let path = try desktop.folder.write(hook, to: "hook.next")
    try await desktop.run("mv", [path, desktop.folder.path(of: "hook")])
  }
}
