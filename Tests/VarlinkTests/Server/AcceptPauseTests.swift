import Glibc
import Testing

@testable import Varlink

@Suite(.timeLimit(.minutes(1))) struct AcceptPauseTests {
  /// It takes the whole process's descriptors, and so a process of its own.
  @Test func `without descriptors a server neither spins nor stops, and accepts again once there are some`() async {
    await #expect(processExitsWith: .success) {
      try await withServer { server in
        let bystander = try await Client.connect(to: server.path)
        _ = try await bystander.call("org.varlink.service.GetInfo")
        let waiting = try UnixSocket.make()
        let limit = try Descriptors.limit(to: waiting + 1)
        try UnixSocket.connect(waiting, to: server.path)
        _ = try UnixSocket.send(Call("org.varlink.service.GetInfo").message + [0], on: waiting)

        let before = clock()
        #expect(try !UnixSocket.waitToRead(waiting, for: .milliseconds(1500)))
        #expect(clock() - before < CLOCKS_PER_SEC / 2)
        _ = try await bystander.call("org.varlink.service.GetInfo")

        _ = try Descriptors.limit(to: limit)
        #expect(try UnixSocket.waitToRead(waiting, for: .seconds(10)))
        UnixSocket.close(waiting)
      }
    }
  }

  /// How many descriptors this process may have.
  private enum Descriptors {
    /// Sets the limit, and returns the one before: setrlimit(2).
    static func limit(to count: CInt) throws -> CInt {
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      // Both calls get a structure that outlives them.
      try UnixSocket.check(unsafe getrlimit(resource, &limit), "getrlimit")
      let before = CInt(clamping: limit.rlim_cur)
      limit.rlim_cur = rlim_t(count)
      try UnixSocket.check(unsafe setrlimit(resource, &limit), "setrlimit")
      return before
    }
  }
}
