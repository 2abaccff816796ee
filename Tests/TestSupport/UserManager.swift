import Subprocess

/// A real systemd user manager and journal in private namespaces, for tests that run as root.
///
/// The manager and the journal end with the test. To start another program, such as a notification server, use a
/// transient unit: `run("systemd-run", ["--user", …])`. The program then finds the session bus, and ends with the
/// namespaces.
package struct UserManager: Sendable {
  /// Folder with all files of the manager.
  ///
  /// Its subfolder `run` is the runtime folder, and `home` is the home folder.
  ///
  /// In the namespaces, the folder also has the path `/run/manager`, and its subfolder `run` has the path
  /// `/run/user/UID`. The manager of a user other than root uses these paths.
  package let folder: TemporaryFolder

  /// All environment variables of programs in the namespaces.
  ///
  /// The variables do not refer to the desktop and the session of the machine.
  package let environment: [String: String]

  private let process: String
  private let user: UInt32

  /// A user ID that has neither an account on the machine nor privileges.
  package static let runner: UInt32 = 4217

  /// Starts the manager of a user, runs `body`, and kills all processes in the namespaces.
  ///
  /// The default user is root, whose manager has more privileges than the manager of an ordinary user. The parameter
  /// `root` is the folder that the namespaces use as `/`, with the manager and the programs.
  ///
  /// - Throws: The error of `body`, or `Failure` with the log if the manager does not start.
  package static func run<Result: Sendable>(
    of user: UInt32 = 0, in root: String = "/", _ body: (UserManager) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    try folder.write(bytes: PackageResources.user_manager_sh, to: "manager.sh")
    for name in ["run", "home", "config", "data", "state", "cache"] {
      try folder.write("", to: "\(name)/.keep")
    }
    let (managerFolder, runtimeFolder) =
      user == 0 ? (folder.path, folder.path(of: "run")) : ("/run/manager", "/run/user/\(user)")
    let variables = [
      "PATH": Desktop.programPath,
      "LANG": "C.UTF-8",
      "HOME": "\(managerFolder)/home",
      "XDG_RUNTIME_DIR": runtimeFolder,
      "XDG_CONFIG_HOME": "\(managerFolder)/config",
      "XDG_DATA_HOME": "\(managerFolder)/data",
      "XDG_STATE_HOME": "\(managerFolder)/state",
      "XDG_CACHE_HOME": "\(managerFolder)/cache",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(runtimeFolder)/bus",
    ]
    let environment = variables.merging(SanitizerOptions.environment) { own, _ in own }
    let notifications = try NotificationSocket(path: folder.path(of: "notify"))
    var options = PlatformOptions()
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(10))]
    return try await Subprocess.run(
      .name("sh"), arguments: [folder.path(of: "manager.sh"), "outside", folder.path, "\(user)", root],
      environment: .custom(Self.variables(environment)), platformOptions: options,
      input: .inputWriter, output: .discarded, error: .discarded
    ) { execution in
      do {
        let journalIsReady = await notifications.message(with: "READY=1") != nil
        _ = try await execution.standardInputWriter.write("\n")
        let isReady = if journalIsReady { await notifications.message(with: "READY=1") != nil } else { false }
        let process = try folder.read("pid").prefix { $0.isNumber }
        let manager = UserManager(folder: folder, environment: environment, process: String(process), user: user)
        guard isReady else { throw await manager.failure(journalIsReady: journalIsReady) }
        let result = try await body(manager)
        try await execution.standardInputWriter.finish()
        return result
      } catch {
        // If `finish` also fails, the caller still receives the first error.
        try? await execution.standardInputWriter.finish()
        throw error
      }
    }.closureResult
  }

  /// Runs a program in the namespaces until it ends, and kills it after `limit`.
  package func run(
    _ program: String, _ arguments: [String] = [], within limit: Duration = generousLimit
  ) async throws -> Invocation {
    try await Invocation.run("nsenter", entering(program, arguments, as: user), within: limit)
  }

  /// Starts a program as a transient unit with the given properties of a unit file.
  ///
  /// `environment` overrides the environment of the manager. The returned process is systemd-run(1), which has the
  /// output and the exit status of the program, but does not forward signals.
  package func start(
    _ program: String, properties: [String], environment: [String: String], in processes: TestProcesses
  ) async throws -> TestProcess {
    let options = properties.map { "--property=\($0)" } + environment.map { "--setenv=\($0)=\($1)" }
    let call = ["--user", "--quiet", "--collect", "--pipe", "--wait"] + options + ["--", program]
    return try await processes.start(
      "nsenter", entering("systemd-run", call, as: user), environment: ["PATH": "/usr/bin:/bin"])
  }

  /// Runs `systemctl --user` with arguments.
  ///
  /// A command that starts or stops a unit waits until the unit is started or stopped.
  @discardableResult
  package func systemctl(_ arguments: String...) async throws -> Invocation {
    try await run("systemctl", ["--user"] + arguments)
  }

  /// Returns a property of a unit in the format of `systemctl show`.
  package func property(_ name: String, of unit: String) async throws -> String {
    try await systemctl("show", "--property=\(name)", "--value", unit).answer
  }

  /// Installs units and reloads the manager.
  ///
  /// - Parameter units: Texts of the units by file name.
  /// - Throws: An error if a file cannot be written, or if `systemctl` cannot be run.
  package func install(_ units: [String: String]) async throws {
    for (name, text) in units {
      try await write(text, to: "config/systemd/user/\(name)")
    }
    try await systemctl("daemon-reload")
  }

  /// Writes a file in the folder, owned by the user.
  package func write(_ text: String, to name: String) async throws {
    try folder.write(text, to: name)
    _ = try await Invocation.run("chown", ["-R", "\(user)", folder.path])
  }

  /// Waits for the first record of the journal that has all fields; each field has the form `NAME=value`.
  ///
  /// - Returns: The record; nil if the limit is exceeded.
  package func journalEntry(_ fields: String..., within limit: Duration = generousLimit) async throws -> JournalEntry? {
    // journalctl runs as root, because only root can read a volatile journal.
    let follow = ["--follow", "--no-tail", "--output=json"] + fields
    var ownGroup = PlatformOptions()
    ownGroup.processGroupID = 0
    return try await Subprocess.run(
      .name("nsenter"), arguments: Arguments(entering("timeout", limited("journalctl", follow, limit), as: 0)),
      platformOptions: ownGroup, input: .none, output: .sequence, error: .discarded
    ) { execution in
      let line = try await execution.standardOutput.strings().first { _ in true }
      try? execution.send(signal: .kill, toProcessGroup: true)
      return try line.map { try JournalEntry(json: $0) }
    }.closureResult
  }

  /// Returns the arguments of nsenter(1) that run a program in the namespaces, with the variables in `environment`.
  private func entering(_ program: String, _ arguments: [String], as user: UInt32) -> [String] {
    ["--target", process, "--mount", "--pid", "--root", "--wd"]
      + ["setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"]
      + ["env", "--ignore-environment"] + environment.map { "\($0)=\($1)" } + [program] + arguments
  }

  /// Returns the arguments of timeout(1) that run a program without a new process group, and kill it at the limit.
  private func limited(_ program: String, _ arguments: [String], _ limit: Duration) -> [String] {
    ["--foreground", "--signal=KILL", "\(limit.components.seconds)", program] + arguments
  }

  private static func variables(_ environment: [String: String]) -> [Environment.Key: String] {
    Dictionary(environment.map { (Environment.Key(stringLiteral: $0), $1) }, uniquingKeysWith: { $1 })
  }

  /// The error of a manager that did not start.
  package struct Failure: Error {
    /// Whether the journal started.
    package let journalIsReady: Bool
    /// The log, the processes, the journal, and the pending jobs of the manager.
    package let accounts: [String]
  }

  private func failure(journalIsReady: Bool) async -> Failure {
    var reports = [(try? folder.read("log")) ?? "no log"]
    for (program, arguments) in [
      ("ps", ["-e", "-o", "pid,stat,wchan:20,args"]), ("journalctl", ["--no-pager", "--lines=100"]),
      ("systemctl", ["--user", "--no-pager", "list-jobs"]),
    ] {
      let report = try? await run(program, arguments)
      reports.append("\(program): \(report?.output ?? "") \(report?.errors ?? "")")
    }
    return Failure(journalIsReady: journalIsReady, accounts: reports)
  }
}
