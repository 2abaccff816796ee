/// The averages of the heart rate and the cadence of several records.
package struct SensorAverages: Equatable, Sendable {
  /// The mean heart rate in beats per minute, rounded half up; nil if no record has a heart rate.
  package let heartRate: Int?
  /// The maximum heart rate in beats per minute.
  package let maxHeartRate: Int?
  /// The mean cadence in steps per minute of both feet, rounded half up; nil if no record has a cadence above 0.
  ///
  /// A runner who stands still has a cadence of 0, which does not count, as in the summary of a workout.
  package let cadence: Int?

  /// - Parameter records: The heart rate and the cadence of each record.
  package init(_ records: some Sequence<(heartRate: Int?, cadence: Int?)>) {
    var (rates, maxRate, rateSum, steps, stepSum) = (0, 0, 0, 0, 0)
    for record in records {
      if let rate = record.heartRate { (rates, maxRate, rateSum) = (rates + 1, max(maxRate, rate), rateSum + rate) }
      if let cadence = record.cadence, cadence > 0 { (steps, stepSum) = (steps + 1, stepSum + cadence) }
    }
    heartRate = rates == 0 ? nil : (rateSum + rates / 2) / rates
    maxHeartRate = rates == 0 ? nil : maxRate
    cadence = steps == 0 ? nil : (stepSum + steps / 2) / steps
  }
}

extension Report.Laps {
  /// Adds the averages of each lap; records in a pause do not count.
  ///
  /// - Parameter records: The values of the sensors during the workout, in order.
  package mutating func addAverages(of records: [SensorRecord]) {
    var rest = records[...]
    for index in laps.indices {
      let lap = laps[index]
      rest = rest.drop { $0.time < lap.beginMs }
      let own = rest.prefix { $0.time < lap.endMs }.filter { record in
        !(lap.pauses ?? []).contains { $0.beginMs <= record.time && record.time < $0.endMs }
      }
      let averages = SensorAverages(own.lazy.map { ($0.heartRate, $0.cadence) })
      laps[index].heartRate = averages.heartRate
      laps[index].maxHeartRate = averages.maxHeartRate
      laps[index].cadence = averages.cadence
    }
  }
}
