import Testing

@testable import DaemonRuntime

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
