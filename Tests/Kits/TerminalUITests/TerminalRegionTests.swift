import Glibc
import TerminalUI
import TestSupport
import Testing

@Suite struct TerminalRegionTests {
  private static let begin = "\u{1B}[?2026h\u{1B}[?25l"
  private static let end = "\u{1B}[?25h\u{1B}[?2026l"

  /// Returns the bytes that a region writes.
  private static func output(_ draw: (inout TerminalRegion) throws -> Void) throws -> String {
    let folder = try TemporaryFolder()
    // The path is a C string that is valid for the whole call.
    let descriptor = unsafe open(folder.path(of: "screen"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    var region = TerminalRegion(on: TextStream(descriptor: descriptor, environment: [:]))
    try draw(&region)
    return try folder.read("screen")
  }

  @Test func `a region is drawn in one update, with the cursor in it`() throws {
    let text = try Self.output { try $0.draw(["one", "two", "three"], cursor: .init(row: 1, column: 2)) }
    #expect(text == "\(Self.begin)\r\u{1B}[Jone\r\ntwo\r\nthree\u{1B}[1A\u{1B}[3G\(Self.end)")
  }

  @Test func `an unchanged region is not drawn again`() throws {
    let cursor = TerminalRegion.Cursor(row: 0, column: 0)
    let once = try Self.output { try $0.draw(["one"], cursor: cursor) }
    let twice = try Self.output { region in
      try region.draw(["one"], cursor: cursor)
      try region.draw(["one"], cursor: cursor)
    }
    #expect(twice == once)
  }

  @Test(arguments: [("short", 1), (String(repeating: "x", count: 161), 3), ("\u{1B}[1mshort\u{1B}[0m", 1)])
  func `a region is erased from its first line, even if lines have wrapped`(line: String, rows: Int) throws {
    let cursor = TerminalRegion.Cursor(row: 1, column: 0)
    let drawn = try Self.output { try $0.draw([line, "two"], cursor: cursor) }
    let erased = try Self.output { region in
      try region.draw([line, "two"], cursor: cursor)
      try region.erase()
    }
    #expect(erased == "\(drawn)\r\u{1B}[\(rows)A\u{1B}[J")
  }

  @Test func `a kept region stays on the screen, and the cursor moves below it`() throws {
    let text = try Self.output { region in
      try region.draw(["one", "two"], cursor: .init(row: 0, column: 1))
      try region.leaveOnScreen()
      try region.erase()
    }
    #expect(text.hasSuffix("\(Self.end)\n\n\r\r\u{1B}[J"))
  }

  @Test func `an invalidated region is drawn from the current line`() throws {
    let cursor = TerminalRegion.Cursor(row: 1, column: 0)
    let once = try Self.output { try $0.draw(["one", "two"], cursor: cursor) }
    let twice = try Self.output { region in
      try region.draw(["one", "two"], cursor: cursor)
      region.invalidate()
      try region.draw(["one", "two"], cursor: cursor)
    }
    #expect(twice == once + once)
  }
}
