import Glibc
import Systemd
import TestSupport
import Testing

/// The notifier in a process of its own, because it reads the environment.
@Suite struct SystemdNotifierTests {
  @Test func `states arrive in order, and those that are sent together arrive in one message`() async throws {
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

  @Test func `an abstract address works`() async throws {
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

  @Test func `notifying does nothing if there is no service manager`() async throws {
    let probe = try await probe(["ready", "keep-alive"], [:])
    #expect(probe.status == 0)
    #expect(probe.output.isEmpty)
  }

  @Test func `a service manager that does not listen is an error with the system's reason`() async throws {
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
  func `the watchdog's interval applies to this process only`(environment: [String: String], answer: String)
    async throws
  {
    #expect(try await probe(["interval"], environment).answer == answer)
  }

  private func probe(_ arguments: [String], _ environment: [String: String]) async throws -> Invocation {
    try await Invocation.run(BuiltProgram.path(of: "NotifyProbe"), arguments, environment: environment)
  }
}
