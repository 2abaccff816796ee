import WorkoutModel

extension Goal {
  /// The goal of a file, where a plan can have it.
  ///
  /// - Throws: a time or a distance beyond the limits of plans.
  func checked(at place: WorkoutFileError.Place) throws(WorkoutFileError) -> Goal {
    switch self {
    case .time(let time) where !(PlanLimits.minInterval...PlanLimits.maxDuration).contains(time):
      throw WorkoutFileError(.time(time), at: place)
    case .distance(let distance)
    where !(PlanLimits.minDistance...PlanLimits.maxDistance).contains(distance.metres):
      throw WorkoutFileError(.distance(distance), at: place)
    case .time, .distance, .open: return self
    }
  }
}
