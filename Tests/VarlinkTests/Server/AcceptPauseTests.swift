import Glibc
import TestSupport
import Testing

@testable import Varlink

@Suite(.timeLimit(.minutes(1)), .ownProcess) struct AcceptPauseTests {
  /// It takes the whole process's descriptors, and so a process of its own.
  @Test func `without descriptors a server neither spins nor stops, and accepts again once there are some`() async {
    await #expect(processExitsWith: .success) {
      try await withServer { server in
        let bystander = try await Client.connect(to: server.path)
        _ = try await bystander.call("org.varlink.service.GetInfo")
        let last = try UnixSocket.make()
        let limit = try Descriptors.limit(to: last + 1)
        UnixSocket.close(last)
        let waiting = try RawPeer(path: server.path)
        try await waiting.send(Call("org.varlink.service.GetInfo").message + [0])

        let before = clock()
        #expect(try await !waiting.hasReply(within: .milliseconds(1500)))
        #expect(clock() - before < CLOCKS_PER_SEC / 2)
        _ = try await bystander.call("org.varlink.service.GetInfo")

        _ = try Descriptors.limit(to: limit)
        #expect(try await waiting.hasReply(within: .seconds(10)))
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
