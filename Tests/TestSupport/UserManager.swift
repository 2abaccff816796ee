import Subprocess

/// A real systemd user manager and journal in namespaces of their own, for root only; gone when the test is.
///
/// Programs that run beside it, such as a notification server, are best started as transient units, with
/// `run("systemd-run", ["--user", …])`: then they find the session bus, and go with the namespace.
package struct UserManager: Sendable {
  /// The folder with everything of the manager's; its socket folder is `run`, its home `home`.
  package let folder: TemporaryFolder

  /// What programs inside find in their environment, and nothing else: no desktop or session of the machine's.
  package let environment: [String: String]

  private let process: String

  /// Starts a manager, gives it to `body`, and kills all that runs in its namespaces.
  ///
  /// - Throws: What `body` throws, or `Failure` with the manager's own words when it does not start.
  package static func run<Result: Sendable>(_ body: (UserManager) async throws -> Result) async throws -> Result {
    let folder = try TemporaryFolder()
    try folder.write(bytes: PackageResources.user_manager_sh, to: "manager.sh")
    for name in ["run", "home", "config", "data", "state", "cache"] {
      try folder.write("", to: "\(name)/.keep")
    }
    let environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      "LANG": "C.UTF-8",
      "HOME": folder.path(of: "home"),
      "XDG_RUNTIME_DIR": folder.path(of: "run"),
      "XDG_CONFIG_HOME": folder.path(of: "config"),
      "XDG_DATA_HOME": folder.path(of: "data"),
      "XDG_STATE_HOME": folder.path(of: "state"),
      "XDG_CACHE_HOME": folder.path(of: "cache"),
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path(of: "run/bus"))",
    ]
    let notifications = try NotificationSocket(path: folder.path(of: "notify"))
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(10))]
    return try await Subprocess.run(
      .name("sh"), arguments: [folder.path(of: "manager.sh"), "outside", folder.path],
      environment: .custom(variables(environment)), platformOptions: options,
      input: .inputWriter, output: .discarded, error: .discarded
    ) { execution in
      do {
        let journalIsReady = await notifications.message(with: "READY=1") != nil
        _ = try await execution.standardInputWriter.write("\n")
        guard journalIsReady, await notifications.message(with: "READY=1") != nil else {
          throw Failure(log: try folder.read("log"))
        }
        let process = try folder.read("pid").prefix { $0.isNumber }
        let manager = UserManager(folder: folder, environment: environment, process: String(process))
        let result = try await body(manager)
        try await execution.standardInputWriter.finish()
        return result
      } catch {
        // The error that matters is the one that is on its way already.
        try? await execution.standardInputWriter.finish()
        throw error
      }
    }.closureResult
  }

  /// Runs a program inside to its end, and kills it after `limit`.
  package func run(
    _ program: String, _ arguments: [String] = [], within limit: Duration = .seconds(20)
  ) async throws -> Invocation {
    try await Invocation.run("nsenter", entering(program, arguments), within: limit)
  }

  /// Runs `systemctl --user` with arguments; what starts or stops a unit returns when that is done.
  @discardableResult
  package func systemctl(_ arguments: String...) async throws -> Invocation {
    try await run("systemctl", ["--user"] + arguments)
  }

  /// Reads one property of a unit, as `systemctl show` prints it.
  package func property(_ name: String, of unit: String) async throws -> String {
    try await systemctl("show", "--property=\(name)", "--value", unit).answer
  }

  /// Makes units known to the manager.
  ///
  /// - Parameter units: Their texts, by file name.
  /// - Throws: What keeps a file from being written or `systemctl` from being run.
  package func install(_ units: [String: String]) async throws {
    for (name, text) in units {
      try folder.write(text, to: "config/systemd/user/\(name)")
    }
    try await systemctl("daemon-reload")
  }

  /// Waits for the first record in the journal that has all of the given fields, each in the form `NAME=value`.
  ///
  /// - Returns: `nil` when none came within the limit.
  package func journalEntry(_ fields: String..., within limit: Duration = .seconds(20)) async throws -> JournalEntry? {
    let follow = ["--follow", "--no-tail", "--output=json"] + fields
    var ownGroup = PlatformOptions()
    ownGroup.processGroupID = 0
    return try await Subprocess.run(
      .name("nsenter"), arguments: Arguments(entering("timeout", limited("journalctl", follow, limit))),
      platformOptions: ownGroup, input: .none, output: .sequence, error: .discarded
    ) { execution in
      let line = try await execution.standardOutput.strings().first { _ in true }
      try? execution.send(signal: .kill, toProcessGroup: true)
      return try line.map { try JournalEntry(json: $0) }
    }.closureResult
  }

  /// The arguments of `nsenter(1)` for a program inside, in its environment.
  private func entering(_ program: String, _ arguments: [String]) -> [String] {
    ["--target", process, "--mount", "--pid", "env", "--ignore-environment"]
      + environment.map { "\($0)=\($1)" } + [program] + arguments
  }

  /// The arguments of `timeout(1)`, staying in the process group that it is started in.
  private func limited(_ program: String, _ arguments: [String], _ limit: Duration) -> [String] {
    ["--foreground", "--signal=KILL", "\(limit.components.seconds)", program] + arguments
  }

  private static func variables(_ environment: [String: String]) -> [Environment.Key: String] {
    Dictionary(environment.map { (Environment.Key(stringLiteral: $0), $1) }, uniquingKeysWith: { $1 })
  }

  /// The manager did not start.
  package struct Failure: Error {
    /// What it said.
    package let log: String
  }
}
