import ControlInterface

extension Wire.Summary {
  static func sample(id: String) -> Wire.Summary {
    Wire.Summary(
      workoutId: id, plan: "5s run\n5s \"walk\"", completed: true, startedAt: "2026-01-01T00:00:00Z",
      endedAt: "2026-01-01T00:10:00Z", elapsedMs: 600_000, pausedMs: 0, distanceM: 1000.5, intervals: 2)
  }
}
