import Glibc
import Systemd
import TestSupport
import Testing

/// Tests of the notifier, which runs in a separate process because the notifier reads the environment.
@Suite struct SystemdNotifierTests {
  @Test func `states arrive in order, and states that are sent together arrive in one message`() async throws {
    let scratch = try TemporaryFolder()
    let socket = try NotificationSocket(path: scratch.path(of: "notify"))
    let probe = try await probe(
      ["ready+watchdog:0+status:No workout", "watchdog:500000", "keep-alive", "reloading", "ready", "stopping"],
      ["NOTIFY_SOCKET": socket.path])
    #expect(probe.status == 0, "\(probe.output)")
    var messages: [String] = []
    for await message in socket.messages {
      messages.append(message)
      if message == "STOPPING=1" { break }
    }
    #expect(
      messages == [
        "READY=1\nWATCHDOG_USEC=0\nSTATUS=No workout", "WATCHDOG_USEC=500000", "WATCHDOG=1", "RELOADING=1", "READY=1",
        "STOPPING=1",
      ])
  }

  @Test func `a state is sent to an abstract address`() async throws {
    let socket = try NotificationSocket(path: "@intervald-notifier-\(getpid())")
    _ = try await probe(["ready"], ["NOTIFY_SOCKET": socket.path])
    #expect(await socket.message(with: "READY=1") != nil)
  }

  @Test func `a keep-alive needs no free descriptor`() async throws {
    let scratch = try TemporaryFolder()
    let socket = try NotificationSocket(path: scratch.path(of: "notify"))
    let probe = try await probe(["no-descriptor", "keep-alive"], ["NOTIFY_SOCKET": socket.path])
    #expect(probe.status == 0, "\(probe.output)")
    #expect(await socket.message(with: "WATCHDOG=1") != nil)
  }

  @Test func `trying to notify does not wait for a service manager that does not read`() async throws {
    let scratch = try TemporaryFolder()
    let path = scratch.path(of: "notify")
    let manager = try NotificationSocket.bind(to: path)
    defer { close(manager) }
    let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": path])
    var sent = 0
    while try notifier.tryNotify([.keepAlive]) { sent += 1 }
    #expect(sent > 0)
  }

  @Test func `notifying has no effect without a service manager`() async throws {
    let probe = try await probe(["ready", "keep-alive"], [:])
    #expect(probe.status == 0)
    #expect(probe.output.isEmpty)
  }

  @Test func `notifying fails with the system's reason if the service manager's socket cannot be used`() async throws {
    let probe = try await probe(["ready"], ["NOTIFY_SOCKET": "/nowhere/notify"])
    #expect(probe.answer == "cannot notify the service manager of READY=1: No such file or directory")
    let long = try await self.probe(["ready"], ["NOTIFY_SOCKET": "/" + String(repeating: "n", count: 200)])
    #expect(long.answer == "cannot notify the service manager of READY=1: File name too long")
  }

  @Test(arguments: [
    ([:], "none"),
    (["WATCHDOG_USEC": "10000000"], "10.0 seconds"),
    (["WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "1"], "none"),
    (["WATCHDOG_USEC": "soon"], "cannot read the watchdog's interval from WATCHDOG_USEC: Invalid argument"),
  ])
  func `the watchdog's interval is used only if it is meant for this process`(
    environment: [String: String], answer: String
  )
    async throws
  {
    #expect(try await probe(["interval"], environment).answer == answer)
  }

  private func probe(_ arguments: [String], _ environment: [String: String]) async throws -> Invocation {
    try await Invocation.run(BuiltProgram.path(of: "NotifyProbe"), arguments, environment: environment)
  }
}

@Suite struct ServiceStateTests {
  @Test(arguments: [
    (ServiceState.ready, "READY=1"),
    (.reloading, "RELOADING=1"),
    (.stopping, "STOPPING=1"),
    (.keepAlive, "WATCHDOG=1"),
    (.watchdog(.seconds(10)), "WATCHDOG_USEC=10000000"),
    (.watchdog(.milliseconds(1_500)), "WATCHDOG_USEC=1500000"),
    (.watchdog(.nanoseconds(1)), "WATCHDOG_USEC=1"),
    (.watchdog(nil), "WATCHDOG_USEC=0"),
    (.status("Run 30 s, round 3 of 8"), "STATUS=Run 30 s, round 3 of 8"),
    (.status("Run\nREADY=1\u{1B}[2J"), "STATUS=Run\\nREADY=1\\u{1B}[2J"),
  ])
  func `each state is one line of the protocol`(state: ServiceState, line: String) {
    #expect(state.assignment == line)
  }

  @Test func `a long status is cut`() {
    let state = ServiceState.status(String(repeating: "é", count: 10_000))
    #expect(state.assignment == "STATUS=\(String(repeating: "é", count: 256))…")
  }
}

@Suite struct RecordingServiceNotifierTests {
  @Test func `states that are sent together stay together`() throws {
    let notifier = RecordingServiceNotifier()
    try notifier.notify([.ready, .status("No workout")])
    try notifier.notify([.keepAlive])
    #expect(notifier.messages == [[.ready, .status("No workout")], [.keepAlive]])
  }

  @Test func `the notifier fails with the given error`() throws {
    let notifier = RecordingServiceNotifier()
    let failure = SystemdError(.notNotified, errno: ENOBUFS, subject: "READY=1")
    notifier.fail(with: failure)
    #expect(throws: failure) { try notifier.notify([.ready]) }
    notifier.fail(with: nil)
    try notifier.notify([.ready])
    #expect(notifier.messages == [[.ready], [.ready]])
  }
}
