package import WorkoutReports

/// Sample statuses and summaries of one workout.
package enum Samples {
  package static let run = Report.Interval(kind: "run", goal: "30s", durationMs: 30_000, distanceM: 75, paceMps: 2.5)
  package static let walk = Report.Interval(kind: "walk", goal: "30s", durationMs: 30_000, distanceM: 45, paceMps: 1.5)

  package static let plan = "name \"30/30\"\nuntil 5km (4x(30s run @2.5m/s, 30s walk @1.5m/s), 60s walk @1.5m/s)"

  /// A training program with three sessions in two weeks.
  package static let program = """
    name "Back to running"
    lead-in off

    week 1
    session: 10m run
    session "Longer": 20m run

    week 2
    session: 30m run
    """

  package static let idle = Report.Status(
    atNs: 0, phase: .idle, distanceUnits: "km", paceUnits: "min/km", rounds: [], elapsedMs: 0)

  /// The status 7 s after the start of a run interval.
  ///
  /// The outer repeat is in round 3 of 9, and the inner repeat is in round 2 of 4.
  package static let running = Report.Status(
    atNs: 1_000_000_000, phase: .running, workoutId: "w-1", title: "30/30", planName: "long-run", plan: plan,
    distanceUnits: "km", paceUnits: "min/km", interval: run, next: walk, number: 21, of: 83,
    rounds: [.init(number: 3, of: 9, inner: 1), .init(number: 2, of: 4, inner: 0)], elapsedMs: 667_000,
    remainingMs: 1_970_000,
    intervalElapsedMs: 7000, intervalRemainingMs: 23_000, deadlineNs: 24_000_000_000, distanceM: 1177.5,
    remainingM: 3822.5,
    punctuality: .init(cues: 20, lastUs: 90, meanUs: 120, maxUs: 1234, missed: 0), notificationsHidden: false)

  package static var leadIn: Report.Status {
    var status = running
    (status.phase, status.interval, status.next) = (.leadIn, nil, run)
    (status.number, status.rounds, status.elapsedMs, status.distanceM) = (nil, [], 0, 0)
    (status.remainingMs, status.intervalElapsedMs, status.intervalRemainingMs) = (2_637_000, 0, 5000)
    (status.deadlineNs, status.punctuality, status.remainingM) = (6_000_000_000, nil, 5000)
    return status
  }

  package static func paused(by word: Report.PauseWord) -> Report.Status {
    var status = running
    (status.phase, status.pausedBy, status.deadlineNs) = (.paused, word, nil)
    return status
  }

  package static var open: Report.Status {
    var status = running
    status.interval = Report.Interval(kind: "walk", label: "to the hill", goal: "open")
    (status.next, status.rounds, status.of, status.remainingMs) = (nil, [], nil, nil)
    (status.intervalRemainingMs, status.deadlineNs, status.distanceM, status.remainingM) = (nil, nil, nil, nil)
    return status
  }

  /// Returns the values of a foot pod and a heart-rate sensor; by default, the distance is measured at 5:48/km.
  package static func measured(
    isCurrent: Bool = true, wasCurrent: Bool = true, speed: Double? = 1000 / 348, heartRate: Int? = 152,
    cadence: Int? = 172
  ) -> Report.Measured {
    Report.Measured(
      distanceFrom: "foot-pod", isCurrent: isCurrent, wasCurrent: wasCurrent, speedMps: speed, heartRate: heartRate,
      cadence: cadence)
  }

  package static let summary = Report.Summary(
    workoutId: "w-1", title: "30/30", planName: "long-run", plan: plan, completed: false,
    startedAt: "2026-01-02T03:04:05Z", endedAt: "2026-01-02T03:15:12Z", elapsedMs: 667_000, pausedMs: 62_000,
    plannedMs: 2_637_000, distanceM: 1177.5, plannedDistanceM: 5000, intervals: 21,
    punctuality: .init(cues: 20, lastUs: 90, meanUs: 120, maxUs: 1234, missed: 2))

  /// Returns a recorded workout; by default, a completed workout of half an hour and five kilometres.
  package static func workout(
    _ id: String, at started: String, title: String? = "30/30", minutes: Int = 30, metres: Double? = 5000,
    completed: Bool = true
  ) -> Report.Summary {
    Report.Summary(
      workoutId: id, title: title, planName: title == nil ? nil : "long-run", plan: "30m run @6:00/km",
      completed: completed, startedAt: started, endedAt: started, elapsedMs: minutes * 60_000, pausedMs: 0,
      plannedMs: 1_800_000, distanceM: metres, plannedDistanceM: metres.map { _ in 5000 }, intervals: 1)
  }
}
