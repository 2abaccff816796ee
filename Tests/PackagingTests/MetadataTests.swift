import FoundationEssentials
import TestSupport
import Testing

/// What a package tells of itself, against those who check it and against what it is made of.
@Suite struct MetadataTests {
  @Test func `the desktop entry is valid`() async throws {
    let verdict = try await Invocation.run(
      "desktop-file-validate", ["\(packageRoot)/share/applications/intervald.desktop"])
    #expect(verdict.status == 0 && verdict.output.isEmpty, "\(verdict.output)")
  }

  @Test func `the AppStream metadata is valid`() async throws {
    let metadata = "\(packageRoot)/share/metainfo/org.intervald.intervald.metainfo.xml"
    let verdict = try await Invocation.run("appstreamcli", ["validate", "--no-net", "--pedantic", metadata])
    #expect(verdict.status == 0 && verdict.answer == "✔ Validation was successful.", "\(verdict.output)")
  }

  @Test func `every package that is linked in has its notice`() throws {
    let stanzas = try packageFile("debian/copyright").split(separator: "\n\n").map { "\($0)\n" }
    for package in try packages() {
      let stanza = try #require(stanzas.first { $0.hasPrefix("Files: vendor/\(package)/*\n") }, "\(package)")
      let license = try #require(stanza.firstMatch(of: /\nLicense: (.*)\n/)?.1)
      #expect(stanzas.contains { $0.hasPrefix("License: \(license)\n") }, "\(package)")
      // What its authors ask to be passed on is, word by word.
      guard let notice = try? textFile("\(sources)/\(package)/NOTICE.txt") else { continue }
      #expect(words(of: stanza).contains(words(of: notice)), "\(package)")
    }
  }

  @Test func `nothing has a notice that is not linked in`() throws {
    let copyright = try packageFile("debian/copyright")
    let named = Set(copyright.matches(of: /vendor\/([\w-]+)\//).map { String($0.1) })
    #expect(named == Set(try packages()))
  }

  /// A text without its lines, of which an empty one is a full stop in a stanza.
  private func words(of text: String) -> String {
    text.split { $0.isWhitespace || $0 == "." }.joined(separator: " ")
  }

  /// The identities of all packages that were resolved.
  private func packages() throws -> [String] {
    let state = Data(try textFile("\(scratch)/workspace-state.json").utf8)
    return try JSONDecoder().decode(Workspace.self, from: state).object.dependencies.map(\.packageRef.identity)
  }

  /// Where their sources are; those of an archive of `make dist` came with the tests.
  private var sources: String {
    get throws {
      let vendor = "\(packageRoot)/vendor"
      return try FileManager.default.fileExists(atPath: vendor) ? vendor : "\(scratch)/checkouts"
    }
  }

  /// The folder of what is built: a program of it is two folders deep.
  private var scratch: String {
    get throws { try BuiltProgram.path(of: "").split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } }
  }

  /// As far as it matters here, what SwiftPM keeps of what it resolved.
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
