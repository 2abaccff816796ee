import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports
import WorkoutViews

@testable import intervalctl

/// Tests of impossible numbers in the daemon's answers.
@Suite(.hangLimit) struct HostileNumberTests {
  @Test(arguments: [Int.min, -1, .max], [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude])
  func `impossible numbers in a result do not crash the program`(number: Int, real: Double) async throws {
    var answers = ScriptedController.Answers()
    (answers.status, answers.summary, answers.wasM) = (Self.status(number, real), Self.summary(number, real), real)
    answers.events = [
      Report.Event(event: .state, status: answers.status),
      Report.Event(event: .finished, cue: .finish, status: answers.status, summary: answers.summary),
    ]
    answers.endsWatches = true
    try await Self.expect(
      [
        "status", "status --json", "status --waybar", Self.fields, "start long-run", "start long-run --json",
        "start long-run --watch", "stop", "stop --json", "pause", "resume", "toggle", "next", "back", "extend 5s",
        "correct 1km", "correct 1km --json",
      ], of: answers
    ) { $0 == 0 }
    (answers.isIdle, answers.lastSummary) = (true, answers.summary)
    try await Self.expect(["correct 1km", "correct 1km --json"], of: answers) { $0 == 0 }
  }

  @Test(arguments: [Int.min, -1, .max], [-Double.greatestFiniteMagnitude, .greatestFiniteMagnitude])
  func `impossible numbers in a refusal do not crash the program`(number: Int, real: Double) async throws {
    let refusals: [ControlError] = [
      .alreadyRunning(Self.status(number, real)), .implausibleDistance(.init(distanceM: real, elapsedMs: number)),
      .invalidPlan(.init(message: "wrong", line: number, column: number, lineText: "30s")),
      .invalidConfiguration(
        .init(message: "wrong", line: number, column: number, path: "/intervald.conf", lineText: "sound")),
    ]
    for refusal in refusals {
      var answers = ScriptedController.Answers()
      (answers.refusal, answers.configurationError) = (refusal, refusal)
      try await Self.expect(["start long-run", "start 30s", "test-cues run", "reload"], of: answers) {
        (1...ExitStatus.invalidSettings.rawValue).contains($0)
      }
    }
  }

  /// Runs command lines with a daemon that returns `answers`, and checks the exit statuses.
  private static func expect(
    _ lines: [String], of answers: ScriptedController.Answers, toEndWith isExpected: @escaping @Sendable (Int32) -> Bool
  ) async throws {
    try await ProgramHome.with(daemon: ScriptedController(answers)) { home in
      for line in lines {
        let run = try await home.shell("intervalctl \(line)", environment: ["SWIFT_BACKTRACE": "enable=no"])
        #expect(isExpected(run.status), "\(line): \(run)")
      }
    }
  }

  /// A command line that prints every field of a status bar.
  private static let fields = "status --format '\(BarField.allCases.map { "{\($0.rawValue)}" }.joined())'"

  private static func status(_ number: Int, _ real: Double) -> Report.Status {
    var status = Samples.running
    (status.atNs, status.deadlineNs, status.number, status.of) = (number, number, number, number)
    (status.elapsedMs, status.remainingMs) = (number, number)
    (status.intervalElapsedMs, status.intervalRemainingMs) = (number, number)
    (status.distanceM, status.remainingM) = (real, real)
    status.interval = .init(kind: "run", goal: "30s", durationMs: number, distanceM: real, paceMps: real)
    (status.next, status.rounds) = (status.interval, [.init(number: number, of: number)])
    status.punctuality = punctuality(number)
    return status
  }

  private static func summary(_ number: Int, _ real: Double) -> Report.Summary {
    var summary = Samples.summary
    (summary.elapsedMs, summary.pausedMs, summary.plannedMs, summary.intervals) = (number, number, number, number)
    (summary.distanceM, summary.plannedDistanceM) = (real, real)
    summary.punctuality = punctuality(number)
    return summary
  }

  private static func punctuality(_ number: Int) -> Report.Punctuality {
    .init(cues: number, lastUs: number, meanUs: number, maxUs: number, missed: number)
  }
}
