import WorkoutModel
import WorkoutReports

/// An activity in the FIT format.
///
/// Source: Garmin, "FIT SDK", "Activity File", and profile, messages `session`, `lap`, `record`, `event`, `device_info`
/// and `activity`.
struct FITActivity {
  private let activity: Activity
  private let options: ActivityFile.Options
  private let workout: FITWorkout?
  private var writer: FITWriter

  /// 1989-12-31 00:00 UTC in seconds since 1970.
  private static let epoch = 631_065_600

  /// Numbers of the profile's type `event`.
  private enum Event: UInt8 {
    case timer = 0
    case session = 8
    case lap = 9
    case activity = 26
  }

  /// Numbers of the profile's type `event_type`.
  private enum EventType: UInt8 {
    case start = 0
    case stop = 1
    case stopAll = 4
  }

  /// Numbers of the profile's type `lap_trigger`.
  private enum LapTrigger: UInt8 {
    case manual = 0
    case time = 1
    case distance = 2
    case sessionEnd = 7
  }

  /// Converts an activity.
  ///
  /// `workout` is its plan; nil if the plan cannot be read or has too many steps for FIT.
  init(_ activity: Activity, _ options: ActivityFile.Options, workout: FITWorkout?) {
    self.activity = activity
    self.options = options
    self.workout = workout
    writer = FITWriter(
      .activity, created: Self.timestamp(activity.start), serial: Self.timestamp(activity.start))
  }

  private static func timestamp(_ seconds: Int) -> UInt32 { UInt32(clamping: seconds - epoch) }

  /// The timestamp of a time in milliseconds since the start of the activity.
  private func timestamp(_ time: Int) -> UInt32 { Self.timestamp(activity.start + Activity.second(time)) }

  /// Content of the file.
  var bytes: [UInt8] {
    var file = self
    return file.written()
  }

  private mutating func written() -> [UInt8] {
    // The fields are: timestamp, index (0 is the creator of the file), manufacturer, product and name of the product.
    writer.append(
      .deviceInfo,
      [.uint32(253, timestamp(0)), .uint8(0, 0), .uint16(2, 255), .uint16(4, 0), .text(27, "intervald")])
    if let workout { writer.append(workout) }
    let traces = activity.traces
    var steps = workout.map { PlannedSteps($0.plan) }
    // Start times of the parts between pauses that are not written yet.
    var begins = traces.flatMap(\.runs).map(\.begin)[...]
    var isRunning = false
    for (number, trace) in traces.enumerated() {
      for run in trace.runs {
        if !isRunning { append(.timer, .start, at: run.begin) }
        for record in run.records { append(record) }
        begins.removeFirst()
        isRunning = begins.first == run.end
        if !isRunning { append(.timer, .stopAll, at: run.end) }
      }
      append(trace, number: number, isLast: number == traces.count - 1, step: steps?.index(of: trace.lap))
    }
    appendTotals(end: traces.last?.end ?? 0, traces.flatMap(\.records))
    return writer.bytes
  }

  private mutating func append(_ event: Event, _ type: EventType, at time: Int) {
    writer.append(.event, [.uint32(253, timestamp(time)), .enum(0, event.rawValue), .enum(1, type.rawValue)])
  }

  private mutating func append(_ record: Activity.Record) {
    var fields: [FITWriter.Field] = [.uint32(253, timestamp(record.second * 1000))]
    if let distance = record.distance { fields.append(.uint32(5, UInt32(clamping: distance))) }
    if let speed = record.speed { fields.append(.speed(73, speed)) }
    fields += Self.heartRate(record.heartRate, number: 3) + Self.cadence(record.cadence, number: 4, fraction: 53)
    writer.append(.record, fields)
  }

  private mutating func append(_ trace: Activity.Trace, number: Int, isLast: Bool, step: Int?) {
    let lap = trace.lap
    // The fields are: number, timestamp, event, event type, start, times with and without pauses, intensity and trigger.
    var fields: [FITWriter.Field] = [
      .uint16(254, UInt16(clamping: number)), .uint32(253, timestamp(trace.end)), .enum(0, Event.lap.rawValue),
      .enum(1, EventType.stop.rawValue), .uint32(2, timestamp(trace.begin)), .uint32(7, UInt32(clamping: lap.total)),
      .uint32(8, UInt32(clamping: lap.elapsed)), .enum(23, intensity(of: lap).rawValue),
      .enum(24, (isLast ? .sessionEnd : trigger(of: lap)).rawValue),
    ]
    fields += distance(lap.distance, in: lap.elapsed, averageSpeed: 110)
    let averages = trace.records.averages
    fields += Self.heartRate(averages.heartRate, number: 15) + Self.heartRate(averages.maxHeartRate, number: 16)
    fields += Self.cadence(averages.cadence, number: 17, fraction: 80)
    if let step { fields.append(.uint16(71, UInt16(clamping: step))) }
    writer.append(.lap, fields)
  }

