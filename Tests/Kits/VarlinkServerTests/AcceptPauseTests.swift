import Concurrency
import Glibc
import TestSupport
import TestTraits
import Testing

@testable import Varlink
@testable import VarlinkServer

@Suite(.hangLimit, .ownProcess) struct AcceptPauseTests {
  /// The test uses all descriptors of its process, and therefore runs in a separate process.
  @Test func `a server without free descriptors does not spin or stop, and later accepts connections`() async {
    await #expect(processExitsWith: .success) {
      // On the default executor, libdispatch can end the process; see `TaskQueue`.
      try await withTaskExecutorPreference(TaskQueue(label: "test")) {
        try await withServer { server in
          let bystander = try await server.connect()
          _ = try await bystander.call("org.varlink.service.GetInfo")
          let waiting = try await Descriptors.withFew(1) {
            let waiting = try RawPeer(path: server.path)
            try await waiting.send(Call("org.varlink.service.GetInfo").message + [0])

            let start = clock()
            #expect(try await !waiting.hasReply(within: .milliseconds(1500)))
            #expect(clock() - start < CLOCKS_PER_SEC / 2)
            _ = try await bystander.call("org.varlink.service.GetInfo")
            return waiting
          }
          #expect(try await waiting.hasReply(within: generousLimit))
        }
      }
    }
  }
}
