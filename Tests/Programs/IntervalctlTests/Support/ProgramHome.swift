import ControlInterface
import FoundationEssentials
import PlanLibrary
import Subprocess
import TestSupport
import Testing
import VarlinkServer
import WorkoutHistory

/// A temporary home folder for runs of `intervalctl`, with two plans and, by default, a scripted daemon.
struct ProgramHome: Sendable {
  let folder: TemporaryFolder
  private let processes: TestProcesses
  private let environment: [String: String]

  /// Calls `body` with a new home folder, and then kills the processes that were started in it.
  static func with(
    daemon: ScriptedController? = ScriptedController(),
    _ body: @escaping @Sendable (ProgramHome) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try await TestProcesses.with { processes in
      let home = try ProgramHome(folder: folder, processes: processes)
      guard let daemon else { return try await body(home) }
      let socket = try ControlSocket(environment: home.environment)
      let server = Server(
        listener: try Listener.bind(path: socket.path),
        identity: ServiceIdentity(vendor: "intervald", product: "test", version: "0", url: "https://example.org"),
        interfaces: [WorkoutService(controller: daemon)])
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await server.run() }
        try await body(home)
        tasks.cancelAll()
        try await tasks.waitForAll()
      }
    }
  }

  private init(folder: TemporaryFolder, processes: TestProcesses) throws {
    self.folder = folder
    self.processes = processes
    environment = [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm", "TZ": "UTC",
      "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/config",
      "XDG_CONFIG_DIRS": "\(folder.path)/none", "XDG_DATA_DIRS": "\(folder.path)/none",
    ]
    _ = try folder.folder("intervald")
    _ = try folder.folder("config/intervald/plans")
    try folder.write(Samples.plan, to: "config/intervald/plans/long-run.plan")
    try folder.write("forever 30s", to: "config/intervald/plans/5k.plan")
  }

  /// Runs `intervalctl` and waits for its end.
  func run(_ arguments: [String], environment overrides: [String: String?] = [:]) async throws -> ProgramRun {
    try await run(BuiltProgram.path(of: "intervalctl"), arguments, environment: overrides)
  }

  /// Runs a shell command in the home folder.
  ///
  /// The name `intervalctl` in the command is the built program.
  func shell(_ line: String, environment overrides: [String: String?] = [:]) async throws -> ProgramRun {
    let setup = "cd \(folder.path); PATH=\(Self.products):$PATH; "
    return try await run("/bin/sh", ["-c", setup + line], environment: overrides)
  }

  /// Starts a shell command in the home folder without waiting for its end.
  func start(_ line: String) async throws -> TestProcess {
    let setup = "cd \(folder.path); PATH=\(Self.products):$PATH; exec "
    return try await processes.start("/bin/sh", ["-c", setup + line], environment: environment)
  }

  private func run(
    _ program: String, _ arguments: [String], environment overrides: [String: String?]
  ) async throws -> ProgramRun {
    var variables = environment
    for (name, value) in overrides { variables[name] = value }
    let process = try await processes.start(program, arguments, environment: variables)
    let ending = try await process.end()
    return ProgramRun(
      status: ending.shellStatus, output: process.output.elements, messages: process.errors.elements)
  }

  /// The folder of the built programs.
  private static let products: String = {
    let program = try? BuiltProgram.path(of: "intervalctl")
    return program.map { $0.split(separator: "/").dropLast().map { "/\($0)" }.joined() } ?? ""
  }()
}

extension TerminationStatus {
  /// The exit status as a shell reports it.
  fileprivate var shellStatus: Int32 {
    switch self {
    case .exited(let code): code
    case .signaled(let signal): 128 + signal
    }
  }
}

extension ProgramHome {
  /// Checks that a command fails with the given messages, and that it does not call the daemon.
  static func expectRejected(_ arguments: [String], _ status: Int32, _ messages: [String]?) async throws {
    let daemon = ScriptedController()
    try await Self.with(daemon: daemon) { home in
      let run = try await home.run(arguments)
      #expect(run.status == status)
      #expect(run.output == [])
      if let messages { #expect(run.messages == messages) }
      #expect(run.messages.first?.hasPrefix("error: ") == true)
      #expect(await daemon.calls == [])
    }
  }
}

/// The files of training programs.
extension ProgramHome {
  /// Writes a program as `back.program`.
  func writeProgram() throws {
    try folder.write(Samples.program, to: "config/intervald/plans/back.program")
  }

  func writeLast(_ plan: LastPlan) throws {
    try folder.write(
      String(decoding: JSONEncoder().encode(plan), as: UTF8.self), to: ".local/state/intervald/last-plan.json")
  }

  func writeHistory(_ lines: [HistoryLine]) throws {
    try folder.write(Samples.history(lines), to: ".local/state/intervald/history.jsonl")
  }
}
