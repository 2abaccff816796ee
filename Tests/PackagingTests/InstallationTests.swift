import FoundationEssentials
import TestSupport
import TestTraits
import Testing

/// The program `.ci/files`, which `make install` and `make uninstall` run.
@Suite(.hangLimit) struct InstallationTests {
  private static let places: [(prefix: String, units: String, settings: String, zsh: String)] = [
    ("/usr", "/usr/lib/systemd/user", "/etc/xdg/intervald", "vendor-completions"),
    ("/usr/local", "/usr/local/lib/systemd/user", "/etc/xdg/intervald", "site-functions"),
    (
      "/home/ada/.local", "/home/ada/.local/share/systemd/user", "/home/ada/.local/share/doc/intervald",
      "site-functions"
    ),
    ("/opt/timers", "/opt/timers/lib/systemd/user", "/opt/timers/share/doc/intervald", "site-functions"),
  ]

  @Test(arguments: places) func `files are installed where programs search for them, and are removed again`(
    prefix: String, units: String, settings: String, zsh: String
  ) async throws {
    let stage = try TemporaryFolder()
    #expect(try await files("install", prefix, in: stage).status == 0)
    let service = try stage.read("\(units)/intervald.service")
    #expect(service.contains("\nExecStart=\(prefix)/bin/intervald\n"))
    #expect(try stage.read("\(settings)/intervald.conf") == packageFile("config/intervald.conf"))
    for completion in ["bash-completion/completions/intervalctl", "fish/vendor_completions.d/intervalctl.fish"] {
      #expect(try stage.read("\(prefix)/share/\(completion)").contains("intervalctl"))
    }
    #expect(try stage.read("\(prefix)/share/zsh/\(zsh)/_intervalctl").hasPrefix("#compdef intervalctl\n"))
    for plan in try FileManager.default.contentsOfDirectory(atPath: "\(packageRoot)/config/plans") {
      #expect(try stage.read("\(prefix)/share/intervald/plans/\(plan)") == packageFile("config/plans/\(plan)"))
    }
    // journalctl searches for catalogs only below these two prefixes.
    let catalog = "\(prefix)/lib/systemd/catalog/intervald.catalog"
    let hasCatalog = (try? stage.read(catalog)) != nil
    #expect(hasCatalog == ["/usr", "/usr/local"].contains(prefix))
    #expect(try await Invocation.run("grep", ["-rlE", "@(BINDIR|HOMEPAGE|VERSION)@", stage.path]).output == "")
    let strayFiles = "find . -type f ! -path '.\(prefix)/*' ! -path ./etc/xdg/intervald/intervald.conf"
    #expect(try await Invocation.run("sh", ["-c", "cd \(stage.path) && \(strayFiles)"]).output == "")
    for folder in ["\(prefix)/share/doc/intervald", "\(prefix)/share/doc/intervald/docs"] {
      let links = "cd \(stage.path)\(folder) && grep -ho '](\\([^)#:]*\\)[#)]' *.md | tr -d '](#)'"
      for link in try await Invocation.run("sh", ["-c", links]).output.split(separator: "\n") {
        #expect(throws: Never.self, "\(link)") { try stage.read("\(folder)/\(link)") }
      }
    }
    let version = try await Invocation.run(stage.path(of: "\(prefix)/bin/intervalctl"), ["--version"])
    #expect(version.status == 0)

    #expect(try await files("uninstall", prefix, in: stage).status == 0)
    #expect(try await Invocation.run("find", [stage.path, "-type", "f"]).output == "")
    #expect(try await Invocation.run("find", [stage.path, "-type", "d", "-name", "intervald"]).output == "")
  }

  @Test func `changed settings are neither overwritten nor removed`() async throws {
    let stage = try TemporaryFolder()
    _ = try await files("install", "/usr/local", in: stage)
    try stage.write("sound off\n", to: "etc/xdg/intervald/intervald.conf")
    for step in ["install", "uninstall"] {
      let result = try await files(step, "/usr/local", in: stage)
      let message = "kept /etc/xdg/intervald/intervald.conf, which differs from config/intervald.conf\n"
      #expect(result.output.contains(message))
      #expect(try stage.read("etc/xdg/intervald/intervald.conf") == "sound off\n")
    }
  }

  private func files(_ step: String, _ prefix: String, in stage: TemporaryFolder) async throws -> Invocation {
    let built = try BuiltProgram.path(of: "").dropLast()
    return try await Invocation.run(
      "\(packageRoot)/.ci/files", [step],
      environment: ["PREFIX": prefix, "DESTDIR": stage.path, "BUILT": String(built)])
  }
}