  /// Appends the messages `session` and `activity`.
  private mutating func appendTotals(end: Int, _ records: [Activity.Record]) {
    let averages = records.averages
    let sport = options.sport == .walking ? FITWorkout.walking : FITWorkout.running
    // The fields are: number, timestamp, event, event type, start, sport, sub-sport (1 is "treadmill", 0 is "generic"),
    // times with and without pauses, number of the first lap, number of laps, and trigger (0 is "activity_end").
    writer.append(
      .session,
      [
        .uint16(254, 0), .uint32(253, timestamp(end)), .enum(0, Event.session.rawValue),
        .enum(1, EventType.stop.rawValue), .uint32(2, timestamp(0)), .enum(5, UInt8(sport)),
        .enum(6, options.isIndoor ? 1 : 0), .uint32(7, UInt32(clamping: end)),
        .uint32(8, UInt32(clamping: activity.elapsed)), .uint16(25, 0),
        .uint16(26, UInt16(clamping: activity.laps.count)), .enum(28, 0),
      ] + distance(activity.known?.distance, in: activity.known?.elapsed ?? 0, averageSpeed: 124)
        + Self.heartRate(averages.heartRate, number: 16) + Self.heartRate(averages.maxHeartRate, number: 17)
        + Self.cadence(averages.cadence, number: 18, fraction: 92))
    // The fields are: timestamp, local time, time without pauses, number of sessions, type (0 is "manual"), event and
    // event type.
    let local = Int(timestamp(end)) + options.utcOffset
    writer.append(
      .activity,
      [
        .uint32(253, timestamp(end)), .uint32(5, UInt32(clamping: local)),
        .uint32(0, UInt32(clamping: activity.elapsed)), .uint16(1, 1), .enum(2, 0),
        .enum(3, Event.activity.rawValue), .enum(4, EventType.stop.rawValue),
      ])
  }

  /// Makes the fields of a distance and its average speed; `averageSpeed` is the number of the latter field.
  private func distance(_ distance: Int?, in elapsed: Int, averageSpeed: UInt8) -> [FITWriter.Field] {
    guard let distance, let speed = Activity.speed(Double(distance), in: elapsed) else { return [] }
    return [.uint32(9, UInt32(clamping: distance)), .speed(averageSpeed, speed)]
  }

  /// Makes the field of a heart rate.
  private static func heartRate(_ rate: Int?, number: UInt8) -> [FITWriter.Field] {
    rate.map { [.uint8(number, UInt8(clamping: $0))] } ?? []
  }

  /// Makes the fields of the cadence of one foot: a whole number, and a fraction in units of 1/128.
  private static func cadence(_ steps: Int?, number: UInt8, fraction: UInt8) -> [FITWriter.Field] {
    steps.map { [.uint8(number, UInt8(clamping: $0 / 2)), .uint8(fraction, UInt8($0 % 2 * 64))] } ?? []
  }

  private func trigger(of lap: Activity.Lap) -> LapTrigger {
    switch lap.ended {
    case .time: .time
    case .distance: .distance
    default: .manual
    }
  }

  private func intensity(of lap: Activity.Lap) -> FITStep.Intensity {
    switch lap.interval.flatMap({ Kind(rawValue: $0.kind) }) {
    case .warmup: .warmup
    case .cooldown: .cooldown
    case .rest, .recover: .rest
    // In a walk, walking is not rest.
    case .walk: options.sport == .walking ? .active : .rest
    case .run, .jog, .sprint, .work, .interval, nil: .active
    }
  }
}

extension FITWriter.Field {
  /// A speed in mm/s; the largest number means that the speed is unknown.
  fileprivate static func speed(_ number: UInt8, _ speed: Int) -> Self {
    .uint32(number, min(UInt32(clamping: speed), .max - 1))
  }
}
