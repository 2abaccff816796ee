import FoundationEssentials
import LogHandlers
import TestSupport
import TestTraits
import Testing

/// The package in a minimal Debian system, for tests that run as root.
@Suite(BuiltPackage.isRequired, .hangLimit)
struct CleanRootTests {
  private let package: BuiltPackage

  init() throws {
    package = try #require(BuiltPackage.current)
  }

  @Test func `the socket starts the daemon for a workout, and a purge removes all files`() async throws {
    let root = try await CleanRoot(of: package)
    let before = try await root.files()
    let installed = try await root.install(package.path)
    #expect(installed.status == 0, "\(installed.output)\(installed.errors)")

    let explained = try await root.run("journalctl", "--list-catalog", CatalogEntry.startFailed.rawValue)
    #expect(explained.output.hasSuffix(" intervald: The interval timer did not start\n"), "\(explained.output)")

    try await UserManager.run(of: UserManager.runner, in: root.path) { manager in
      #expect(try await manager.property("ActiveState", of: "intervald.socket") == "active")
      #expect(try await manager.property("ActiveState", of: "intervald.service") == "inactive")
      #expect(try await manager.run("intervalctl", ["plans"]).output.contains("tabata"))
      let started = try await manager.run("intervalctl", ["start", "lead-in off\n1s run, 1s walk"])
      #expect(started.status == 0, "\(started.errors)")
      #expect(try await manager.property("ActiveState", of: "intervald.service") == "active")
      _ = try #require(await manager.journalEntry("INTERVALD_EVENT=finished"))
    }

    #expect(try await root.run("dpkg", "--remove", "intervald").status == 0)
    let remaining = try await root.files().subtracting(before).filter { !$0.contains("/systemd/") }
    let settings = ["./etc/xdg/intervald", "./etc/xdg/intervald/intervald.conf"]
    #expect(remaining.map { String($0.prefix { $0 != " " }) }.sorted() == settings)
    #expect(try await root.run("dpkg", "--purge", "intervald").status == 0)
    let after = try await root.files()
    #expect(after.subtracting(before) == [])
    #expect(before.subtracting(after) == [])
  }

  @Test(arguments: [false, true]) func `an upgrade preserves changed settings`(hasNewSettings: Bool) async throws {
    let root = try await CleanRoot(of: package)
    _ = try await root.install(package.path)
    let settings = "\(root.path)/etc/xdg/intervald/intervald.conf"
    let own = try textFile(settings) + "sound off\n"
    try Data(own.utf8).write(to: URL(filePath: settings))

    let upgraded = try await root.install(next(newSettings: hasNewSettings, in: root.folder))
    #expect(upgraded.status == 0, "\(upgraded.output)\(upgraded.errors)")
    #expect(try await root.run("dpkg-query", "--show", "--showformat", "${Version}", "intervald").output == "99")
    #expect(try textFile(settings) == own)
    #expect(FileManager.default.fileExists(atPath: "\(settings).dpkg-dist") == hasNewSettings)
    #expect(try await root.run("intervalctl", "--version").status == 0)
    #expect(try await root.run("dpkg", "--purge", "intervald").status == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(root.path)/etc/xdg/intervald"))
  }

  /// Builds a later version of the package; with `newSettings`, its settings file is different.
  private func next(newSettings: Bool, in folder: TemporaryFolder) async throws -> String {
    let script = """
      dpkg-deb --raw-extract "$1" "$2/tree"
      sed -i 's/^Version: .*/Version: 99/' "$2/tree/DEBIAN/control"
      if [ "$3" = true ]; then echo '# new' >> "$2/tree/etc/xdg/intervald/intervald.conf"; fi
      dpkg-deb --root-owner-group -Z none --build "$2/tree" "$2/next.deb"
      """
    let build = try await Invocation.run(
      "sh", ["-ec", script, "sh", package.path, folder.path, "\(newSettings)"])
    try #require(build.status == 0, "\(build.errors)")
    return folder.path(of: "next.deb")
  }
}
