import Subprocess

/// A real systemd user manager and journal in namespaces of their own, for root only; gone when the test is.
///
/// Programs that run beside it, such as a notification server, are best started as transient units, with
/// `run("systemd-run", ["--user", …])`: then they find the session bus, and go with the namespace.
package struct UserManager: Sendable {
  /// The folder with everything of the manager's; its socket folder is `run`, its home `home`.
  ///
  /// A manager that is not root's, and the programs inside, see it as `/run/manager`, and `run` in its usual place.
  package let folder: TemporaryFolder

  /// What programs inside find in their environment, and nothing else: no desktop or session of the machine's.
  package let environment: [String: String]

  private let process: String
  private let user: UInt32

  /// A user whom the machine does not know, and who may do no more than any.
  package static let runner: UInt32 = 4217

  /// Starts a manager of a user's, gives it to `body`, and kills all that runs in its namespaces.
  ///
  /// Root's, which it is if nothing is said, can do more than another's: what works there need not work for a person.
  ///
  /// With a `root`, a folder with another system than the machine's, it is of that system, as are the programs inside.
  ///
  /// - Throws: What `body` throws, or `Failure` with the manager's own words when it does not start.
  package static func run<Result: Sendable>(
    of user: UInt32 = 0, in root: String = "/", _ body: (UserManager) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    try folder.write(bytes: PackageResources.user_manager_sh, to: "manager.sh")
    for name in ["run", "home", "config", "data", "state", "cache"] {
      try folder.write("", to: "\(name)/.keep")
    }
    let (place, socketFolder) =
      user == 0 ? (folder.path, folder.path(of: "run")) : ("/run/manager", "/run/user/\(user)")
    let variables = [
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      "LANG": "C.UTF-8",
      "HOME": "\(place)/home",
      "XDG_RUNTIME_DIR": socketFolder,
      "XDG_CONFIG_HOME": "\(place)/config",
      "XDG_DATA_HOME": "\(place)/data",
      "XDG_STATE_HOME": "\(place)/state",
      "XDG_CACHE_HOME": "\(place)/cache",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(socketFolder)/bus",
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
    try await Invocation.run("nsenter", entering(program, arguments, as: user), within: limit)
  }

  /// Starts a program as a transient unit, with properties as a unit's file has them, among the processes of a test.
  ///
  /// What it prints and how it ends is heard there; signals go to the program of systemd-run(1), which passes none on.
  /// The environment is put over that of the manager.
  package func start(
    _ program: String, properties: [String], environment: [String: String], in processes: TestProcesses
  ) async throws -> TestProcess {
    let options = properties.map { "--property=\($0)" } + environment.map { "--setenv=\($0)=\($1)" }
    let call = ["--user", "--quiet", "--collect", "--pipe", "--wait"] + options + ["--", program]
    return try await processes.start(
      "nsenter", entering("systemd-run", call, as: user), environment: ["PATH": "/usr/bin:/bin"])
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
      try await write(text, to: "config/systemd/user/\(name)")
    }
    try await systemctl("daemon-reload")
  }

  /// Writes a file in the folder, the user's own.
  package func write(_ text: String, to name: String) async throws {
    try folder.write(text, to: name)
    _ = try await Invocation.run("chown", ["-R", "\(user)", folder.path])
  }

  /// Waits for the first record in the journal that has all of the given fields, each in the form `NAME=value`.
  ///
  /// - Returns: `nil` when none came within the limit.
  package func journalEntry(_ fields: String..., within limit: Duration = .seconds(20)) async throws -> JournalEntry? {
    // A journal that is not kept is root's to read, whoever writes to it.
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

  /// The arguments of `nsenter(1)` for a program inside, in its environment.
  private func entering(_ program: String, _ arguments: [String], as user: UInt32) -> [String] {
    ["--target", process, "--mount", "--pid", "--root", "--wd"]
      + ["setpriv", "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups"]
      + ["env", "--ignore-environment"] + environment.map { "\($0)=\($1)" } + [program] + arguments
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
    /// Whether the journal did.
    package let journalIsReady: Bool
    /// What they said, what runs inside, and what the manager waits for.
    package let accounts: [String]
  }

  private func failure(journalIsReady: Bool) async -> Failure {
    var accounts = [(try? folder.read("log")) ?? "no log"]
    for (program, arguments) in [
      ("ps", ["-e", "-o", "pid,stat,wchan:20,args"]), ("journalctl", ["--no-pager", "--lines=100"]),
      ("systemctl", ["--user", "--no-pager", "list-jobs"]),
    ] {
      let account = try? await run(program, arguments)
      accounts.append("\(program): \(account?.output ?? "") \(account?.errors ?? "")")
    }
    return Failure(journalIsReady: journalIsReady, accounts: accounts)
  }
}
