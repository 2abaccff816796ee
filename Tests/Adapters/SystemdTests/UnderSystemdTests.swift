import TestSupport
import TestTraits
import Testing

/// Tests of the test program `NotifyProbe` as a service of a real user manager; the tests require root.
@Suite(.root, .hangLimit) struct UnderSystemdTests {
  @Test func `the service becomes ready, shows its status, reloads, and stops on request`() async throws {
    try await UserManager.run { manager in
      try await manager.install(["probe.service": unit("ready+status:Hello wait")])
      #expect(try await manager.systemctl("start", "probe").status == 0)
      #expect(try await manager.property("ActiveState", of: "probe") == "active")

      #expect(try await manager.property("StatusText", of: "probe") == "Hello")

      _ = try #require(await manager.journalEntry("MESSAGE=waiting"))
      try await manager.systemctl("kill", "--signal=HUP", "probe")
      // The probe sends its status before it logs, and the manager reads the status before it answers the next call. So
      // after the log record, the manager returns the new status.
      _ = try #require(await manager.journalEntry("MESSAGE=reloaded"))
      #expect(try await manager.property("StatusText", of: "probe") == "Reloaded once")
      #expect(try await manager.property("ActiveState", of: "probe") == "active")

      #expect(try await manager.systemctl("stop", "probe").status == 0)
      #expect(try await manager.property("Result", of: "probe") == "success")
      #expect(try await manager.property("ExecMainStatus", of: "probe") == "0")
    }
  }

  @Test func `a socket is passed to the service that the first client of the socket starts`() async throws {
    try await UserManager.run { manager in
      try await manager.install([
        "probe.socket": "[Socket]\nListenStream=%t/probe/control.sock\nSocketMode=0600\nDirectoryMode=0700\n",
        "probe.service": unit("sockets ready answer answer wait"),
      ])
      #expect(try await manager.systemctl("start", "probe.socket").status == 0)
      #expect(try await manager.property("ActiveState", of: "probe.service") == "inactive")

      let first = try await answer(on: "probe/control.sock", in: manager)
      #expect(first == "answered by \(try await manager.property("MainPID", of: "probe.service"))")
      #expect(try await answer(on: "probe/control.sock", in: manager) == first)
      let words = try await manager.journalEntry("_TRANSPORT=stdout", "SYSLOG_IDENTIFIER=NotifyProbe")
      #expect(words?["MESSAGE"] == "1 taken, unannounced, 0 inheritable")
    }
  }

  @Test func `a journal record has a field for each piece of metadata`() async throws {
    try await UserManager.run { manager in
      try await manager.install(["probe.service": unit("log:begun ready wait")])
      try await manager.systemctl("start", "probe")
      let entry = try #require(await manager.journalEntry("INTERVALD_EVENT=intervalBegan"))
      #expect(entry["MESSAGE"] == "begun")
      #expect(entry["PRIORITY"] == "4")
      #expect(entry["SYSLOG_IDENTIFIER"] == "intervald")
      #expect(entry["INTERVALD_WORKOUT"] == "w1")
      #expect(entry["INTERVALD_LATENESS_US"] == "87")
      #expect(entry["CODE_FILE"] == "NotifyProbe/Probe.swift")
      #expect(entry["_TRANSPORT"] == "journal")
    }
  }

  @Test func `the watchdog ends a silent service, but no service that sends keep-alives or has disabled the watchdog`()
    async throws
  {
    try await UserManager.run { manager in
      try await manager.install([
        "pinging.service": unit("ready keep-alive-forever wait", watchdog: "2s"),
        "off.service": unit("ready+watchdog:0 wait", watchdog: "2s"),
        "silent.service": unit("ready wait", watchdog: "2s"),
      ])
      try await manager.systemctl("start", "pinging", "off")
      #expect(try await manager.property("WatchdogUSec", of: "pinging") == "2s")
      #expect(try await manager.property("WatchdogUSec", of: "off") == "0")

      // The silent service starts last. When the watchdog ends it, the other services have already run for longer than
      // the watchdog's interval.
      try await manager.systemctl("start", "silent")
      let entry = try await manager.journalEntry("USER_UNIT=silent.service", "UNIT_RESULT=watchdog")
      #expect(entry?["MESSAGE"] == "silent.service: Failed with result 'watchdog'.")
      #expect(try await manager.property("ActiveState", of: "pinging") == "active")
      #expect(try await manager.property("ActiveState", of: "off") == "active")
    }
  }

