extension Wire {
  /// What a finished or stopped workout came to; times of day are RFC 3339 in UTC.
  package struct Summary: Codable, Equatable, Sendable {
    package var workoutId: String
    package var title: String?
    package var planName: String?
    package var plan: String
    package var completed: Bool
    package var startedAt: String
    package var endedAt: String
    package var elapsedMs: Int
    package var pausedMs: Int
    package var plannedMs: Int?
    package var distanceM: Double?
    package var plannedDistanceM: Double?
    /// Intervals begun.
    package var intervals: Int
    package var punctuality: Punctuality?
    /// Whether the distance, or the first part of it, was measured; nil where it is estimated.
    package var corrected: Bool?

    package init(
      workoutId: String, title: String? = nil, planName: String? = nil, plan: String, completed: Bool,
      startedAt: String, endedAt: String, elapsedMs: Int, pausedMs: Int, plannedMs: Int? = nil,
      distanceM: Double? = nil, plannedDistanceM: Double? = nil, intervals: Int, punctuality: Punctuality? = nil,
      corrected: Bool? = nil
    ) {
      self.workoutId = workoutId
      self.title = title
      self.planName = planName
      self.plan = plan
      self.completed = completed
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.elapsedMs = elapsedMs
      self.pausedMs = pausedMs
      self.plannedMs = plannedMs
      self.distanceM = distanceM
      self.plannedDistanceM = plannedDistanceM
      self.intervals = intervals
      self.punctuality = punctuality
      self.corrected = corrected
    }
  }
}
