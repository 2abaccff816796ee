import Text
import WorkoutModel

// MARK: Reading

extension FITWorkout {
  private typealias Message = FITProfile.Message

  /// Types of the messages that are read.
  private static let messages: Set<Message> = [.fileID, .workout, .step]
  /// Types of the messages that only an activity contains.
  private static let activityMessages: [Message] = [.session, .lap, .record, .activity]

  /// Whether the first message of a file, whose end can be missing, specifies that the file is an activity.
  static func isActivity(_ bytes: [UInt8]) -> Bool {
    let message = FITReader.firstMessage(of: bytes)
    return message?.number == Message.fileID.rawValue && message?.fileType == .activity
  }

  /// Reads the first workout of a file.
  ///
  /// - Throws: The first problem in the file, with its position.
  init(reading bytes: [UInt8]) throws(WorkoutFileError) {
    var reader = FITReader(bytes)
    let messages = try reader.messages(
      where: { Message(rawValue: $0).map(Self.messages.contains) == true || $0 == FITExercises.message },
      limit: 4 * Self.maxSteps)
    let fileID = messages.first { $0.number == Message.fileID.rawValue }
    let hasRecords = Self.activityMessages.contains { reader.skipped[$0.rawValue] != nil }
    guard fileID?.fileType != .activity, fileID?.fileType == .workout || !hasRecords else {
      throw WorkoutFileError(.activity)
    }
    let workouts = messages.split(omittingEmptySubsequences: false) { $0.number == Message.workout.rawValue }
    guard let workout = messages.first(where: { $0.number == Message.workout.rawValue }) else {
      throw WorkoutFileError(.noWorkout(found: fileID?.number(0)))
    }
    // The first element of `workouts` contains the messages that precede the first workout. A file can contain steps
    // before the workout message, and these steps are also steps of the first workout.
    let stepMessages = workouts[0...1].joined().filter { $0.number == Message.step.rawValue }
    otherWorkouts = workouts.count - 2
    name = workout.text(8)?.cleanedToOneLine
    about = workout.text(17)?.cleanedToOneLine
    sport = workout.number(4)
    steps = try Self.steps(
      of: stepMessages, exercises: FITExercises(messages), activeKind: sport == Self.walking ? .walk : .run)
    guard !steps.allSatisfy(\.isEmpty) else { throw WorkoutFileError(.noSteps, at: .offset(workout.offset)) }
    declaredStepCount = workout.number(6) ?? steps.count
    // These fields do not affect a plan: the index of the workout, its capabilities (which follow from the steps), the
    // unit of the pool length, and the sub-sport 0, "generic". A pool length is reported as a loss.
    workout.ignore(254, 5, 15)
    workout.ignoreZeros(11)
    var losses = FITLosses()
    losses.add(messages.filter { $0.number == FITExercises.message } + [workout])
    losses.add(stepMessages)
    // The fields of the message `file_id` describe the file: its writer, its creation time and its number.
    readingLosses = losses.losses(skipped: reader.skipped) + [reader.trailing].compactMap(\.self)
  }

  /// Reads the steps of a workout, and sorts the steps by number, because a file can contain them in any order.
  private static func steps(
    of messages: [FITMessage], exercises: FITExercises, activeKind: Kind
  ) throws(WorkoutFileError) -> [FITStep] {
    var steps: [FITStep] = []
    for (index, message) in messages.enumerated() {
      var step = try FITStep(message, defaultIndex: index)
      step.activeKind = activeKind
      step.details = exercises.texts(of: message)
      // The equipment 0 is "none".
      message.ignoreZeros(9)
      if let equipment = message.number(9), equipment > 0 { step.details.append(FITProfile.equipment(equipment)) }
      steps.append(step)
    }
    steps.sort { $0.index < $1.index }
    for (step, next) in zip(steps, steps.dropFirst()) where step.index == next.index {
      throw WorkoutFileError(.sameNumber(step.index), at: .offset(max(step.offset, next.offset)))
    }
    return steps
  }
}

