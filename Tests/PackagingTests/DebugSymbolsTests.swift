import TestSupport
import TestTraits
import Testing

/// Backtraces of the packaged daemon, with and without the package of debug symbols.
@Suite(BuiltPackage.isRequired, .hangLimit)
struct DebugSymbolsTests {
  private let package: BuiltPackage
  private let folder: TemporaryFolder

  init() throws {
    package = try #require(BuiltPackage.current)
    folder = try TemporaryFolder()
  }

  @Test func `the backtrace of a core file contains functions and lines`() async throws {
    try await dumpCore()
    let frames = try await backtrace(symbols: true)
    let listen = try #require(
      frames.firstIndex { $0.contains("listen () at ./Sources/Kits/Varlink/UnixSocket.swift:") })
    #expect(
      frames[listen...].contains { $0.contains("serve () at ./Sources/Programs/DaemonRuntime/Daemon+Launch.swift:") })
  }

  @Test func `the backtrace has the same length without the package of debug symbols`() async throws {
    try await dumpCore()
    let frames = try await backtrace(symbols: false)
    #expect(frames.count > 10, "\(frames)")
    #expect(try await backtrace(symbols: true).count == frames.count)
  }

  /// Unpacks both packages, and writes a core file of the daemon at its call of listen(2).
  private func dumpCore() async throws {
    for (path, name) in [(package.path, "installed"), (package.symbols, "symbols")] {
      let unpacked = try await Invocation.run("dpkg-deb", ["--extract", path, folder.path(of: name)])
      try #require(unpacked.status == 0, "\(unpacked.errors)")
    }
    let stopped = try await debug(
      ["set breakpoint pending on", "break listen", "run", "generate-core-file \(folder.path(of: "core"))", "kill"])
    try #require(stopped.output.contains("Saved corefile"), "\(stopped.output)\(stopped.errors)")
  }

  /// Returns the frames of the stopped thread, innermost first.
  private func backtrace(symbols: Bool) async throws -> [Substring] {
    let symbols = symbols ? ["set debug-file-directory \(folder.path(of: "symbols"))/usr/lib/debug"] : []
    let program = folder.path(of: "installed/usr/bin/intervald")
    let read = try await debug(symbols + ["file \(program)", "core-file \(folder.path(of: "core"))", "backtrace"])
    // gdb also prints the innermost frame when it reads the core file.
    return read.output.split(separator: "\n").filter { $0.hasPrefix("#") }
  }

  /// Runs commands of gdb on the installed daemon.
  private func debug(_ commands: [String]) async throws -> Invocation {
    let folders = ["XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]
    let environment = Dictionary(uniqueKeysWithValues: try folders.map { ($0, try folder.folder($0)) })
    return try await Invocation.run(
      "gdb",
      ["--batch", "--nx", "--eval-command", "set debuginfod enabled off"]
        + commands.flatMap { ["--eval-command", $0] } + [folder.path(of: "installed/usr/bin/intervald")],
      environment: environment)
  }
}
