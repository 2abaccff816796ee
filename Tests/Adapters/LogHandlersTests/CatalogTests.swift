import LogHandlers
import TestSupport
import TestTraits
import Testing

@Suite(.hangLimit) struct CatalogTests {
  @Test func `journalctl reads a text for each event, and for no other event`() async throws {
    let root = try TemporaryFolder()
    try root.write(packageFile("systemd/intervald.catalog"), to: "usr/lib/systemd/catalog/intervald.catalog")
    let update = try await Invocation.run("journalctl", ["--root", root.path, "--update-catalog"])
    #expect(update.status == 0, "\(update.errors)")
    let list = try await Invocation.run("journalctl", ["--root", root.path, "--list-catalog"])
    let listed = list.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
    #expect(listed.sorted() == CatalogEntry.allCases.map { $0.rawValue[...] }.sorted())
  }
}
