import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@Suite(.fault, .root, .hangLimit) struct LogFaultTests {
  /// The number of reloads, which log more records than the queue of the log can hold.
  private static let records = 300

  @Test func `a log that is not read delays no cue, and contains the number of missing records when it is read`()
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
      let run = try await FaultRun.start(on: daemon, log: reader.output)
      let cues = FaultSize.of(4, full: 300)
      for _ in 0..<Self.records { _ = try await run.client.reload() }
      try await run.awaitCues(cues)
      try await expectLogWarning(of: run, suffix: " records are missing, because standard error did not accept them")
      let mark = reader.output.count
      try desktop.folder.write("", to: "go")
      _ = try await reader.output.first("the number of missing records", from: mark) {
        $0.contains(" intervald: warning: ") && $0.hasSuffix(" log records are missing here: the log was slow")
      }
      _ = try await run.client.extend(byMilliseconds: 1)
      _ = try await reader.output.first("the latest record", from: mark) { $0.contains("Extended: ") }
      try await run.expectUnaffected("log: \(Self.records) records and \(cues) cues unread")
    }
  }

  @Test func `a hung journal delays no cue, and receives the number of missing records when it resumes`() async throws {
    try await UserManager.run { manager in
      let run = try await startRun(in: manager)
      try await manager.signalJournal("STOP")
      #expect(try await manager.run("python3", ["-c", Self.filler]).answer == "full")
      let cues = FaultSize.of(4, full: 300)
      for _ in 0..<Self.records { _ = try await run.client.reload() }
      try await run.awaitCues(cues)
      try await expectLogWarning(of: run, suffix: " records are missing, because the journal did not accept them")
      try await manager.signalJournal("CONT")
      try await expectMissing(because: "the log was slow", in: manager)
      try await run.awaitCues(1)
      try await run.expectUnaffected("journal: hung for \(Self.records) records and \(cues) cues")
    }
  }

  @Test func `a killed journal delays no cue, and the next journal gets the number of missing records`() async throws {
    try await UserManager.run { manager in
      let run = try await startRun(in: manager)
      try await manager.signalJournal("KILL")
      let cues = FaultSize.of(8, full: 120)
      try await run.awaitCues(cues)
      let restart = "/lib/systemd/systemd-journald < /dev/null > /dev/null 2>&1 &"
      #expect(try await manager.run("sh", ["-c", restart]).status == 0)
      try await expectMissing(because: "they could not be written", in: manager)
      try await run.expectUnaffected("journal: missing for \(cues) cues")
    }
  }

  @Test func `a missing journal socket delays no cue, and the journal receives the number of missing records`()
    async throws
  {
    try await UserManager.run { manager in
      let run = try await startRun(in: manager)
      let (socket, movedSocket) = ("/run/systemd/journal/socket", "/run/systemd/journal/away")
      #expect(try await manager.run("mv", [socket, movedSocket]).status == 0)
      let cues = FaultSize.of(4, full: 120)
      try await run.awaitCues(cues)
      #expect(try await manager.run("mv", [movedSocket, socket]).status == 0)
      try await expectMissing(because: "they could not be written", in: manager)
      try await run.expectUnaffected("journal: its socket missing for \(cues) cues")
    }
  }

  /// Waits for the journal entry that replaces the missing records.
  private func expectMissing(because reason: String, in manager: UserManager) async throws {
    let entry = try await manager.journalEntry("SYSLOG_IDENTIFIER=intervald", "PRIORITY=4")
    let message = try #require(entry?["MESSAGE"])
    #expect(message.hasSuffix(" log records are missing here: \(reason)"), "\(message)")
  }

  private func expectLogWarning(of run: FaultRun, suffix: String) async throws {
    let finding = try #require(await run.client.diagnose().first { $0.subject == "log" })
    #expect(finding.verdict == .warning, "\(finding)")
    #expect(finding.words.hasSuffix(suffix), "\(finding)")
  }

  private func startRun(in manager: UserManager) async throws -> FaultRun {
    try manager.folder.write("notify off\nsound off\n", to: "config/intervald/intervald.conf")
    try await manager.installIntervald()
    #expect(try await manager.intervalctl("status").answer == "Idle")
    return try await FaultRun.start(in: manager)
  }

  /// Makes a pipe at the path in the first argument, and fills the pipe.
  ///
  /// When a file exists at the path in the second argument, the script reads the pipe.
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

  /// Fills the journal's socket with entries that have no message.
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
