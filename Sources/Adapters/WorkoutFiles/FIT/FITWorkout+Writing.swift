extension FITWorkout {
  /// The workout as a file; `created` is in seconds since 1989-12-31 00:00 UTC, the beginning of FIT's time, and tells
  /// the file from others.
  func bytes(created: UInt32) -> [UInt8] {
    var writer = FITWriter()
    writer.append(
      message: Message.fileID.rawValue,
      [
        // A workout, of development, whose products have no numbers.
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
