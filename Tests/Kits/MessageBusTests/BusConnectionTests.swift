import Glibc
import MessageBus
import TestSupport
import TestTraits
import Testing

/// Tests of connections to a private bus with mocked services.
@Suite(.hangLimit) struct BusConnectionTests {
  @Test func `a call returns a reply, or an error with a name and a reason`() async throws {
    try await Desktop.with { desktop in
      let client = BusClient()
      try await client.open(desktop.busAddress)
      let reply = try await client.call(.bus("NameHasOwner", .string("org.freedesktop.DBus")))
      #expect(reply.arguments == [.boolean(true)])
      let error = await #expect(throws: BusError.self) { try await client.call(.bus("NameHasOwner", .int32(1))) }
      #expect(error?.code == .refused)
      #expect(error?.name == "org.freedesktop.DBus.Error.InvalidArgs")
      #expect(error?.reason.contains("GDBus") == false)
    }
  }

  @Test func `a call of a service that does not run fails`() async throws {
    try await Desktop.with { desktop in
      let client = BusClient()
      try await client.open(desktop.busAddress)
      let error = await #expect(throws: BusError.self) { try await client.call(Self.inhibit) }
      #expect(error?.code == .noService)
    }
  }

  @Test func `a call fails at its time limit if the service hangs, and at once if the service ends`() async throws {
    try await Desktop.with { desktop in
      let service = try await MockScreenSaver.start(on: desktop)
      let client = BusClient()
      try await client.open(desktop.busAddress)
      #expect(try await client.call(Self.inhibit).arguments == [.uint32(UInt32(MockScreenSaver.cookie))])
      service.process.send(SIGSTOP)
      let late = await #expect(throws: BusError.self) {
        try await client.call(Self.inhibit, within: .milliseconds(50))
      }
      #expect(late?.code == .notResponding)
      // The bus still replies while the service hangs.
      #expect(try await client.call(.ping).arguments == [])
      async let failure = client.failure(of: Self.inhibit)
      try await service.process.killAndWait()
      #expect(await failure?.code == .noService)
    }
  }

  @Test(arguments: [
    ("unix:path=/nowhere/bus", "cannot use the bus at unix:path=/nowhere/bus: No such file or directory"),
    ("nonsense", "cannot use the bus at nonsense: Address element “nonsense” does not contain a colon (:)"),
  ])
  func `the error for an unusable address of a bus contains a reason`(address: String, words: String) async {
    let error = await #expect(throws: BusError.self) { try await BusClient().open(address) }
    #expect(error?.code == .busUnusable)
    #expect(error?.description == words)
  }

  @Test func `a connection to a bus that hangs fails at the time limit, and does not block later connections`()
    async throws
  {
    try await Desktop.with { desktop in
      desktop.bus.send(SIGSTOP)
      let client = BusClient()
      async let failure = client.failure(toOpen: desktop.busAddress, within: .milliseconds(50))
      await client.openAndRelease(desktop.busAddress)
      #expect(await failure?.code == .notResponding)
      desktop.bus.send(SIGCONT)
      try await client.open(desktop.busAddress)
      #expect(client.closings.elements.isEmpty)
    }
  }

  @Test func `the end of a bus is reported, and pending calls fail`() async throws {
    try await Desktop.with { desktop in
      let client = BusClient()
      try await client.open(desktop.busAddress)
      await client.watch("org.example.Nothing")
      _ = try await client.owners.first("the report that the name has no owner") { $0 == .notOwned }
      desktop.bus.send(SIGSTOP)
      async let failure = client.failure(of: .ping)
      try await desktop.bus.killAndWait()
      let error = await failure
      #expect(error?.code == .busUnusable)
      #expect(error?.description == "the bus has closed the connection")
      _ = try await client.closings.first("the end of the connection") { $0 }
      _ = try await client.owners.first("the report of the lost connection") { $0 == .connectionLost }
    }
  }

  @Test func `a released connection loses its name on the bus`() async throws {
    try await Desktop.with { desktop in
      let (client, other) = (BusClient(), BusClient())
      try await client.open(desktop.busAddress)
      try await other.open(desktop.busAddress)
      await other.watch("org.example.Test")
      #expect(try await client.takeName("org.example.Test"))
      #expect(try await !other.takeName("org.example.Test"))
      await client.close()
      _ = try await other.owners.first("the release of the name", from: 1) { $0 == .notOwned }
      #expect(try await other.takeName("org.example.Test"))
      #expect(try await other.takeName("org.example.Test"))
    }
  }

  @Test func `only subscribed signals are delivered, with their sender and path`() async throws {
    try await Desktop.with { desktop in
      let (client, other) = (BusClient(), BusClient())
      try await client.open(desktop.busAddress)
      try await other.open(desktop.busAddress)
      await client.subscribe(to: "Changed", of: "org.example.Test", at: "/a")
      await client.subscribeAndRelease(to: "Other", of: "org.example.Test")
      // The reply to this call shows that the bus has processed the subscription.
      _ = try await client.call(.ping)
      await other.emit("Changed", of: "org.example.Test", at: "/b", [.int32(1)])
      await other.emit("Other", of: "org.example.Test", at: "/a", [.int32(2)])
      await other.emit("Changed", of: "org.example.Test", at: "/a", [.int32(3), .strings(["x"])])
      let signal = try await client.signals.first("the signal") { _ in true }
      #expect(signal.arguments == [.int32(3), .strings(["x"])])
      #expect(signal.sender.hasPrefix(":"))
    }
  }

  @Test func `a descriptor of a reply stays open after the reply is released`() async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      let logind = try await MockLogind.start(on: bus)
      let client = BusClient()
      try await client.open(bus.address)
      let inhibit = BusCall(
        "Inhibit", of: "org.freedesktop.login1.Manager", at: "/org/freedesktop/login1", on: MockLogind.name,
        ["idle", "test", "testing", "block"].map(Variant.string))
      var reply: BusReply? = try await client.call(inhibit)
      let descriptor = try #require(reply?.descriptors.first)
      #expect(reply?.arguments == [.handle(0)])
      #expect(fcntl(descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
      try await logind.awaitLocks("idle block")
      reply = nil
      #expect(try await logind.locks() == ["idle block"])
      extendLifetime(descriptor)
    }
  }

  @Test func `an exported object answers calls and has properties`() async throws {
    try await Desktop.with { desktop in
      let client = BusClient()
      let requests = Recording<String>()
      try await client.open(desktop.busAddress)
      try await client.export(at: "/test", requests)
      #expect(try await client.takeName("org.example.Test"))
      func busctl(_ arguments: String...) async throws -> Invocation {
        try await Invocation.run(
          "busctl",
          ["--address=\(desktop.busAddress)", arguments[0], "org.example.Test", "/test", "org.example.Test"]
            + arguments.dropFirst())
      }
      #expect(try await busctl("call", "Succeed").status == 0)
      #expect(try await busctl("call", "Fail").errors.contains("nothing to do"))
      #expect(try await busctl("call", "Nothing").status != 0)
      #expect(try await busctl("get-property", "Answer").answer == "x 42")
      #expect(try await busctl("set-property", "Answer", "x", "7").status == 0)
      #expect(
        requests.elements == [
          "call Succeed", "call Fail", "get org.example.Test Answer", "set Answer int64(7)",
        ])
    }
  }

  @Test func `a probe reports whether a bus replies`() async throws {
    try await Desktop.with { desktop in
      let probe = BusProbe()
      #expect(await probe.check(desktop.busAddress, within: generousLimit) == nil)
      desktop.bus.send(SIGSTOP)
      #expect(await probe.check(desktop.busAddress, within: .milliseconds(50))?.code == .notResponding)
      try await desktop.bus.killAndWait()
      #expect(await probe.check(desktop.busAddress, within: generousLimit)?.code == .busUnusable)
    }
  }

  private static let inhibit = BusCall(
    "Inhibit", of: MockScreenSaver.name, at: "/org/freedesktop/ScreenSaver", on: MockScreenSaver.name,
    [.string("test"), .string("testing")])
}
