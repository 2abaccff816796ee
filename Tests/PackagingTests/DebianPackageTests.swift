import ControlInterface
import TestSupport
import TestTraits
import Testing

/// The metadata and the contents of the package.
@Suite(BuiltPackage.isRequired, .hangLimit)
struct DebianPackageTests {
  private let package: BuiltPackage

  init() throws {
    package = try #require(BuiltPackage.current)
  }

  @Test func `a build in another folder and without a network has the same bytes`() async throws {
    for (first, second) in package.builds {
      let comparison = try await Invocation.run("cmp", [first, second])
      let sums = "dpkg-deb --ctrl-tarfile \"$package\" | tar --extract --to-stdout ./md5sums"
      let script = "for package; do \(sums); done | sort | uniq --unique"
      let files = try await Invocation.run("sh", ["-c", script, "sh", first, second])
      #expect(comparison.status == 0, "\(comparison.output)\(comparison.errors)Files that differ:\n\(files.output)")
    }
  }

  @Test func `lintian finds only faults that are overridden`() async throws {
    let report = try await Invocation.run(
      "lintian", ["--allow-root", "--display-info", "--pedantic", package.path])
    #expect(report.status == 0)
    #expect(report.output == "")
  }

  @Test func `the package has the version of the programs`() async throws {
    #expect(try await Invocation.run("dpkg-deb", ["--field", package.path, "Version"]).answer == intervaldVersion)
  }

  @Test func `the package contains the expected files and no other files`() async throws {
    let contents = try await Invocation.run("sh", ["-c", "dpkg-deb --fsys-tarfile \"$0\" | tar --list", package.path])
    let files = contents.output.split(separator: "\n").filter { !$0.hasSuffix("/") }.map { $0.dropFirst(2) }
    let pages = ManualPage.names.map { "usr/share/man/man\($0.suffix(1))/\($0).gz" }
    let expected = Set(
      [
        "etc/xdg/intervald/intervald.conf", "usr/bin/intervalctl", "usr/bin/intervald",
        "usr/lib/systemd/catalog/intervald.catalog", "usr/lib/systemd/user/intervald.service",
        "usr/lib/systemd/user/intervald.socket",
        "usr/share/applications/intervald.desktop", "usr/share/bash-completion/completions/intervalctl",
        "usr/share/fish/vendor_completions.d/intervalctl.fish", "usr/share/zsh/vendor-completions/_intervalctl",
        "usr/share/lintian/overrides/intervald", "usr/share/metainfo/org.intervald.intervald.metainfo.xml",
      ] + pages)
    let folders = ["doc/intervald", "icons/hicolor", "intervald/plans", "sounds/intervald"].map { "usr/share/\($0)/" }
    #expect(Set(files.map(String.init)).isSuperset(of: expected))
    for file in files where !expected.contains(String(file)) {
      #expect(folders.contains { file.hasPrefix($0) }, "\(file)")
    }
    for folder in folders { #expect(files.contains { $0.hasPrefix(folder) }, "\(folder)") }
  }

  @Test(arguments: ["intervalctl", "intervald"]) func `a program does not contain the path of its build folder`(
    name: String
  ) async throws {
    let script = "dpkg-deb --fsys-tarfile \"$1\" | tar --extract --to-stdout ./usr/bin/$2 | grep --text --count \"$3\""
    let found = try await Invocation.run("sh", ["-c", script, "sh", package.path, name, packageRoot])
    #expect(found.answer == "0")
  }
}