  @Test func `a disabled watchdog can be enabled again`() async throws {
    try await UserManager.run { manager in
      try await manager.install(["probe.service": unit("ready+watchdog:0 watchdog:200000 wait", watchdog: "1h")])
      try await manager.systemctl("start", "probe")
      let entry = try await manager.journalEntry("USER_UNIT=probe.service", "UNIT_RESULT=watchdog")
      #expect(entry != nil)
    }
  }

  @Test func `programs in the same session find the session bus, and the manager removes its files at the end`()
    async throws
  {
    let path = try await UserManager.run { manager in
      let names = try await manager.run("busctl", ["--user", "list", "--no-legend"])
      #expect(names.output.contains("org.freedesktop.systemd1"))
      let address = try await manager.run("systemd-run", ["--user", "--pipe", "--wait", "printenv", "HOME"])
      #expect(address.answer == manager.folder.path(of: "home"))
      return manager.folder.path
    }
    let leftovers = """
      grep --files-with-matches --no-messages '\(path)' /proc/[0-9]*/environ
      find /sys/fs/cgroup -name '\(path.drop { $0 != "i" })'
      ls -d '\(path)'
      """
    #expect(try await Invocation.run("sh", ["-c", leftovers]).output == "")
  }

  @Test func `the shipped units start on demand, reload, restart after a kill and stop, with their hardening`()
    async throws
  {
    try await UserManager.run { manager in
      try await manager.install(ShippedUnits.running(probe: "sockets ready+watchdog:0 log:begun answer wait"))
      #expect(try await manager.systemctl("enable", "--now", "intervald.socket").status == 0)
      #expect(try await manager.property("ActiveState", of: "intervald.socket") == "active")

      let first = try await answer(on: "intervald/control.sock", in: manager)
      #expect(first == "answered by \(try await manager.property("MainPID", of: "intervald.service"))")
      #expect(try await manager.journalEntry("INTERVALD_EVENT=intervalBegan")?["MESSAGE"] == "begun")

      _ = try #require(await manager.journalEntry("MESSAGE=waiting"))
      #expect(try await manager.systemctl("reload", "intervald").status == 0)
      _ = try #require(await manager.journalEntry("MESSAGE=reloaded"))

      try await manager.systemctl("kill", "--signal=KILL", "intervald.service")
      let second = try await answer(on: "intervald/control.sock", in: manager)
      #expect(second.hasPrefix("answered by "))
      #expect(second != first)
      #expect(try await manager.property("NRestarts", of: "intervald.service") == "1")

      #expect(try await manager.systemctl("stop", "intervald.service").status == 0)
      #expect(try await manager.property("Result", of: "intervald.service") == "success")
    }
  }

  /// Connects to a socket in the runtime folder, and reads the answer of the probe.
  private func answer(on socket: String, in manager: UserManager) async throws -> String {
    let client = """
      import os, socket, sys
      connection = socket.socket(socket.AF_UNIX)
      connection.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], sys.argv[1]))
      print(connection.makefile().read())
      """
    return try await manager.run("python3", ["-c", client, socket]).answer
  }

  /// A unit of the type `notify` that runs the probe.
  private func unit(_ arguments: String, watchdog: String = "0") throws -> String {
    """
    [Service]
    Type=notify
    ExecStart=\(try BuiltProgram.path(of: "NotifyProbe")) \(arguments)
    WatchdogSec=\(watchdog)
    TimeoutAbortSec=1
    """
  }
}
