import TestSupport
import Testing

/// `make install` and `make uninstall` with a temporary `DESTDIR`.
@Suite struct InstallationTests {
  /// Prefixes with their folders of units and settings.
  private static let prefixes = [
    ("/usr", "/usr/lib/systemd/user", "/etc/xdg/intervald"),
    ("/usr/local", "/usr/local/lib/systemd/user", "/etc/xdg/intervald"),
    ("/home/runner/.local", "/home/runner/.local/share/systemd/user", "/home/runner/.local/share/doc/intervald"),
  ]

  @Test(arguments: prefixes)
  func `each file is installed where it is searched for`(prefix: String, units: String, settings: String) async throws {
    let scratch = try TemporaryFolder()
    #expect(try await make("install", prefix, in: scratch).status == 0)
    let files = try await files(in: scratch)
    for path in ["\(prefix)/bin/intervald", "\(prefix)/bin/intervalctl"] {
      #expect(files.contains("755 \(path)"))
    }
    let others = [
      "\(units)/intervald.service", "\(units)/intervald.socket", "\(settings)/intervald.conf",
      "\(prefix)/share/intervald/plans/tabata.plan", "\(prefix)/share/doc/intervald/LICENSE",
      "\(prefix)/share/doc/intervald/hardening.conf",
      "\(prefix)/share/man/man1/intervalctl.1", "\(prefix)/share/man/man5/intervald.conf.5",
    ]
    for path in others {
      #expect(files.contains("644 \(path)"))
    }
    let service = try scratch.read("root\(units)/intervald.service")
    #expect(service.contains("\nExecStart=\(prefix)/bin/intervald\n"))
    #expect(!service.contains("@BINDIR@"))
  }

  @Test func `slashes at the end of the prefix are ignored`() async throws {
    let (scratch, other) = (try TemporaryFolder(), try TemporaryFolder())
    #expect(try await make("install", "/usr/local//", in: scratch).status == 0)
    #expect(try await make("install", "/usr/local", in: other).status == 0)
    #expect(try await files(in: scratch) == files(in: other))
    #expect(
      try scratch.read("root/usr/local/lib/systemd/user/intervald.service")
        == other.read("root/usr/local/lib/systemd/user/intervald.service"))
  }

  @Test(
    arguments: [
      ("~/.local", "does not begin with /"), ("usr/", "does not begin with /"),
      ("/home/jo&mo", "contains a character that is special in a unit"),
      ("/home/jo mo", "contains a character that is special in a unit"),
      ("/home/%h", "contains a character that is special in a unit"),
    ])
  func `an unusable prefix is refused`(prefix: String, problem: String) async throws {
    let scratch = try TemporaryFolder()
    let installation = try await make("install", prefix, in: scratch)
    #expect(installation.status == 2)
    #expect(
      installation.errors.contains(
        """
        error: PREFIX is '\(prefix)', which \(problem)
        hint: to install for yourself only, use PREFIX=$HOME/.local

        """))
    #expect(try await Invocation.run("find", [scratch.path, "-type", "f"]).output.split(separator: "\n").count == 2)
  }

  @Test(arguments: prefixes)
  func `uninstalling removes what was installed, and nothing else`(
    prefix: String, units: String, settings: String
  ) async throws {
    let scratch = try TemporaryFolder()
    try scratch.write("[Unit]\n", to: "root\(units)/other.service")
    try scratch.write("forever 1m\n", to: "root\(prefix)/share/intervald/plans/mine.plan")
    let before = try await files(in: scratch)
    _ = try await make("install", prefix, in: scratch)
    #expect(try await files(in: scratch).count > before.count)
    #expect(try await make("uninstall", prefix, in: scratch).status == 0)
    #expect(try await files(in: scratch) == before)

    let folders = try await Invocation.run("find", [scratch.path(of: "root"), "-name", "intervald", "-type", "d"])
    #expect(folders.answer == scratch.path(of: "root\(prefix)/share/intervald"))
  }

  @Test(arguments: prefixes)
  func `a user's own settings are never changed`(prefix: String, units: String, settings: String) async throws {
    let scratch = try TemporaryFolder()
    let file = "root\(settings)/intervald.conf"
    try scratch.write("volume 80\n", to: file)
    let installation = try await make("install", prefix, in: scratch)
    #expect(installation.output.contains("kept \(settings)/intervald.conf, which differs from config/intervald.conf"))
    #expect(try scratch.read(file) == "volume 80\n")
    _ = try await make("uninstall", prefix, in: scratch)
    #expect(try scratch.read(file) == "volume 80\n")
  }

  private func make(_ target: String, _ prefix: String, in scratch: TemporaryFolder) async throws -> Invocation {
    for program in ["intervald", "intervalctl"] {
      _ = try await Invocation.run("cp", ["/bin/true", scratch.path(of: program)])
    }
    return try await Invocation.run(
      "make",
      [
        "--directory=\(packageRoot)", target, "PREFIX=\(prefix)", "DESTDIR=\(scratch.path(of: "root"))",
        "BUILT=\(scratch.path)",
      ], environment: ["HOME": "/home/runner"])
  }

  /// Modes and paths of all installed files.
  private func files(in scratch: TemporaryFolder) async throws -> [String] {
    try await Invocation.run("find", [scratch.path(of: "root"), "-type", "f", "-printf", "%m /%P\n"]).output
      .split(separator: "\n").map(String.init).sorted()
  }
}
