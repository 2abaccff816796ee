import ControlInterface
import FoundationEssentials
import TestSupport
import Testing

/// Checks the package's metadata with format validators, and compares the metadata with the dependencies.
@Suite struct MetadataTests {
  @Test func `the desktop entry is valid`() async throws {
    let report = try await Invocation.run(
      "desktop-file-validate", ["\(packageRoot)/share/applications/intervald.desktop"])
    #expect(report.status == 0)
    #expect(report.output == "")
  }

  @Test func `each action of the desktop entry is a command of intervalctl`() async throws {
    let entry = try packageFile("share/applications/intervald.desktop")
    let commands = entry.matches(of: /\nExec=intervalctl (\w+)/).map { String($0.1) }
    #expect(commands == ["watch", "start", "toggle", "stop"])
    for command in commands {
      #expect(try await Invocation.run(BuiltProgram.path(of: "intervalctl"), [command, "--help"]).status == 0)
    }
  }

  @Test func `the AppStream metadata is valid`() async throws {
    let name = "org.intervald.intervald.metainfo.xml"
    let folder = try TemporaryFolder()
    try folder.write(packageFile("share/metainfo/\(name)"), to: name)
    // The file in the repository has placeholders for the version and for the address of the project.
    #expect(try await Invocation.run("\(packageRoot)/.ci/fill", [folder.path(of: name)]).status == 0)
    #expect(try folder.read(name).contains("<url type=\"homepage\">\(intervaldHomepage)</url>"))
    let report = try await Invocation.run(
      "appstreamcli", ["validate", "--no-net", "--pedantic", folder.path(of: name)])
    #expect(report.status == 0, "\(report.output)")
    // AppStream 0.16 (Debian 12) reports the element `developer` as unknown, and later versions report its absence.
    let notes = report.output.split(separator: "\n").filter { !$0.hasSuffix(" unknown-tag developer") }
    #expect(notes.count == 1 && notes[0].hasPrefix("✔ Validation was successful"), "\(report.output)")
  }

  @Test func `every linked package has its notice`() throws {
    let stanzas = try packageFile("debian/copyright").split(separator: "\n\n").map { "\($0)\n" }
    for package in try packages() {
      let stanza = try #require(stanzas.first { $0.hasPrefix("Files: vendor/\(package)/*\n") }, "\(package)")
      let license = try #require(stanza.firstMatch(of: /\nLicense: (.*)\n/)?.1)
      #expect(stanzas.contains { $0.hasPrefix("License: \(license)\n") }, "\(package)")
      // The license requires the complete text of the notice.
      guard let notice = try? textFile("\(sources)/\(package)/NOTICE.txt") else { continue }
      #expect(words(of: stanza).contains(words(of: notice)), "\(package)")
    }
  }

  @Test func `every notice belongs to a linked package`() throws {
    let copyright = try packageFile("debian/copyright")
    let named = Set(copyright.matches(of: /vendor\/([\w-]+)\//).map { String($0.1) })
    #expect(named == Set(try packages()))
  }

  /// Returns the words of a text, and ignores full stops.
  ///
  /// In a stanza, a line that contains only a full stop stands for an empty line.
  private func words(of text: String) -> String {
    text.split { $0.isWhitespace || $0 == "." }.joined(separator: " ")
  }

  /// Returns the identities of all packages that SwiftPM has resolved.
  private func packages() throws -> [String] {
    let state = Data(try textFile("\(scratch)/workspace-state.json").utf8)
    return try JSONDecoder().decode(Workspace.self, from: state).object.dependencies.map(\.packageRef.identity)
  }

  /// The folder of the dependencies' sources: `vendor` in an archive of `make dist`, otherwise the checkouts.
  private var sources: String {
    get throws {
      let vendor = "\(packageRoot)/vendor"
      return try FileManager.default.fileExists(atPath: vendor) ? vendor : "\(scratch)/checkouts"
    }
  }

  /// The build folder, two levels above the programs.
  private var scratch: String {
    get throws { try BuiltProgram.path(of: "").split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } }
  }

  /// The part of SwiftPM's workspace state that lists the resolved packages.
  private struct Workspace: Decodable {
    let object: Object

    struct Object: Decodable {
      let dependencies: [Dependency]
    }

    struct Dependency: Decodable {
      let packageRef: Reference
    }

    struct Reference: Decodable {
      let identity: String
    }
  }
}
