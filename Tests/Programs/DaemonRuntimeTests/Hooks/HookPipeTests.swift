import Dispatch
import SystemPackage
import TestSupport
import Testing

@testable import DaemonRuntime

@Suite(.timeLimit(.minutes(1))) struct HookPipeTests {
  @Test(arguments: [false, true])
  func `ending a pipe waits for the report of a line, even in a cancelled task`(
    isCancelled: Bool
  ) async throws {
    let events = Recording<String>()
    let ended = DispatchSemaphore(value: 0)
    let pipe = try HookPipe(maxLines: 1) { line in
      events.append("line")
      // If the end did not wait for the report, it would occur within this time.
      _ = ended.wait(timeout: .now() + .milliseconds(500))
      events.append("reported \(line)")
    }
    // A process that has left the session of its hook keeps the pipe open in the same way.
    let output = try pipe.input.duplicate()
    defer { try? output.close() }
    try output.writeAll("last\n".utf8)
    _ = try await events.first("the line") { $0 == "line" }
    await Task {
      if isCancelled { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      await pipe.end(within: isCancelled ? generousLimit : .milliseconds(10))
      events.append("end")
      ended.signal()
    }.value
    _ = try await events.first("the report") { $0 == "reported last" }
    #expect(events.elements == ["line", "reported last", "end"])
  }
}

@Suite struct HookLinesTests {
  @Test func `lines are complete, regardless of how the bytes are split`() {
    var lines = HookLines(maxLines: 10)
    #expect(lines.read(Array("on".utf8)) == [])
    #expect(lines.read(Array("e\ntwo\n\nth".utf8)) == ["one", "two", ""])
    #expect(lines.end() == "th")
    #expect(lines.end() == nil)
  }

  @Test func `lines beyond the limit are dropped, and a long line is cut`() {
    var lines = HookLines(maxLines: 2)
    let long = String(repeating: "a", count: 10_000)
    #expect(lines.read(Array("\(long)\nb\nc\nd".utf8)) == [String(long.prefix(HookLines.maxLength)), "b"])
    #expect(lines.end() == nil)
  }
}
