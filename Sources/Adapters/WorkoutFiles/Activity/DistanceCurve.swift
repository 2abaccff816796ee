import WorkoutReports

/// The distance in a lap as a function of the elapsed time, from the measured distances.
///
/// The distance at the end is always the distance of the lap, which may be corrected. The measured distances only
/// determine how this distance is spread over the lap. Where no sensor has measured, the speed is the average speed of
/// the lap.
struct DistanceCurve {
  /// The points in order, with distances in centimetres; at least the start and the end of the lap.
  private var points: [(position: Int, distance: Double)]
  /// The index of the point before the last position.
  private var index = 0

  /// Makes the curve of a lap; nil if the distance of the lap is unknown.
  ///
  /// - Parameters:
  ///   - lap: The lap.
  ///   - records: The values of the sensors.
  ///   - next: The index of the first record that can be in the lap.
  ///   - begin: The start of the lap, in the time of the records.
  init?(_ lap: Activity.Lap, _ records: [SensorRecord], from next: Int, begin: Int) {
    guard let total = lap.distance.map(Double.init) else { return nil }
    let average = total / Double(lap.elapsed)
    points = [(0, 0)]
    var first: Double?
    for index in next..<max(next, records.count) {
      let record = records[index]
      guard record.time <= begin + lap.total else { break }
      guard record.time >= begin, let centimetres = record.distance else { continue }
      let measured = Double(centimetres)
      let position = lap.position(at: record.time - begin)
      let offset = first ?? measured - Double(position) * average
      first = offset
      points.append((position, max(measured - offset, points[points.count - 1].distance)))
    }
    let last = points[points.count - 1]
    let end = last.distance + Double(lap.elapsed - last.position) * average
    guard points.count > 1, end > 0 else {
      points = [(0, 0), (lap.elapsed, total)]
      return
    }
    points.append((lap.elapsed, end))
    for index in points.indices { points[index].distance *= total / end }
  }

  /// The distance at a position, which must not be before the last position.
  mutating func distance(at position: Int) -> Double? {
    while index + 2 < points.count, points[index + 1].position < position { index += 1 }
    let (start, end) = (points[index], points[index + 1])
    guard end.position > start.position else { return end.distance }
    return start.distance
      + (end.distance - start.distance) * Double(position - start.position) / Double(end.position - start.position)
  }
}

extension Activity.Lap {
  /// The position at a time since the start of the lap.
  fileprivate func position(at time: Int) -> Int {
    var position = time
    for pause in pauses where pause.position < position {
      position -= min(pause.length, position - pause.position)
    }
    return min(position, elapsed)
  }
}