extension FITMessage {
  /// The type of the file, in a message `file_id`; nil for a type that is neither an activity nor a workout.
  fileprivate var fileType: FITProfile.FileType? {
    number(0).flatMap(UInt8.init(exactly:)).flatMap(FITProfile.FileType.init)
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
    index = (message.number(254) ?? defaultIndex) & (FITWorkout.maxSteps - 1)
    let type = message.number(1) ?? 5
    if message.number(1) == nil { message.assume("step \(index + 1) without a duration type", readAs: "open") }
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
    intensity = message.read(7) { UInt8(exactly: $0).flatMap(Intensity.init) }
    offset = message.offset
    switch extent {
    case .repeat:
      // A repeat has no target and no intensity of its own.
      message.ignore(3, 7)
      message.ignoreZeros(4, 5, 6)
      return
    case .open: message.ignoreZeros(2)
    case .time, .distance, .other: break
    }
    target = Target(message, type: 3, zone: 4, low: 5, high: 6)
    secondTarget = Target(message, type: 19, zone: 20, low: 21, high: 22)
  }
}

extension FITStep.Target {
  /// Reads a target; the parameters are the numbers of the target's fields.
  fileprivate init(_ message: FITMessage, type: UInt8, zone: UInt8, low: UInt8, high: UInt8) {
    // Some programs write 0 for an unset value.
    message.ignoreZeros(zone, low, high)
    func value(_ field: UInt8) -> Int? { message.number(field).flatMap { $0 > 0 ? $0 : nil } }
    guard let type = message.number(type), type != 2 else {
      self = .none
      return
    }
    // The range does not apply if there is a zone.
    if let zone = value(zone) {
      self = .other(type: type, zone: zone, low: nil, high: nil)
      return
    }
    switch (type, value(low), value(high)) {
    case (0, let low?, let high?), (12, let low?, let high?):
      // pace2fit 0.1.3 writes speeds in micrometres per second instead of millimetres per second. No runner is faster
      // than 100 m/s, so larger values are read in micrometres per second.
      let unit = min(low, high) > 100_000 ? 1000 : 1
      if unit > 1 { message.assume("speeds above 100 m/s", readAs: "micrometres per second") }
      self = .speed(low: low / unit, high: high / unit)
    case (_, let low, let high): self = .other(type: type, zone: nil, low: low, high: high)
    }
  }
}

// MARK: Writing

extension FITWorkout {
  /// Returns the content of a file with the workout.
  ///
  /// `created` is the creation time in seconds since 1989-12-31 00:00 UTC, the epoch of FIT.
  func bytes(created: UInt32) -> [UInt8] {
    var content = FITWriter()
    content.append(self)
    var writer = FITWriter(.workout, created: created, serial: content.contentHash)
    writer.append(self)
    return writer.bytes
  }
}

extension FITWriter {
  /// Begins a file.
  ///
  /// `created` is the creation time in seconds since the epoch of FIT. A device stores only one of several files whose
  /// creation time and serial number are equal.
  init(_ type: FITProfile.FileType, created: UInt32, serial: UInt32) {
    // The fields are: file type, manufacturer (255 is "development"), product, serial number and creation time.
    append(
      .fileID,
      [.enum(0, type.rawValue), .uint16(1, 255), .uint16(2, 0), .uint32z(3, max(serial, 1)), .uint32(4, created)])
  }

  mutating func append(_ workout: FITWorkout) {
    var fields: [Field] = [
      .enum(4, UInt8(workout.sport ?? FITWorkout.running)), .uint16(6, UInt16(workout.steps.count)),
    ]
    if let name = workout.name { fields.append(.text(8, name)) }
    if let about = workout.about { fields.append(.text(17, about)) }
    append(.workout, fields)
    for step in workout.steps { append(.step, [.uint16(254, UInt16(step.index))] + step.fields) }
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
