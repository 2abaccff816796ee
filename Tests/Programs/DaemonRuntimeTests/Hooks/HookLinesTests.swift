import Testing

@testable import DaemonRuntime

@Suite struct HookLinesTests {
  @Test func `lines come as they end, however the bytes are cut`() {
    var lines = HookLines(limit: 10)
    #expect(lines.read(Array("on".utf8)) == [])
    #expect(lines.read(Array("e\ntwo\n\nth".utf8)) == ["one", "two", ""])
    #expect(lines.end() == "th")
    #expect(lines.end() == nil)
  }

  @Test func `beyond the limit there are none, and a long one is cut`() {
    var lines = HookLines(limit: 2)
    let long = String(repeating: "a", count: 10_000)
    #expect(lines.read(Array("\(long)\nb\nc\nd".utf8)) == [String(long.prefix(HookLines.length)), "b"])
    #expect(lines.end() == nil)
  }
}
