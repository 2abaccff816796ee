import ControlInterface
import TestSupport
import Testing
import WorkoutReports

/// A workout of intervals of a second by the real daemon, while something round it is broken.
struct FaultRun: Sendable {
  let client: WorkoutClient
  private let subject: Subject
  private let memoryBefore: Int

  /// The daemon as the run sees it.
  private struct Subject: Sendable {
    let socket: ControlSocket
    let residentKibibytes: @Sendable () async throws -> Int
    /// What it has logged that is no mere news.
    let problems: @Sendable () async throws -> [String]
  }

  /// By how many KiB the daemon may have grown.
  private static let growth = 4096

  /// Starts a workout, and returns when its first cues have been given.
  ///
  /// The log is what the daemon writes to standard error, unless that goes elsewhere.
  static func begin(on daemon: DaemonProcess, log: Recording<String>? = nil) async throws -> FaultRun {
    let lines = log ?? daemon.process.errors
    return try await begin(
      Subject(
        socket: try daemon.socket,
        residentKibibytes: {
          try kilobytes(await Invocation.run("ps", ["-o", "rss=", "-p", "\(daemon.process.identifier)"]))
        },
        problems: {
          lines.elements.filter { line in
            ["warning", "error", "critical"].contains { line.hasPrefix("intervald: \($0): ") }
          }
        }))
  }

  /// Likewise, under a user manager; the log is the journal.
  static func begin(in manager: UserManager) async throws -> FaultRun {
    let process = try await manager.property("MainPID", of: "intervald.service")
    return try await begin(
      Subject(
        socket: try ControlSocket(environment: manager.environment),
        residentKibibytes: { try kilobytes(await manager.run("ps", ["-o", "rss=", "-p", process])) },
        problems: {
          try await manager.run(
            "journalctl", ["--output=cat", "--quiet", "--priority=warning", "SYSLOG_IDENTIFIER=intervald"]
          ).output.split(separator: "\n").map(String.init)
        }))
  }

  private static func kilobytes(_ answer: Invocation) throws -> Int {
    try #require(Int(answer.answer))
  }

  private static func begin(_ subject: Subject) async throws -> FaultRun {
    let client = try await WorkoutClient.connect(to: subject.socket)
    _ = try await client.start(plan: "lead-in off\n5000x(1s run, 1s walk)")
    try await pass(3, of: subject, client)
    return FaultRun(client: client, subject: subject, memoryBefore: try await subject.residentKibibytes())
  }

  /// Waits until so many intervals more have begun.
  func pass(_ count: Int) async throws {
    try await Self.pass(count, of: subject, client)
  }

  private static func pass(_ count: Int, of subject: Subject, _ client: WorkoutClient) async throws {
    let last = (try await client.status().number ?? 0) + count
    for try await event in try await WorkoutClient.connect(to: subject.socket).watch() {
      if let number = event.status.number, number >= last { return }
    }
    Issue.record("the workout has ended")
  }

  /// Checks that beat and memory are unharmed and so much was logged as wrong, and prints how they are.
  func expectUnharmed(_ what: String, problems expected: Int = 1) async throws {
    let punctuality = try #require(await client.status().punctuality)
    let growth = try await subject.residentKibibytes() - memoryBefore
    let problems = try await subject.problems()
    print(
      "\(what): \(punctuality.cues) cues, \(punctuality.missed) missed, latest \(punctuality.maxUs) µs, mean",
      "\(punctuality.meanUs) µs, \(growth) KiB more memory, \(problems.count) in the log")
    punctuality.expectUnharmed()
    #expect(growth < Self.growth)
    #expect(problems.count == expected, "\(problems)")
  }
}
