import WorkoutModel
import WorkoutReports

/// The times and records of an activity.
///
/// The times here are milliseconds since the start of the activity, including pauses. Files contain whole seconds. A
/// time that is not a whole second is rounded up, so the records before the end of a lap have earlier seconds than the
/// records of the next lap.
extension Activity {
  /// A lap with its times and its records.
  struct Trace: Equatable {
    let lap: Lap
    let begin: Int
    var end: Int
    /// The parts of the lap between its pauses; at least one.
    var runs: [Run] = []
  }

  /// A part of a lap without pauses.
  struct Run: Equatable {
    let begin: Int
    let end: Int
    /// Records at whole seconds; none if the run is too short.
    var records: [Record] = []
  }

  /// The state of the activity at a moment.
  struct Record: Equatable {
    /// Seconds since the start of the activity.
    let second: Int
    /// Distance since the start of the activity; nil if it is unknown.
    let distance: Int?
    /// Measured speed, or otherwise the average speed since the previous record, in mm/s; nil if it is unknown.
    ///
    /// The speed of the first record is 0. Some programs compute the distance as the sum of all speeds. Any other speed
    /// would make this sum too large by the distance of one second.
    let speed: Int?
    /// Steps per minute; nil if no sensor has measured them.
    let cadence: Int?
    /// Heartbeats per minute; nil if no sensor has measured them.
    let heartRate: Int?
  }

  /// The laps with a record for each second during which the timer runs, and with a record at the end.
  var traces: [Trace] {
    var tracer = Tracer(traces: [], values: records)
    for lap in laps { tracer.append(lap) }
    return tracer.finished
  }

  /// Rounds a time up to whole seconds.
  static func second(_ time: Int) -> Int { (time + 999) / 1000 }

  /// Computes the average speed in mm/s for a distance in centimetres and a time in milliseconds.
  static func speed(_ distance: Double?, in elapsed: Int) -> Int? {
    distance.map { Int(($0 * 10_000 / Double(max(1, elapsed))).rounded()) }
  }
}

/// Places laps, pauses and records in time.
private struct Tracer {
  var traces: [Activity.Trace]
  /// Time with pauses.
  private var time = 0
  /// Time without pauses.
  private var elapsed = 0
  /// Distance of the laps that are over.
  private var distance = 0
  /// The last record.
  private var last: (second: Int, elapsed: Int, distance: Double)?
  private let values: [SensorRecord]
  /// The index of the values of the last record.
  private var index = 0
  /// The distance in the last lap.
  private var curve: DistanceCurve?

  init(traces: [Activity.Trace], values: [SensorRecord]) {
    self.traces = traces
    self.values = values
  }

  mutating func append(_ lap: Activity.Lap) {
    traces.append(Activity.Trace(lap: lap, begin: time, end: time + lap.total))
    curve = DistanceCurve(lap, values, from: index, begin: time)
    var position = 0
    for pause in lap.pauses {
      addRun(of: lap, from: position, to: pause.position)
      // If the timer stops at a whole second, this second has a record.
      if time % 1000 == 0 { addRecord(at: time, of: lap, position: pause.position) }
      time += pause.length
      position = pause.position
    }
    addRun(of: lap, from: position, to: lap.elapsed)
    elapsed += lap.elapsed
    distance += lap.distance ?? 0
  }

  private mutating func addRun(of lap: Activity.Lap, from begin: Int, to end: Int) {
    guard end > begin else { return }
    let start = time
    traces[traces.count - 1].runs.append(Activity.Run(begin: start, end: start + end - begin))
    for second in Activity.second(start)..<Activity.second(start + end - begin) {
      addRecord(at: second * 1000, of: lap, position: begin + second * 1000 - start)
    }
    time += end - begin
  }

  /// Adds a record to the last run, unless there is already a record of this second.
  private mutating func addRecord(at time: Int, of lap: Activity.Lap, position: Int) {
    let (second, elapsed) = (Activity.second(time), elapsed + position)
    // If a lap begins with a pause, the last run is in the previous lap.
    guard last.map({ $0.second < second }) ?? true, let trace = traces.lastIndex(where: { !$0.runs.isEmpty }) else {
      return
    }
    let run = traces[trace].runs.count - 1
    let metres = curve?.distance(at: position).map { Double(distance) + $0 } ?? unwritten
    let speed = Activity.speed(metres.map { $0 - (last?.distance ?? 0) }, in: elapsed - (last?.elapsed ?? 0))
    let value = value(at: time)
    traces[trace].runs[run].records.append(
      Activity.Record(
        second: second, distance: metres.map { Int($0.rounded()) },
        speed: last == nil ? speed : value?.speed ?? speed, cadence: value?.cadence, heartRate: value?.heartRate))
    last = (second, elapsed, metres ?? Double(distance))
  }

  /// The distance at the end of the last lap; nil if a record contains it.
  ///
  /// If the distance of a lap is unknown, its first record contains the distance of the laps before. Many programs take
  /// the last distance in the records as the distance of the activity.
  private var unwritten: Double? { last.flatMap { $0.distance < Double(distance) ? Double(distance) : nil } }

  /// The last values of the sensors at a time; nil if they are more than five seconds old.
  private mutating func value(at time: Int) -> SensorRecord? {
    while index + 1 < values.count, values[index + 1].time <= time + 500 { index += 1 }
    guard index < values.count, time - 5000...time + 500 ~= values[index].time else { return nil }
    return values[index]
  }

  /// The traces with a record at the end.
  var finished: [Activity.Trace] {
    var tracer = self
    guard let lap = traces.last?.lap else { return [] }
    (tracer.elapsed, tracer.distance) = (elapsed - lap.elapsed, distance - (lap.distance ?? 0))
    tracer.addRecord(at: time, of: lap, position: lap.elapsed)
    return tracer.traces
  }
}

extension [Activity.Record] {
  /// The averages of the heart rate and the cadence.
  var averages: SensorAverages { SensorAverages(lazy.map { ($0.heartRate, $0.cadence) }) }
}

extension Activity.Trace {
  /// The records of all parts of the lap.
  var records: [Activity.Record] {
    var records: [Activity.Record] = []
    for run in runs { records += run.records }
    return records
  }
}
