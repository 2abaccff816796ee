extension FITWorkout {
  /// Reads the first workout of a file.
  ///
  /// - Throws: what is wrong with the file, and where.
  init(reading bytes: [UInt8]) throws(WorkoutFileError) {
    var reader = FITReader(bytes)
    let messages = try reader.messages { Message(rawValue: $0) != nil }
    let kind = messages.first { $0.number == Message.fileID.rawValue }?.number(0)
    let workouts = messages.split(omittingEmptySubsequences: false) { $0.number == Message.workout.rawValue }
    guard let workout = messages.first(where: { $0.number == Message.workout.rawValue }) else {
      throw WorkoutFileError(.noWorkout(found: kind))
    }
    others = workouts.count - 2
    name = workout.text(8)?.folded
    about = workout.text(17)?.folded
    sport = workout.number(4)
    // Steps stand in any order; their numbers are what counts.
    steps = workouts[1].filter { $0.number == Message.step.rawValue }.enumerated()
      .map { (index: ($1.number(254) ?? $0) & (Self.mostSteps - 1), step: FITStep($1)) }
      .sorted { $0.index < $1.index }
      .map(\.step)
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: .offset(workout.offset)) }
    guard steps.count <= Self.mostSteps else {
      throw WorkoutFileError(.tooManySteps(steps.count, limit: Self.mostSteps))
    }
  }

  enum Message: UInt16 {
    case fileID = 0
    case workout = 26
    case step = 27
  }
}

extension FITStep {
  init(_ message: FITMessage) {
    let value = message.number(2)
    // Where there is no type, the step goes on until the runner ends it.
    let type = message.number(1) ?? 5
    let goal = message.number(4)
    extent =
      switch (type, value, goal) {
      case (0, let value?, _), (28, let value?, _), (31, let value?, _): .time(milliseconds: value)
      case (1, let value?, _): .distance(centimetres: value)
      case (5, _, _): .open
      case (6, let from?, let count?): .repeat(from: from, .count(count))
      case (7, let from?, let goal?): .repeat(from: from, .time(milliseconds: goal))
      case (8, let from?, let goal?): .repeat(from: from, .distance(centimetres: goal))
      case (9...13, let from?, _), (17...18, let from?, _), (27, let from?, _):
        .repeat(from: from, .other(type: type, value: goal))
      default: .other(type: type, value: value)
      }
    name = message.text(0)
    notes = message.text(8)
    intensity = message.number(7).flatMap(UInt8.init(exactly:)).flatMap(Intensity.init)
    offset = message.offset
    if case .repeat = extent { return }
    let (low, high) = (message.number(5) ?? 0, message.number(6) ?? 0)
    let zone = goal.flatMap { $0 > 0 ? $0 : nil }
    switch message.number(3) {
    case nil, 2: target = .none
    case 0? where zone == nil && low > 0 && high > 0, 12? where zone == nil && low > 0 && high > 0:
      // pace2fit 0.1.3 has a thousandth of the unit; nobody runs 100 m/s.
      let unit = min(low, high) > 100_000 ? 1000 : 1
      target = .speed(low: low / unit, high: high / unit)
    case let type?: target = .other(type: type, zone: zone, low: low, high: high)
    }
  }
}
