import FoundationEssentials
import TestSupport
import Testing

/// Tests of `make install` and `make uninstall`, with a temporary `DESTDIR`.
@Suite struct InstallationTests {
  /// Each row contains a prefix, the folder of the units and the folder of the settings.
  private static let prefixes = [
    ("/usr", "/usr/lib/systemd/user", "/etc/xdg/intervald"),
    ("/usr/local", "/usr/local/lib/systemd/user", "/etc/xdg/intervald"),
    ("/home/runner/.local", "/home/runner/.local/share/systemd/user", "/home/runner/.local/share/doc/intervald"),
  ]

  @Test(arguments: prefixes)
  func `each file is installed in the folder where programs search for it`(
    prefix: String, units: String, settings: String
  ) async throws {
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
  func `uninstalling removes only the installed files`(
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
  func `changed settings are neither replaced nor removed`(prefix: String, units: String, settings: String) async throws
  {
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

@Suite struct ShippedUnitsTests {
  @Test func `systemd-analyze reports no problem in the units`() async throws {
    let scratch = try TemporaryFolder()
    let units = try ShippedUnits.running(probe: "ready")
    for (name, text) in units { try scratch.write(text, to: name) }
    // Several notification servers with the same bus name are an error of the machine. This mask hides their units.
    let servers = try await Invocation.run(
      "sh", ["-c", "grep -l ^BusName=org.freedesktop.Notifications /usr/lib/systemd/user/*.service"])
    let masks = try scratch.folder("systemd/user")
    for path in servers.output.split(separator: "\n") {
      _ = try await Invocation.run("ln", ["-s", "/dev/null", "\(masks)/\(path.split(separator: "/").last ?? "")"])
    }
    let analysis = try await Invocation.run(
      "systemd-analyze", ["--user", "verify", "--man=no"] + units.keys.map(scratch.path(of:)),
      environment: ["XDG_RUNTIME_DIR": scratch.path])
    #expect(analysis.errors == "")
    #expect(analysis.status == 0)
  }

  @Test func `only the socket can be enabled`() throws {
    let service = try packageFile("systemd/intervald.service")
    #expect(!service.contains("\n[Install]\n"))
    #expect(!service.contains("WantedBy="))
    #expect(try packageFile("systemd/intervald.socket").contains("[Install]\nWantedBy=sockets.target\n"))
  }

  /// Each case contains whether the hardening example is installed, and the maximum exposure in tenths.
  ///
  /// `systemd-analyze security` computes the exposure.
  @Test(arguments: [(false, 60), (true, 11)])
  func `the exposure of the units stays below its limit`(isHardened: Bool, tenths: Int) async throws {
    let analysis = try await security(isHardened: isHardened, "--threshold=\(tenths)")
    #expect(analysis.status == 0, "\(analysis.output)")
  }

  @Test func `the unit sets every recommended directive or states why not`() async throws {
    let service = try packageFile("systemd/intervald.service")
    let analysis = try await security(isHardened: false, "--json=short")
    let assessments = try JSONDecoder().decode([Assessment].self, from: Data(analysis.output.utf8))
    let directives = Set(assessments.flatMap { $0.name.matches(of: /[A-Za-z]+=/).map { String($0.output) } })
    #expect(directives.count > 30)
    for directive in directives { #expect(service.contains(directive), "\(directive)") }
  }

  @Test func `the hardening example sets the directives that the unit leaves to the example`() throws {
    let example = try packageFile("systemd/hardening.conf")
    let reasons = try packageFile("systemd/intervald.service").split(separator: "\n# - ")
    let deferred = reasons.filter { $0.contains("hardening.conf has them") }.flatMap { reason in
      reason.matches(of: /[A-Z][A-Za-z]+(?==)/).map { String($0.output) }
    }
    #expect(deferred.count == 14)
    for directive in deferred { #expect(example.contains("\n\(directive)="), "\(directive)") }
  }

  private struct Assessment: Decodable {
    let name: String
  }

  private func security(isHardened: Bool, _ option: String) async throws -> Invocation {
    let scratch = try TemporaryFolder()
    for (name, text) in try ShippedUnits.running(probe: "ready") { try scratch.write(text, to: name) }
    if isHardened {
      try scratch.write(try packageFile("systemd/hardening.conf"), to: "intervald.service.d/hardening.conf")
    }
    return try await Invocation.run(
      "systemd-analyze",
      ["--user", "security", "--offline=true", "--no-pager", option, scratch.path(of: "intervald.service")],
      environment: ["XDG_RUNTIME_DIR": scratch.path])
  }
}

/// The units in `systemd/`, changed to start the probe instead of the daemon; the keys are file names.
enum ShippedUnits {
  static func running(probe arguments: String) throws -> [String: String] {
    let probe = "\(try BuiltProgram.path(of: "NotifyProbe")) \(arguments)"
    return [
      "intervald.service": try packageFile("systemd/intervald.service")
        .replacing("@BINDIR@/intervald", with: probe),
      "intervald.socket": try packageFile("systemd/intervald.socket"),
    ]
  }
}
