import Dates

/// What was done in each of some weeks, which begin on Monday.
struct WeekTotals: Equatable {
  /// Without gaps, the oldest first.
  let weeks: [Week]

  struct Week: Equatable {
    let monday: CalendarDay
    var workouts = 0
    var time = Duration.zero
    /// As far as distances are known; nil where none is.
    var metres: Double?
    /// Whether each workout has a distance.
    var isMeasured = true
  }

  /// Sums up the weeks from that of one day to that of another; those before the first workout of all are left out.
  init(_ workouts: [RecordedWorkout], from first: CalendarDay, to last: CalendarDay) {
    let earliest = workouts.map(\.started.day).min() ?? last
    let begin = max(first, earliest).monday
    var weeks = stride(from: begin.number, through: last.number, by: 7).map { Week(monday: CalendarDay(number: $0)) }
    for workout in workouts {
      let index = (workout.started.day.monday.number - begin.number) / 7
      guard workout.started.day >= begin, weeks.indices.contains(index) else { continue }
      weeks[index].add(workout)
    }
    self.weeks = weeks
  }

  /// What tells the weeks apart in a picture: distance where every workout has one, or else time.
  var scale: Scale {
    weeks.allSatisfy(\.isMeasured) && weeks.contains { ($0.metres ?? 0) > 0 } ? .distance : .time
  }

  enum Scale: String {
    case distance = "by distance"
    case time = "by time"
  }

  /// The places in `weeks` that are worth a row each; nil stands for more weeks in a row without a workout than
  /// `longestGap`.
  var rows: [Int?] {
    var rows: [Int?] = []
    var gapStart = 0
    for index in 0...weeks.count where index == weeks.count || weeks[index].workouts > 0 {
      if index - gapStart > Self.longestGap { rows.append(nil) } else { rows += Array(gapStart..<index) }
      if index < weeks.count { rows.append(index) }
      gapStart = index + 1
    }
    return rows
  }

  private static let longestGap = 8

  /// Each week as a part of the greatest; 0 for all where nothing was done.
  var parts: [Double] {
    let scale = scale
    let sizes = weeks.map { scale == .distance ? $0.metres ?? 0 : $0.time / .seconds(1) }
    guard let greatest = sizes.max(), greatest > 0 else { return sizes.map { _ in 0 } }
    return sizes.map { $0 / greatest }
  }
}

extension WeekTotals.Week {
  fileprivate mutating func add(_ workout: RecordedWorkout) {
    workouts += 1
    time += workout.elapsed
    if let metres = workout.metres { self.metres = (self.metres ?? 0) + metres } else { isMeasured = false }
  }
}
