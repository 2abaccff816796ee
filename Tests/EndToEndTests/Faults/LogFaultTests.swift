import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@Suite(.fault, .root, .timeLimit(.minutes(10))) struct LogFaultTests {
  /// How many settings are read again, each of which is a record: more than may wait.
  private static let records = 300

  @Test func `a log that nobody reads holds nothing up, and says how much is missing when it is read again`()
    async throws
  {
    try await Desktop.with { desktop in
      try desktop.folder.write("notify off\nsound off\n", to: "config/intervald/intervald.conf")
      let (path, go) = (desktop.folder.path(of: "log"), desktop.folder.path(of: "go"))
      let reader = try await desktop.processes.start(
        "python3", ["-c", Self.reader, path, go], environment: desktop.environment)
      _ = try await reader.output.first("the full pipe") { $0 == "full" }
      let daemon = DaemonProcess(
        process: try await desktop.processes.start(
          "sh", ["-c", "exec \"$0\" 2> \"$1\"", BuiltProgram.path(of: "intervald"), path],
          environment: desktop.environment),
        environment: desktop.environment)
      let answers = "until \"$0\" status > /dev/null 2>&1; do sleep 0.05; done"
      try await desktop.run("sh", ["-c", answers, BuiltProgram.path(of: "intervalctl")])
      let run = try await FaultRun.begin(on: daemon, log: reader.output)
      let cues = FaultSize.of(4, full: 300)
      for _ in 0..<Self.records { try await run.client.reload() }
      try await run.pass(cues)
      try await expectDoctor(of: run, tells: " records are missing, because standard error did not accept them")
      let mark = reader.output.count
      try desktop.folder.write("", to: "go")
      _ = try await reader.output.first("what is missing", from: mark) {
        $0.hasPrefix("intervald: warning: ") && $0.hasSuffix(" log records are missing here: the log was slow")
      }
      _ = try await run.client.extend(byMilliseconds: 1)
      _ = try await reader.output.first("the latest", from: mark) { $0.contains("Extended: ") }
      try await run.expectUnharmed("log: \(Self.records) records and \(cues) cues unread")
    }
  }

  @Test func `a journal that hangs holds nothing up, and gets what there is when it goes on`() async throws {
    try await UserManager.run { manager in
      let run = try await begin(in: manager)
      try await manager.signalJournal("STOP")
      #expect(try await manager.run("python3", ["-c", Self.filler]).answer == "full")
      let cues = FaultSize.of(4, full: 300)
      for _ in 0..<Self.records { try await run.client.reload() }
      try await run.pass(cues)
      try await expectDoctor(of: run, tells: " records are missing, because the journal did not accept them")
      try await manager.signalJournal("CONT")
      try await expectMissing(because: "the log was slow", in: manager)
      try await run.pass(1)
      try await run.expectUnharmed("journal: stopped for \(Self.records) records and \(cues) cues")
    }
  }

  @Test func `a journal that has gone is of no account, and the next one is told how much is missing`() async throws {
    try await UserManager.run { manager in
      let run = try await begin(in: manager)
      try await manager.signalJournal("KILL")
      let cues = FaultSize.of(8, full: 120)
      try await run.pass(cues)
      let restart = "/lib/systemd/systemd-journald < /dev/null > /dev/null 2>&1 &"
      #expect(try await manager.run("sh", ["-c", restart]).status == 0)
      try await expectMissing(because: "they could not be written", in: manager)
      try await run.expectUnharmed("journal: gone for \(cues) cues")
    }
  }

  @Test func `a journal whose socket has gone is of no account, and is told how much is missing`() async throws {
    try await UserManager.run { manager in
      let run = try await begin(in: manager)
      let (socket, away) = ("/run/systemd/journal/socket", "/run/systemd/journal/away")
      #expect(try await manager.run("mv", [socket, away]).status == 0)
      let cues = FaultSize.of(4, full: 120)
      try await run.pass(cues)
      #expect(try await manager.run("mv", [away, socket]).status == 0)
      try await expectMissing(because: "they could not be written", in: manager)
      try await run.expectUnharmed("journal: its socket gone for \(cues) cues")
    }
  }

  /// Waits for what the journal has in the place of what is missing.
  private func expectMissing(because reason: String, in manager: UserManager) async throws {
    let entry = try await manager.journalEntry("SYSLOG_IDENTIFIER=intervald", "PRIORITY=4", within: .seconds(60))
    let words = try #require(entry?["MESSAGE"])
    #expect(words.hasSuffix(" log records are missing here: \(reason)"), "\(words)")
  }

  private func expectDoctor(of run: FaultRun, tells words: String) async throws {
    let finding = try #require(await run.client.diagnose().first { $0.subject == "log" })
    #expect(finding.verdict == .warning && finding.words.hasSuffix(words), "\(finding)")
  }

  private func begin(in manager: UserManager) async throws -> FaultRun {
    try manager.folder.write("notify off\nsound off\n", to: "config/intervald/intervald.conf")
    try await manager.installIntervald()
    #expect(try await manager.intervalctl("status").answer == "Idle")
    return try await FaultRun.begin(in: manager)
  }

  /// Makes a pipe, fills it, and reads it when it may.
  private static let reader = """
    import os, sys, time
    os.mkfifo(sys.argv[1])
    pipe = os.open(sys.argv[1], os.O_RDWR | os.O_NONBLOCK)
    try:
        while True: os.write(pipe, b"x" * 4095 + b"\\n")
    except BlockingIOError: print("full", flush=True)
    while not os.path.exists(sys.argv[2]): time.sleep(0.05)
    os.set_blocking(pipe, True)
    while data := os.read(pipe, 65536): os.write(1, data)
    """

  /// Fills the journal's socket with what it takes for nothing.
  private static let filler = """
    import socket
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    journal.setblocking(False)
    try:
        while True: journal.sendto(b"X=1\\n", "/run/systemd/journal/socket")
    except BlockingIOError: print("full")
    """
}

extension UserManager {
  /// Sends a signal to the journal.
  fileprivate func signalJournal(_ signal: String) async throws {
    #expect(try await run("sh", ["-c", "kill -\(signal) $(pidof systemd-journald)"]).status == 0)
  }
}
