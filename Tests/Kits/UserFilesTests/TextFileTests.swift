import Glibc
import SystemPackage
import TestSupport
import Testing
import UserFiles

@Suite struct TextFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a pipe, a device or a folder is rejected without waiting`() throws {
    let pipe = folder.path(of: "pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero", "/dev/null", "/dev/tty"] {
      let error = try #require(throws: FileReadError.self) { try TextFile.read(path) }
      // If the process has no terminal, the attempt to open `/dev/tty` fails.
      #expect(
        error == .notRegular(path: path) || error == .system(SystemError(path, .noSuchAddressOrDevice)),
        "\(path): \(error)")
    }
    #expect(throws: FileReadError.system(SystemError(folder.path, .isDirectory))) { try TextFile.read(folder.path) }
  }

  @Test func `a stream may be a pipe or a device`() async throws {
    let pipe = folder.path(of: "pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    async let written = Invocation.run("sh", ["-c", "echo 30s run > \(pipe)"])
    #expect(try TextFile.readStream(pipe) == "30s run\n")
    #expect(try await written.status == 0)
    #expect(try TextFile.readStream("/dev/null").isEmpty)
  }

  @Test func `a long file is read up to the limit, and no character is cut`() throws {
    try folder.write(String(repeating: "x", count: 70_000), to: "long")
    #expect(try TextFile.read("\(folder.path)/long").utf8.count == TextFile.maxBytes - 1)
    try folder.write(String(repeating: "é", count: 40_000), to: "accents")
    #expect(try TextFile.read("\(folder.path)/accents").utf8.count > 65_536)
  }

  @Test func `a text that is not UTF-8 is an error`() throws {
    let path = try folder.write(bytes: [0x33, 0xFF], to: "latin")
    #expect(throws: FileReadError.notUTF8(path: path)) { try TextFile.read(path) }
  }

  @Test func `the error for a missing file can be distinguished from other errors`() throws {
    let path = try folder.write("", to: "file")
    for (path, errno) in [("/nowhere", Errno.noSuchFileOrDirectory), ("\(path)/x", .notDirectory)] {
      let error = try #require(throws: FileReadError.self) { try TextFile.read(path) }
      #expect(error == .system(SystemError(path, errno)))
      #expect(error.isMissing)
    }
  }

  @Test func `an untrusted file is refused if trust is required`() throws {
    let path = try folder.write("x", to: "file", mode: 0o666)
    #expect(try TextFile.read(path) == "x")
    #expect(throws: FileReadError.untrusted(.writableFile(path: path))) {
      try TextFile.read(path, requireTrusted: true)
    }
  }
}
