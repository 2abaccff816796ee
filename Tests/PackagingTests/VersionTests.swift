import ControlInterface
import FoundationEssentials
import Glibc
import JSON
import TestSupport
import TestTraits
import Testing
import Varlink

/// Compares the version in Version.swift with all other places that contain the version.
@Suite(.hangLimit) struct VersionTests {
  @Test(arguments: ["intervald", "intervalctl"], ["--version", "-V"])
  func `each program prints its name and the version`(name: String, option: String) async throws {
    let result = try await Invocation.run(BuiltProgram.path(of: name), [option])
    #expect(result.status == 0)
    #expect(result.output == "\(name) \(intervaldVersion)\n")
  }

  @Test func `the daemon reports the version on its socket`() async throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_RUNTIME_DIR": folder.path, "HOME": folder.path]
    try await TestProcesses.with { processes in
      let daemon = try await processes.start(BuiltProgram.path(of: "intervald"), environment: environment)
      _ = try await daemon.errors.first("the log line “Ready”") { $0.contains("Ready") }
      let client = try await Client.connect(
        to: ControlSocket(environment: environment).path, timeout: generousLimit)
      let info = try await client.call("org.varlink.service.GetInfo")
      #expect(info["version"] == .string(intervaldVersion))
    }
  }

  @Test(arguments: ManualPage.names) func `each manual page names the version that it documents`(name: String) throws {
    #expect(try ManualPage(name).lines(in: "VERSION").first == "This page documents intervald \(intervaldVersion).")
  }

  @Test func `the newest entry of the change log is the version with its date`() throws {
    let heading = try packageFile("CHANGELOG.md").split(separator: "\n").first { $0.hasPrefix("## ") }
    let release = try Release.newest
    #expect(heading == "## \(intervaldVersion) (\(release.isReleased ? release.date : "unreleased"))")
  }

  @Test func `the newest entry of debian/changelog is the version`() throws {
    #expect(try Release.newest.version == intervaldVersion)
  }

  @Test func `the newest release in the metadata is the version with its date`() throws {
    let metadata = try packageFile("share/metainfo/org.intervald.intervald.metainfo.xml")
    let entry = try #require(metadata.firstMatch(of: /<release version="(.*?)" date="(.*?)"( type="development")?>/))
    let release = try Release.newest
    #expect(entry.1 == intervaldVersion)
    #expect(metadata.contains("@HOMEPAGE@/blob/v\(intervaldVersion)/CHANGELOG.md"))
    #expect(entry.2 == release.date)
    #expect((entry.3 == nil) == release.isReleased)
  }
}
