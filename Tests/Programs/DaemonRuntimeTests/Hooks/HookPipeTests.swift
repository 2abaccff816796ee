import Dispatch
import SystemPackage
import TestSupport
import Testing

@testable import DaemonRuntime

@Suite(.timeLimit(.minutes(1))) struct HookPipeTests {
  @Test(arguments: [false, true])
  func `a pipe has not ended while a line is being reported, also in a task that is cancelled`(
    isCancelled: Bool
  ) async throws {
    let happenings = Recording<String>()
    let ended = DispatchSemaphore(value: 0)
    let pipe = try HookPipe(lineLimit: 1) { line in
      happenings.append("line")
      // An end that does not wait for the report comes within this time.
      _ = ended.wait(timeout: .now() + .milliseconds(500))
      happenings.append("reported \(line)")
    }
    // As a process does that has left its hook's session.
    let output = try pipe.input.duplicate()
    defer { try? output.close() }
    try output.writeAll("last\n".utf8)
    _ = try await happenings.first("the line") { $0 == "line" }
    await Task {
      if isCancelled { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      await pipe.end(within: isCancelled ? generousLimit : .milliseconds(10))
      happenings.append("end")
      ended.signal()
    }.value
    _ = try await happenings.first("the report") { $0 == "reported last" }
    #expect(happenings.elements == ["line", "reported last", "end"])
  }
}
