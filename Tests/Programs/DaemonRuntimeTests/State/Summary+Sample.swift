import WorkoutReports

extension Report.Summary {
  static func sample(id: String) -> Report.Summary {
    Report.Summary(
      workoutId: id, plan: "5s run\n5s \"walk\"", completed: true, startedAt: "2026-01-01T00:00:00Z",
      endedAt: "2026-01-01T00:10:00Z", elapsedMs: 600_000, pausedMs: 0, distanceM: 1000.5, intervals: 2)
  }
}
