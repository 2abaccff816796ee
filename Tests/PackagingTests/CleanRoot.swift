import TestSupport
import Testing

/// A Debian of a test's own that has what the package depends on and nothing else.
struct CleanRoot {
  let folder: TemporaryFolder

  var path: String { folder.path(of: "root") }

  init(of package: BuiltPackage) async throws {
    folder = try TemporaryFolder()
    let root = try folder.folder("root")
    let unpacked = try await Invocation.run(
      "tar", ["--extract", "--directory", root, "--file", package.root], within: .seconds(120))
    try #require(unpacked.status == 0, "\(unpacked.errors)")
    // For a user other than root the way to it must be open.
    _ = try await Invocation.run("chmod", ["755", folder.path, root])
  }

  /// Runs a program in it as root, with an environment of Debian's.
  func run(_ program: String, _ arguments: String...) async throws -> Invocation {
    let path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
    return try await Invocation.run(
      "env",
      ["--ignore-environment", path, "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", "chroot", self.path, program]
        + arguments,
      within: .seconds(60))
  }

  /// Installs a package, keeping settings that were changed, as apt-get does that nobody can ask.
  func install(_ package: String) async throws -> Invocation {
    let copy = "\(path)/package.deb"
    _ = try await Invocation.run("cp", [package, copy])
    let installed = try await run("dpkg", "--force-confdef", "--force-confold", "--install", "/package.deb")
    _ = try await Invocation.run("rm", [copy])
    return installed
  }

  /// Everything in it but what dpkg remembers and what is of the moment: type, mode, owner and target of each, and size
  /// and time of files.
  func files() async throws -> Set<String> {
    let passing = ["dev", "proc", "run", "sys", "tmp", "var/cache", "var/lib/dpkg", "var/log"]
    let pruned = passing.flatMap { ["-path", "./\($0)", "-o"] }.dropLast()
    let found = try await Invocation.run(
      "sh",
      ["-c", "cd \"$0\" && exec find . \"$@\"", path, "("] + pruned + [")", "-prune", "-o"]
        + ["(", "-type", "f", "-printf", "%p %m %U:%G %s %T@\\n", ")", "-o", "-printf", "%p %y %m %U:%G %l\\n"],
      within: .seconds(60))
    try #require(found.status == 0, "\(found.errors)")
    return Set(found.output.split(separator: "\n").map(String.init))
  }
}
