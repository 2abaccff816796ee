import TestSupport
import Testing

/// A private Debian system with only a user manager and the dependencies of the package.
struct CleanRoot {
  let folder: TemporaryFolder

  var path: String { folder.path(of: "root") }

  init(of package: BuiltPackage) async throws {
    folder = try TemporaryFolder()
    let root = try folder.folder("root")
    let unpacked = try await Invocation.run(
      "tar", ["--extract", "--directory", root, "--file", package.root])
    try #require(unpacked.status == 0, "\(unpacked.errors)")
    // A user other than root must be able to enter both folders.
    _ = try await Invocation.run("chmod", ["755", folder.path, root])
  }

  /// Runs a program in the system as root, with the environment of Debian's package tools.
  func run(_ program: String, _ arguments: String...) async throws -> Invocation {
    let path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin"
    return try await Invocation.run(
      "env",
      ["--ignore-environment", path, "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", "chroot", self.path, program]
        + arguments)
  }

  /// Installs a package and preserves changed settings, like an unattended apt-get.
  func install(_ package: String) async throws -> Invocation {
    let copy = "\(path)/package.deb"
    _ = try await Invocation.run("cp", [package, copy])
    let installed = try await run("dpkg", "--force-confdef", "--force-confold", "--install", "/package.deb")
    _ = try await Invocation.run("rm", [copy])
    return installed
  }

  /// Returns a line for each file and folder, except the databases of dpkg and of journalctl, and volatile files.
  ///
  /// A line contains the path, the mode and the owner. The line of a regular file also contains the size and the time;
  /// any other line contains the type and the target of a link.
  func files() async throws -> Set<String> {
    let excluded = [
      "dev", "proc", "run", "sys", "tmp", "var/cache", "var/lib/dpkg", "var/lib/systemd/catalog", "var/log",
    ]
    let pruned = excluded.flatMap { ["-path", "./\($0)", "-o"] }.dropLast()
    let found = try await Invocation.run(
      "sh",
      ["-c", "cd \"$0\" && exec find . \"$@\"", path, "("] + pruned + [")", "-prune", "-o"]
        + ["(", "-type", "f", "-printf", "%p %m %U:%G %s %T@\\n", ")", "-o", "-printf", "%p %y %m %U:%G %l\\n"])
    try #require(found.status == 0, "\(found.errors)")
    return Set(found.output.split(separator: "\n").map(String.init))
  }
}
