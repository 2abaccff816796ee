import Glibc
import LogHandlers
import Logging
import TestSupport
import Testing

@Suite struct StandardErrorLogHandlerTests {
  @Test func `a line in a file begins with the program's name`() throws {
    let scratch = try TemporaryFolder()
    let descriptor = unsafe open(scratch.path(of: "log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var logger = Logger(label: "test") { _ in
      StandardErrorLogHandler(identifier: "intervald", descriptor: descriptor)
    }
    logger[metadataKey: "workout"] = "w1"
    logger.info("interval began", metadata: ["title": "Long run", "late\"ness": ""])
    logger.warning("no notification server,\nignoring")
    logger.debug("below the level")
    logger.error("cannot write", error: WriteError())
    #expect(
      try scratch.read("log") == """
        intervald: interval began  late"ness="" title="Long run" workout=w1
        intervald: warning: no notification server,\\nignoring  workout=w1
        intervald: error: cannot write  error="cannot write \\"/x\\": Permission denied" workout=w1

        """)
  }

  @Test func `a line on a terminal begins with the time`() throws {
    var (terminal, program): (CInt, CInt) = (-1, -1)
    // Both variables outlive the call; name, settings and size are the system's own.
    try #require(unsafe openpty(&terminal, &program, nil, nil, nil) == 0)
    defer {
      close(terminal)
      close(program)
    }
    let logger = Logger(label: "test") { [program] _ in
      StandardErrorLogHandler(identifier: "intervald", descriptor: program)
    }
    logger.warning("no sound server")
    var bytes = [UInt8](repeating: 0, count: 200)
    // The array is as large as the count says.
    let count = unsafe read(terminal, &bytes, bytes.count)
    let line = String(decoding: bytes.prefix(count), as: UTF8.self)
    let word =
      unsafe (getenv("NO_COLOR").map { unsafe $0.pointee == 0 } ?? true) ? "\u{1B}[33mwarning\u{1B}[0m" : "warning"
    #expect(line.dropFirst(8) == " \(word): no sound server\r\n")
    #expect(line.prefix(8).wholeMatch(of: /\d\d:\d\d:\d\d/) != nil)
  }

  private struct WriteError: Error, CustomStringConvertible {
    let description = "cannot write \"/x\": Permission denied"
  }
}
