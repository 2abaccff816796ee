import Text

extension FITWorkout {
  /// Reads the first workout of a file.
  ///
  /// - Throws: what is wrong with the file, and where.
  init(reading bytes: [UInt8]) throws(WorkoutFileError) {
    var reader = FITReader(bytes)
    let messages = try reader.messages(where: { Message(rawValue: $0) != nil }, limit: 4 * Self.mostSteps)
    let kind = messages.first { $0.number == Message.fileID.rawValue }?.number(0)
    let workouts = messages.split(omittingEmptySubsequences: false) { $0.number == Message.workout.rawValue }
    guard let workout = messages.first(where: { $0.number == Message.workout.rawValue }) else {
      throw WorkoutFileError(.noWorkout(found: kind))
    }
    others = workouts.count - 2
    name = workout.text(8)?.cleanedToOneLine
    about = workout.text(17)?.cleanedToOneLine
    sport = workout.number(4)
    steps = try Self.steps(of: workouts[1].filter { $0.number == Message.step.rawValue })
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: .offset(workout.offset)) }
    announced = workout.number(6) ?? steps.count
  }

  /// The steps in the order of their numbers; they may stand in any.
  private static func steps(of messages: [FITMessage]) throws(WorkoutFileError) -> [FITStep] {
    var steps: [FITStep] = []
    for (place, message) in messages.enumerated() { steps.append(try FITStep(message, place: place)) }
    steps.sort { $0.index < $1.index }
    for (step, next) in zip(steps, steps.dropFirst()) where step.index == next.index {
      throw WorkoutFileError(.sameNumber(step.index), at: .offset(max(step.offset, next.offset)))
    }
    return steps
  }

  enum Message: UInt16 {
    case fileID = 0
    case workout = 26
    case step = 27
  }
}

extension FITStep {
  /// Reads a step, which is the `place`th, from 0, where it has no number.
  fileprivate init(_ message: FITMessage, place: Int) throws(WorkoutFileError) {
    func value(_ field: UInt8, _ name: String) throws(WorkoutFileError) -> Int {
      guard let value = message.number(field) else {
        throw WorkoutFileError(.missing(name), at: .offset(message.offset))
      }
      return value
    }
    // Where there is no type, the step goes on until the runner ends it.
    let type = message.number(1) ?? 5
    switch type {
    case 0, 28, 31: extent = .time(milliseconds: try value(2, "duration_value"))
    case 1: extent = .distance(centimetres: try value(2, "duration_value"))
    case 5: extent = .open
    case 6...13, 17, 18, 27:
      let from = try value(2, "duration_value")
      let ending: Ending =
        switch type {
        case 6: .count(try value(4, "target_value"))
        case 7: .time(milliseconds: try value(4, "target_value"))
        case 8: .distance(centimetres: try value(4, "target_value"))
        default: .other(type: type, value: message.number(4))
        }
      extent = .repeat(from: from, ending)
    default: extent = .other(type: type, value: message.number(2))
    }
    name = message.text(0)
    notes = message.text(8)
    intensity = message.number(7).flatMap(UInt8.init(exactly:)).flatMap(Intensity.init)
    index = (message.number(254) ?? place) & (FITWorkout.mostSteps - 1)
    offset = message.offset
    if case .repeat = extent { return }
    target = Target(message, type: 3, zone: 4, low: 5, high: 6)
    secondTarget = Target(message, type: 19, zone: 20, low: 21, high: 22)
  }
}

extension FITStep.Target {
  /// Reads a target from its fields.
  fileprivate init(_ message: FITMessage, type: UInt8, zone: UInt8, low: UInt8, high: UInt8) {
    // Zero is as good as none.
    func value(_ field: UInt8) -> Int? { message.number(field).flatMap { $0 > 0 ? $0 : nil } }
    switch (message.number(type), value(zone), value(low), value(high)) {
    case (nil, _, _, _), (2, _, _, _): self = .none
    case (0, nil, let low?, let high?), (12, nil, let low?, let high?):
      // pace2fit 0.1.3 has a thousandth of the unit; nobody runs 100 m/s.
      let unit = min(low, high) > 100_000 ? 1000 : 1
      self = .speed(low: low / unit, high: high / unit)
    case (let type?, let zone, let low, let high): self = .other(type: type, zone: zone, low: low, high: high)
    }
  }
}
