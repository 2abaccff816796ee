import ControlInterface
import TestSupport
import Testing
import WorkoutReports

/// A workout of one-second intervals that the real daemon runs while an external service has a fault.
struct FaultRun: Sendable {
  let client: WorkoutClient
  private let subject: Subject
  private let memoryBefore: Int

  /// The daemon under test: a process or a unit.
  private struct Subject: Sendable {
    let socket: ControlSocket
    let residentKibibytes: @Sendable () async throws -> Int
    /// Warnings and errors in the daemon's log.
    let problems: @Sendable () async throws -> [String]
  }

  /// Maximum growth of the daemon's memory.
  private static let maxGrowthKibibytes = 4096

  /// Starts a workout, and returns after its first cues.
  ///
  /// `log` contains the lines of the daemon's log; nil stands for the daemon's standard error.
  static func start(on daemon: DaemonProcess, log: Recording<String>? = nil) async throws -> FaultRun {
    let lines = log ?? daemon.process.errors
    return try await start(
      Subject(
        socket: try daemon.socket,
        residentKibibytes: {
          try number(await Invocation.run("ps", ["-o", "rss=", "-p", "\(daemon.process.identifier)"]))
        },
        problems: {
          lines.elements.filter { line in
            ["warning", "error", "critical"].contains { line.contains(" intervald: \($0): ") }
          }
        }))
  }

  /// Starts a workout of the daemon in a user manager, and returns after the first cues; the log is the journal.
  static func start(in manager: UserManager) async throws -> FaultRun {
    let process = try await manager.property("MainPID", of: "intervald.service")
    return try await start(
      Subject(
        socket: try ControlSocket(environment: manager.environment),
        residentKibibytes: { try number(await manager.run("ps", ["-o", "rss=", "-p", process])) },
        problems: {
          try await manager.run(
            "journalctl", ["--output=cat", "--quiet", "--priority=warning", "SYSLOG_IDENTIFIER=intervald"]
          ).output.split(separator: "\n").map(String.init)
        }))
  }

  private static func number(_ invocation: Invocation) throws -> Int {
    try #require(Int(invocation.answer))
  }

  private static func start(_ subject: Subject) async throws -> FaultRun {
    let client = try await WorkoutClient.connect(to: subject.socket, timeout: generousLimit)
    _ = try await client.start(plan: "lead-in off\n5000x(1s run, 1s walk)")
    try await awaitCues(3, of: subject, client)
    return FaultRun(client: client, subject: subject, memoryBefore: try await subject.residentKibibytes())
  }

  /// Waits until `count` more intervals have begun.
  func awaitCues(_ count: Int) async throws {
    try await Self.awaitCues(count, of: subject, client)
  }

  private static func awaitCues(_ count: Int, of subject: Subject, _ client: WorkoutClient) async throws {
    let last = (try await client.status().number ?? 0) + count
    for try await event in try await WorkoutClient.connect(to: subject.socket, timeout: generousLimit).watch() {
      if let number = event.status.number, number >= last { return }
    }
    Issue.record("the workout has ended")
  }

  /// Prints the figures of the run, and checks its punctuality, its memory, and the number of warnings and errors.
  func expectUnaffected(_ fault: String, problems expected: Int = 1) async throws {
    let punctuality = try #require(await client.status().punctuality)
    let growth = try await subject.residentKibibytes() - memoryBefore
    let problems = try await subject.problems()
    print(
      "\(fault): \(punctuality.cues) cues, \(punctuality.missed) missed, latest \(punctuality.maxUs) µs, mean",
      "\(punctuality.meanUs) µs, memory +\(growth) KiB, \(problems.count) warnings and errors")
    punctuality.expectWithinLimits()
    #expect(growth < Self.maxGrowthKibibytes)
    #expect(problems.count == expected, "\(problems)")
  }
}
