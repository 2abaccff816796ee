import Glibc
import LogHandlers
import TestSupport
import Testing

@Suite struct LogDestinationTests {
  @Test func `the destination is the journal if the variable names the same file`() throws {
    let (descriptor, status) = try openFile()
    defer { close(descriptor) }
    let stream = "\(status.st_dev):\(status.st_ino)"
    #expect(LogDestination(journalStream: stream, descriptor: descriptor) == .journal)
  }

  @Test func `the destination is standard error if the variable names another file, none, or is malformed`() throws {
    let (descriptor, status) = try openFile()
    defer { close(descriptor) }
    let others = ["\(status.st_dev):\(status.st_ino + 1)", "\(status.st_dev + 1):\(status.st_ino)"]
    for stream in others + ["8", "", ":", "a:b"] {
      #expect(LogDestination(journalStream: stream, descriptor: descriptor) == .standardError)
    }
    #expect(LogDestination(journalStream: nil, descriptor: descriptor) == .standardError)
    #expect(LogDestination(journalStream: "0:0", descriptor: -1) == .standardError)
  }

  private func openFile() throws -> (CInt, stat) {
    let scratch = try TemporaryFolder()
    try scratch.write("", to: "log")
    let descriptor = unsafe open(scratch.path(of: "log"), O_RDONLY | O_CLOEXEC)
    var status = stat()
    // The variable outlives the call, which keeps no pointer to it.
    try #require(unsafe fstat(descriptor, &status) == 0)
    return (descriptor, status)
  }
}
