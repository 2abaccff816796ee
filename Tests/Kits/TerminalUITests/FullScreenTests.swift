import Glibc
import TestSupport
import Testing

@testable import TerminalUI

@Suite struct FullScreenTests {
  @Test func `only changed lines are redrawn, and all lines after a resize`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "screen")
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(descriptor) }
    var screen = FullScreen(on: TextStream(descriptor: descriptor, environment: [:]))
    let small = TerminalSize(columns: 40, rows: 10)
    try screen.draw(["one", "foot"], size: small)
    try screen.draw(["one", "foot"], size: small)
    try screen.draw(["two", "foot"], size: small)
    // After a resize, the contents of the terminal are unknown.
    try screen.draw(["two", "foot"], size: TerminalSize(columns: 40, rows: 9))
    func update(_ text: String) -> String { "\u{1B}[?2026h\(text)\u{1B}[?2026l" }
    let both = { (first: String) in "\u{1B}[2J\u{1B}[1H\u{1B}[K\(first)\u{1B}[2H\u{1B}[Kfoot" }
    #expect(try folder.read("screen") == update(both("one")) + update("\u{1B}[1H\u{1B}[Ktwo") + update(both("two")))
  }
}
