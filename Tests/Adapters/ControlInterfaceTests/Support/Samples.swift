import WorkoutReports
import ControlInterface

/// Values of every wire type, with all that may be left out and without.
enum Samples {
  static let interval = Report.Interval(
    kind: "run", label: "up the hill", goal: "400mtr", durationMs: 90_000, distanceM: 400, paceMps: 4.44)
  static let bareInterval = Report.Interval(kind: "interval", goal: "open")

  static let status = Report.Status(
    atNs: .max, phase: .paused, pausedBy: .user, workoutId: "w-1", title: "Long run 🏃", planName: "long-run",
    plan: "name \"Long run\"\n4x(30s run, 30s walk)", distanceUnits: "mi", paceUnits: "min/mi", interval: interval,
    next: bareInterval, number: 3, of: 8, rounds: [Report.Round(number: 2, of: 4), Report.Round(number: 1)],
    elapsedMs: 61_000, remainingMs: 179_000, intervalElapsedMs: 1000, intervalRemainingMs: 29_000, deadlineNs: 1,
    distanceM: 120.5, remainingM: 2.5, punctuality: punctuality)
  static let idleStatus = Report.Status(
    atNs: 0, phase: .idle, distanceUnits: "km", paceUnits: "min/km", rounds: [], elapsedMs: 0)

  static let punctuality = Report.Punctuality(cues: 10, lastUs: 90, meanUs: 80, maxUs: 400, missed: 1)

  static let summary = Report.Summary(
    workoutId: "w-1", title: "Long run", planName: "long-run", plan: "30s run", completed: true,
    startedAt: "2026-01-02T03:04:05Z", endedAt: "2026-01-02T03:04:35Z", elapsedMs: 30_000, pausedMs: 0,
    plannedMs: 30_000, distanceM: 100, plannedDistanceM: 100, intervals: 1, punctuality: punctuality,
    corrected: true)
  static let bareSummary = Report.Summary(
    workoutId: "w-1", plan: "forever 30s", completed: false, startedAt: "2026-01-02T03:04:05Z",
    endedAt: "2026-01-02T03:04:35Z", elapsedMs: 30_000, pausedMs: 0, intervals: 1)

  static let event = Report.Event(event: .cue, cue: .finish, text: "Done", status: status, summary: summary)
  static let bareEvent = Report.Event(event: .state, status: idleStatus)

  static let plan = Report.Plan(name: "5k", path: "/plans/5k.plan", title: "5K", about: "A run", error: "line 1")
  static let barePlan = Report.Plan(name: "5k", path: "/plans/5k.plan")

  static let finding = Report.Finding(
    "notifications", .warning, "no buttons", remedy: "intervalctl stop", details: ["body"])
  static let bareFinding = Report.Finding("sound", .unused, "no cue has a sound")

  static let errors: [ControlError] = [
    .alreadyRunning(status), .alreadyRunning(idleStatus), .notRunning,
    .noSuchCue(.init(word: "strat", known: ["start"])), .implausibleDistance(.init(distanceM: 1000, elapsedMs: 2000)),
    .unusableHistory(.init(message: "no", hint: "yes")), .unusableHistory(.init(message: "no")),
    .noSuchPlan(.init(name: "5kk", similar: "5k", searched: ["/plans"])), .noSuchPlan(.init(name: "", searched: [])),
    .invalidPlan(.init(message: "no", line: 1, column: 2, hint: "yes", path: "/p", lineText: "x")),
    .invalidPlan(.init(message: "no", line: 1, column: 2)),
    .invalidConfiguration(.init(message: "no", line: 1, column: 2, hint: "yes", path: "/c", lineText: "x")),
    .invalidConfiguration(.init(message: "no", path: "/c")),
  ]
}
