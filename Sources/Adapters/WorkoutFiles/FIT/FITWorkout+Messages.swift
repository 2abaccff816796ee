import Text

// MARK: Reading

extension FITWorkout {
  /// Message types, by their numbers in the FIT profile.
  private enum Message: UInt16 {
    case fileID = 0
    case workout = 26
    case step = 27
  }

  /// Reads the first workout of a file.
  ///
  /// - Throws: The first problem in the file, with its position.
  init(reading bytes: [UInt8]) throws(WorkoutFileError) {
    var reader = FITReader(bytes)
    let messages = try reader.messages(where: { Message(rawValue: $0) != nil }, limit: 4 * Self.maxSteps)
    let fileType = messages.first { $0.number == Message.fileID.rawValue }?.number(0)
    let workouts = messages.split(omittingEmptySubsequences: false) { $0.number == Message.workout.rawValue }
    guard let workout = messages.first(where: { $0.number == Message.workout.rawValue }) else {
      throw WorkoutFileError(.noWorkout(found: fileType))
    }
    // The first element of `workouts` contains the messages that precede the first workout.
    otherWorkouts = workouts.count - 2
    name = workout.text(8)?.cleanedToOneLine
    about = workout.text(17)?.cleanedToOneLine
    sport = workout.number(4)
    steps = try Self.steps(of: workouts[1].filter { $0.number == Message.step.rawValue })
    guard !steps.isEmpty else { throw WorkoutFileError(.noSteps, at: .offset(workout.offset)) }
    declaredStepCount = workout.number(6) ?? steps.count
  }

  /// Reads the steps of a workout, and sorts the steps by number, because a file can contain them in any order.
  private static func steps(of messages: [FITMessage]) throws(WorkoutFileError) -> [FITStep] {
    var steps: [FITStep] = []
    for (index, message) in messages.enumerated() { steps.append(try FITStep(message, defaultIndex: index)) }
    steps.sort { $0.index < $1.index }
    for (step, next) in zip(steps, steps.dropFirst()) where step.index == next.index {
      throw WorkoutFileError(.sameNumber(step.index), at: .offset(max(step.offset, next.offset)))
    }
    return steps
  }
}

extension FITStep {
  /// Reads a step; `defaultIndex` is the number of the step if the message contains no number.
  fileprivate init(_ message: FITMessage, defaultIndex: Int) throws(WorkoutFileError) {
    func value(_ field: UInt8, _ name: String) throws(WorkoutFileError) -> Int {
      guard let value = message.number(field) else {
        throw WorkoutFileError(.missing(name), at: .offset(message.offset))
      }
      return value
    }
    // A step without a duration type is open.
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
    index = (message.number(254) ?? defaultIndex) & (FITWorkout.maxSteps - 1)
    offset = message.offset
    if case .repeat = extent { return }
    target = Target(message, type: 3, zone: 4, low: 5, high: 6)
    secondTarget = Target(message, type: 19, zone: 20, low: 21, high: 22)
  }
}

extension FITStep.Target {
  /// Reads a target; the parameters are the numbers of the target's fields.
  fileprivate init(_ message: FITMessage, type: UInt8, zone: UInt8, low: UInt8, high: UInt8) {
    // Some programs write 0 for an unset value.
    func value(_ field: UInt8) -> Int? { message.number(field).flatMap { $0 > 0 ? $0 : nil } }
    switch (message.number(type), value(zone), value(low), value(high)) {
    case (nil, _, _, _), (2, _, _, _): self = .none
    case (0, nil, let low?, let high?), (12, nil, let low?, let high?):
      // pace2fit 0.1.3 writes speeds in micrometres per second instead of millimetres per second. No runner is faster
      // than 100 m/s, so larger values are read in micrometres per second.
      let unit = min(low, high) > 100_000 ? 1000 : 1
      self = .speed(low: low / unit, high: high / unit)
    case (let type?, let zone, let low, let high): self = .other(type: type, zone: zone, low: low, high: high)
    }
  }
}

// MARK: Writing

extension FITWorkout {
  /// Returns the content of a file with the workout.
  ///
  /// `created` is the creation time in seconds since 1989-12-31 00:00 UTC, the epoch of FIT. `created` is also the
  /// serial number of the file.
  func bytes(created: UInt32) -> [UInt8] {
    var writer = FITWriter()
    writer.append(
      message: Message.fileID.rawValue,
      [
        // The fields are: file type (5 is "workout"), manufacturer (255 is "development"), product, serial number and
        // creation time.
        .enum(0, 5), .uint16(1, 255), .uint16(2, 0), .uint32z(3, max(created, 1)), .uint32(4, created),
      ])
    var workout: [FITWriter.Field] = [.enum(4, UInt8(sport ?? Self.running)), .uint16(6, UInt16(steps.count))]
    if let name { workout.append(.text(8, name)) }
    if let about { workout.append(.text(17, about)) }
    writer.append(message: Message.workout.rawValue, workout)
    for step in steps {
      writer.append(message: Message.step.rawValue, [.uint16(254, UInt16(step.index))] + step.fields)
    }
    return writer.bytes
  }
}

extension FITStep {
  fileprivate var fields: [FITWriter.Field] {
    var fields: [FITWriter.Field] = []
    switch extent {
    case .time(let time): fields += [.enum(1, 0), .uint32(2, UInt32(time))]
    case .distance(let distance): fields += [.enum(1, 1), .uint32(2, UInt32(distance))]
    case .open: fields += [.enum(1, 5)]
    case .repeat(let from, let ending):
      fields += [.enum(1, ending.type), .uint32(2, UInt32(from))]
      if let value = ending.value { fields.append(.uint32(4, UInt32(value))) }
    case .other(let type, let value):
      fields.append(.enum(1, UInt8(type)))
      if let value { fields.append(.uint32(2, UInt32(value))) }
    }
    switch target {
    case .none: fields.append(.enum(3, 2))
    case .speed(let low, let high):
      fields += [.enum(3, 0), .uint32(4, 0), .uint32(5, UInt32(low)), .uint32(6, UInt32(high))]
    case .other(let type, let zone, let low, let high):
      fields += [
        .enum(3, UInt8(type)), .uint32(4, UInt32(zone ?? 0)), .uint32(5, UInt32(low ?? 0)),
        .uint32(6, UInt32(high ?? 0)),
      ]
    }
    if let intensity { fields.append(.enum(7, intensity.rawValue)) }
    if let name { fields.append(.text(0, name)) }
    if let notes { fields.append(.text(8, notes)) }
    return fields
  }
}

extension FITStep.Ending {
  fileprivate var type: UInt8 {
    switch self {
    case .count: 6
    case .time: 7
    case .distance: 8
    case .other(let type, _): UInt8(type)
    }
  }

  fileprivate var value: Int? {
    switch self {
    case .count(let value), .time(let value), .distance(let value): value
    case .other(_, let value): value
    }
  }
}
