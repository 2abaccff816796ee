import ControlInterface
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import Varlink

/// The version, which stands in Version.swift, wherever else it is said.
@Suite(.timeLimit(.minutes(2))) struct VersionTests {
  @Test(arguments: ["intervald", "intervalctl"], ["--version", "-V"])
  func `the programs print it`(name: String, option: String) async throws {
    let said = try await Invocation.run(BuiltProgram.path(of: name), [option])
    #expect(said.status == 0 && said.output == "\(intervaldVersion)\n")
  }

  @Test func `the daemon says it on its socket`() async throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]
    try await TestProcesses.with { processes in
      let daemon = try await processes.start(BuiltProgram.path(of: "intervald"), environment: environment)
      _ = try await daemon.errors.first("the log line “Ready”") { $0.contains("Ready") }
      let client = try await Client.connect(to: ControlSocket(environment: environment).path)
      let info = try await client.call("org.varlink.service.GetInfo")
      #expect(info["version"] == .string(intervaldVersion))
    }
  }

  @Test(arguments: ManualPage.names) func `each manual page says of which it is`(name: String) throws {
    #expect(try ManualPage(name).lines(in: "VERSION").first == "This page documents intervald \(intervaldVersion).")
  }

  @Test func `the changes are listed up to it`() throws {
    let heading = try packageFile("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") }
    let release = try Release.newest
    #expect(heading == "## \(intervaldVersion) (\(release.isOut ? release.date : "unreleased"))")
  }

  @Test func `the package is of it`() throws {
    #expect(try Release.newest.version == intervaldVersion)
  }

  @Test func `the metadata has it as the newest release`() throws {
    let metadata = try packageFile("share/metainfo/org.intervald.intervald.metainfo.xml")
    let told = try #require(metadata.firstMatch(of: /<release version="(.*?)" date="(.*?)"( type="development")?\/>/))
    let release = try Release.newest
    #expect(told.1 == intervaldVersion && told.2 == release.date)
    #expect((told.3 == nil) == release.isOut)
  }
}
